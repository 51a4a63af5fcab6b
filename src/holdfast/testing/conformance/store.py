"""What every `Store` must do. (`Store.lease` is in `jobs`.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pytest

from holdfast.domain.finding import Finding
from holdfast.errors import Closed, InvalidInput
from holdfast.ports.joint import Joint
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, AT, SPACE, job, keep, message
from holdfast.testing.conformance.expect import refused, together
from holdfast.testing.conformance.scene import furnish, picture

CALLS: Mapping[str, Callable[[Store], object]] = {
    "write": lambda store: store.write(SPACE, lambda unit: unit.users.advance(ANN, 1)),
    "read": lambda store: store.read(SPACE, lambda unit: unit.users.names()),
    "lease": lambda store: store.lease("worker", now=AT, until=AT, attempts=1),
    "spaces": lambda store: store.spaces(),
    "erase": lambda store: store.erase(),
    "expire_backups": lambda store: store.expire_backups(AT),
    "check": lambda store: store.check(thorough=True),
}
"""Every method but `close`."""


class TestStore:
    """`ports.store`."""

    def test_write_and_read_hand_on_the_value(self, store: Store) -> None:
        value = object()
        assert store.write(SPACE, lambda _: value) is value
        assert store.read(SPACE, lambda _: value) is value

    @pytest.mark.parametrize("error", [ValueError("broken"), KeyError("x"), Closed("not really")])
    def test_an_error_goes_to_the_caller_and_the_store_goes_on(
        self, store: Store, error: Exception
    ) -> None:
        def work(_: Unit) -> None:
            raise error

        for run in (store.write, store.read):
            with refused(type(error)) as caught:
                run(SPACE, work)
            assert caught == [error]
        assert store.write(SPACE, lambda unit: unit.users.advance(ANN, 1)).last_seq == 1

    def test_a_space_must_have_a_name(self, store: Store) -> None:
        ran: list[Unit] = []
        with refused(InvalidInput):
            store.write("", ran.append)
        with refused(InvalidInput):
            store.read("", ran.append)
        assert ran == []
        assert store.spaces() == []

    def test_what_was_written_is_read(self, store: Store) -> None:
        store.write(SPACE, lambda unit: keep(unit, message("m1", 1)))
        assert store.read(SPACE, lambda unit: unit.log.get(ANN, ["m1"])) == [message("m1", 1)]

    def test_spaces_have_users_jobs_or_preferences(self, store: Store) -> None:
        assert store.spaces() == []
        store.write("users", lambda unit: unit.users.advance(ANN, 1))
        store.write("jobs", lambda unit: unit.jobs.enqueue(job("j1", space="jobs")))
        store.write("Preferences", lambda unit: unit.preferences.put("a", 1, expect=0))
        store.write("空间", lambda unit: unit.users.advance(ANN, 1))
        store.write("nothing", lambda _: None)
        store.read("only read", lambda unit: unit.users.names())
        assert store.spaces() == ["Preferences", "jobs", "users", "空间"]

    def test_a_space_without_anything_is_none(self, store: Store) -> None:
        store.write(SPACE, lambda unit: unit.users.advance(ANN, 1))
        store.write(SPACE, lambda unit: unit.users.remove(ANN))
        assert store.spaces() == []

    def test_erase_says_whether_it_was_done(self, store: Store) -> None:
        furnish(store, SPACE, ANN)
        store.write(SPACE, lambda unit: unit.log.remove(ANN, ["m1"]))
        before = store.read(SPACE, lambda unit: picture(unit, ANN))
        assert store.erase() in (True, False)
        assert store.read(SPACE, lambda unit: picture(unit, ANN)) == before

    def test_without_backups_none_expires(self, store: Store) -> None:
        assert store.expire_backups(AT) == 0

    @pytest.mark.parametrize("thorough", [False, True])
    def test_a_check_tells_and_changes_nothing(self, store: Store, thorough: bool) -> None:
        furnish(store, SPACE, ANN)
        before = store.read(SPACE, lambda unit: picture(unit, ANN))
        findings = store.check(thorough=thorough)
        assert findings
        for finding in findings:
            assert isinstance(finding, Finding)
            assert finding.name
            assert finding.good or finding.remedy
        assert store.read(SPACE, lambda unit: picture(unit, ANN)) == before

    @pytest.mark.parametrize("name", CALLS)
    def test_a_closed_store_refuses(self, store: Store, name: str) -> None:
        store.write(SPACE, lambda unit: unit.users.advance(ANN, 1))
        store.close()
        with refused(Closed):
            CALLS[name](store)

    def test_joint_work_is_done_for_each_who_wants_it(self, store: Store) -> None:
        def count(given: Sequence[int], unit: Unit) -> list[int]:
            last = unit.users.advance(ANN, sum(given)).last_seq
            return [last] * len(given)

        prepare = partial(partial, count)
        values = together([partial(store.write, SPACE, Joint(n, prepare)) for n in range(1, 9)])
        assert max(value for value in values if isinstance(value, int)) == sum(range(1, 9))
        stamp = store.read(SPACE, lambda unit: unit.users.stamp(ANN))
        assert stamp is not None
        assert stamp.last_seq == sum(range(1, 9))

    def test_who_is_refused_in_joint_work_is_refused_alone(self, store: Store) -> None:
        def advance(given: Sequence[int], unit: Unit) -> list[int]:
            for count in given:
                unit.users.advance(ANN, count)
                if count == 3:
                    raise InvalidInput("Three is refused.")
            return list(given)

        prepare = partial(partial, advance)
        works = [partial(store.write, SPACE, Joint(n, prepare)) for n in (1, 2, 3, 4, 5, 6)]
        first, second, refusal, *rest = together(works)
        assert [first, second, *rest] == [1, 2, 4, 5, 6]
        assert isinstance(refusal, InvalidInput)
        stamp = store.read(SPACE, lambda unit: unit.users.stamp(ANN))
        assert stamp is not None
        assert stamp.last_seq == 1 + 2 + 4 + 5 + 6

    def test_closing_twice_is_fine(self, store: Store) -> None:
        store.close()
        store.close()
