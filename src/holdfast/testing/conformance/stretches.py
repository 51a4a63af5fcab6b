"""What every `Stretches` must do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.domain.session import Ending, SessionState, Stretch
from holdfast.errors import Conflict
from holdfast.ports.store import Store
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, later, stretch
from holdfast.testing.conformance.expect import refused, together


def _put(store: Store, given: Stretch, expect: int = 0) -> Stretch:
    return store.write(SPACE, lambda unit: unit.stretches.put(given, expect=expect))


def _of(store: Store, session: str = "s", user: str = ANN) -> list[Stretch]:
    return store.read(SPACE, lambda unit: unit.stretches.of(user, session))


def _unsettled(store: Store, user: str | None = None, limit: int = 9) -> list[tuple[str, str, int]]:
    found = store.read(SPACE, lambda unit: unit.stretches.unsettled(user, limit=limit))
    return [(each.user, each.session, each.number) for each in found]


class TestStretches:
    """`ports.stretches`."""

    def test_an_unknown_stretch_is_none(self, store: Store) -> None:
        assert store.read(SPACE, lambda unit: unit.stretches.get(ANN, "s", 1)) is None
        assert _of(store) == []
        assert _unsettled(store) == []

    @pytest.mark.parametrize("state", SessionState)
    @pytest.mark.parametrize("ending", Ending)
    def test_every_field_is_kept(self, store: Store, state: SessionState, ending: Ending) -> None:
        given = Stretch(
            user=ANN,
            session="聊天 ☕️",
            number=4,
            id="an id",
            agent="小兰",
            state=state,
            ending=ending,
            first=11,
            last=29,
            first_seq=31,
            last_seq=77,
            began_at=later(1),
            last_at=later(2),
            ended_at=later(microseconds=3),
            error="模型不在",
            revision=99,
        )
        written = _put(store, given)
        assert written == replace(given, revision=1)
        assert store.read(SPACE, lambda unit: unit.stretches.get(ANN, given.session, 4)) == written

    def test_a_change_replaces_all_fields(self, store: Store) -> None:
        first = _put(store, stretch("s"))
        changed = replace(
            first, state=SessionState.FAILED, error="why", last=7, last_at=later(9), id="other"
        )
        assert _put(store, changed, expect=1) == replace(changed, revision=2)
        assert _of(store) == [replace(changed, revision=2)]

    @pytest.mark.parametrize("expect", [0, 1, 3])
    def test_a_stale_put_conflicts(self, store: Store, expect: int) -> None:
        _put(store, stretch("s"))
        current = _put(store, replace(stretch("s"), error="now"), expect=1)
        with refused(Conflict):
            _put(store, replace(stretch("s"), error="lost"), expect=expect)
        assert _of(store) == [current]

    def test_a_put_for_a_stretch_that_is_not_there_conflicts(self, store: Store) -> None:
        with refused(Conflict):
            _put(store, stretch("s"), expect=1)
        assert _of(store) == []

    def test_of_two_who_end_it_one_conflicts(self, store: Store) -> None:
        outcomes = together([lambda: _put(store, stretch("s")), lambda: _put(store, stretch("s"))])
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1

    def test_those_of_a_session_in_order(self, store: Store) -> None:
        for name, number in (("s", 10), ("t", 1), ("s", 2), ("s", 1)):
            _put(store, stretch(name, number))
        _put(store, stretch("s", 3, user=BEN))
        assert [each.number for each in _of(store)] == [1, 2, 10]
        assert [each.number for each in _of(store, user=BEN)] == [3]

    def test_the_unsettled_are_those_that_are_sealing_or_failed(self, store: Store) -> None:
        states = (SessionState.SEALED, SessionState.SEALING, SessionState.FAILED)
        for number, state in enumerate(states, start=1):
            _put(store, replace(stretch("s", number), state=state))
        _put(store, stretch("a", user=BEN))
        _put(store, stretch("r"))
        assert _unsettled(store) == [(ANN, "r", 1), (ANN, "s", 2), (ANN, "s", 3), (BEN, "a", 1)]
        assert _unsettled(store, limit=2) == [(ANN, "r", 1), (ANN, "s", 2)]
        assert _unsettled(store, BEN) == [(BEN, "a", 1)]

    def test_remove_takes_whole_sessions_or_one_stretch(self, store: Store) -> None:
        for name, number in (("s", 1), ("s", 2), ("t", 1), ("u", 1)):
            _put(store, stretch(name, number))
        _put(store, stretch("s", user=BEN))

        def remove(*names: str, number: int | None = None) -> int:
            return store.write(SPACE, lambda unit: unit.stretches.remove(ANN, names, number=number))

        assert remove("s", number=2) == 1
        assert [each.number for each in _of(store)] == [1]
        assert remove("s", "t", "unknown") == 2
        assert _of(store) == []
        assert len(_of(store, "u")) == 1
        assert len(_of(store, user=BEN)) == 1
