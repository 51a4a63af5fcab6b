"""What every `Users` must do."""

from __future__ import annotations

import pytest

from holdfast.domain.user import Amount, Remembered, Stamp
from holdfast.ports.sessions import FOREVER
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, arrival, keep, later, message
from holdfast.testing.conformance.expect import together


def _stamp(store: Store, user: str = ANN) -> Stamp:
    """The stamp of a user who must be there."""
    stamp = store.read(SPACE, lambda unit: unit.users.stamp(user))
    assert stamp is not None
    return stamp


def _advance(store: Store, user: str = ANN, count: int = 1) -> Stamp:
    return store.write(SPACE, lambda unit: unit.users.advance(user, count))


class TestUsers:
    """`ports.users`."""

    def test_an_unknown_user_has_no_stamp(self, store: Store) -> None:
        assert store.read(SPACE, lambda unit: unit.users.stamp(ANN)) is None

    def test_the_first_advance_makes_the_user(self, store: Store) -> None:
        assert _advance(store, count=3).last_seq == 3
        assert _stamp(store).last_seq == 3

    def test_advance_returns_the_stamp_after_it(self, store: Store) -> None:
        first, second = _advance(store, count=3), _advance(store, count=2)
        assert second == Stamp(epoch=first.epoch, last_seq=5, marked=0)
        assert _stamp(store) == second

    def test_users_count_apart(self, store: Store) -> None:
        _advance(store, ANN, 7)
        assert _advance(store, BEN, 1).last_seq == 1
        assert _stamp(store, ANN).last_seq == 7

    def test_epochs_are_random(self, store: Store) -> None:
        assert len({_advance(store, f"user {n}").epoch for n in range(20)}) == 20

    def test_places_are_given_out_once(self, store: Store) -> None:
        def reserve() -> list[int]:
            return [_advance(store).last_seq for _ in range(20)]

        given = together([reserve] * 4)
        places = [seq for each in given if isinstance(each, list) for seq in each]
        assert sorted(places) == list(range(1, 81))

    def test_removing_messages_frees_no_place(self, store: Store) -> None:
        def work(unit: Unit) -> int:
            keep(unit, message("m1", 1), message("m2", 2))
            unit.log.remove(ANN, ["m2"])
            return unit.users.advance(ANN, 1).last_seq

        assert store.write(SPACE, work) == 3

    def test_remark_counts_up_and_changes_nothing_else(self, store: Store) -> None:
        before, other = _advance(store, count=4), _advance(store, BEN)
        store.write(SPACE, lambda unit: unit.users.remark(ANN))
        store.write(SPACE, lambda unit: unit.users.remark(ANN))
        assert _stamp(store) == before._replace(marked=2)
        assert _stamp(store, BEN) == other
        assert _advance(store) == before._replace(marked=2, last_seq=5)

    def test_remarking_nobody_makes_nobody(self, store: Store) -> None:
        store.write(SPACE, lambda unit: unit.users.remark(ANN))
        assert store.read(SPACE, lambda unit: unit.users.stamp(ANN)) is None

    def test_renew_changes_the_epoch_and_nothing_else(self, store: Store) -> None:
        before = _advance(store, count=4)
        other = _advance(store, BEN)
        store.write(SPACE, lambda unit: unit.users.renew(ANN))
        after = _stamp(store)
        assert after.epoch != before.epoch
        assert after.last_seq == before.last_seq
        assert _stamp(store, BEN) == other

    def test_renewing_an_unknown_user_makes_none(self, store: Store) -> None:
        store.write(SPACE, lambda unit: unit.users.renew(ANN))
        assert store.read(SPACE, lambda unit: unit.users.stamp(ANN)) is None

    def test_a_removed_user_is_unknown(self, store: Store) -> None:
        _advance(store)
        store.write(SPACE, lambda unit: unit.users.remove(ANN))
        assert store.read(SPACE, lambda unit: unit.users.stamp(ANN)) is None
        assert store.read(SPACE, lambda unit: unit.users.names()) == []

    def test_a_user_who_begins_anew_has_another_epoch(self, store: Store) -> None:
        before = _advance(store)
        store.write(SPACE, lambda unit: unit.users.remove(ANN))
        assert _advance(store).epoch != before.epoch

    def test_removing_an_unknown_user_is_a_no_op(self, store: Store) -> None:
        _advance(store)
        store.write(SPACE, lambda unit: unit.users.remove(BEN))
        assert _stamp(store).last_seq == 1

    def test_remove_drops_the_row_and_nothing_else(self, store: Store) -> None:
        def work(unit: Unit) -> None:
            keep(unit, message("m1", 1))
            unit.sessions.advance(ANN, "s", arrival(), FOREVER)
            unit.users.remove(ANN)

        store.write(SPACE, work)
        assert len(store.read(SPACE, lambda unit: unit.log.get(ANN, ["m1"]))) == 1
        assert store.read(SPACE, lambda unit: unit.sessions.get(ANN, "s")) is not None

    def test_names_come_in_the_order_of_their_characters(self, store: Store) -> None:
        names = ["Zoe", "ann", "Ann", "小明", "😀", "～", "é", "e\u0301", "a b", "10", "9"]
        for name in names:
            _advance(store, name)
        assert store.read(SPACE, lambda unit: unit.users.names()) == sorted(names)

    @pytest.mark.parametrize(
        ("after", "limit", "expected"),
        [
            ("", 2, ["a", "b"]),
            ("a", 2, ["b", "c"]),
            ("b", 9, ["c", "d"]),
            ("bb", 1, ["c"]),
            ("d", 9, []),
            ("", 0, []),
        ],
    )
    def test_names_are_paged(
        self, store: Store, after: str, limit: int, expected: list[str]
    ) -> None:
        for name in "dbca":
            _advance(store, name)
        names = store.read(SPACE, lambda unit: unit.users.names(after=after, limit=limit))
        assert names == expected

    def test_an_amount_is_of_a_user_a_session_or_an_agent(self, store: Store) -> None:
        def work(unit: Unit) -> None:
            keep(
                unit,
                message("m1", 1),
                message("m2", 2, session="t"),
                message("m1", 3, version=2),
                message("m3", 4, session="t", agent="juno"),
                message("m4", 1, user=BEN),
            )

        store.write(SPACE, work)

        def amount(**which: str) -> Amount:
            user = which.pop("user", ANN)
            return store.read(SPACE, lambda unit: unit.users.amount(user, **which))

        assert amount() == Amount(3, 4)
        assert amount(session="t") == Amount(2, 2)
        assert amount(agent="juno") == Amount(1, 1)
        assert amount(agent="default") == Amount(2, 3)
        assert amount(agent="juno", session="s") == Amount(0, 0)
        assert amount(user=BEN) == Amount(1, 1)
        assert amount(user="nobody") == Amount(0, 0)

    def test_it_is_told_how_much_is_remembered_of_each(self, store: Store) -> None:
        def work(unit: Unit) -> None:
            keep(unit, message("m1", 1), message("m2", 2), message("m1", 3, version=2))
            unit.sessions.advance(ANN, "s", arrival(2, later(5)), FOREVER)
            unit.sessions.advance(ANN, "t", arrival(1, later(9)), FOREVER)
            unit.users.advance(BEN, 1)

        store.write(SPACE, work)
        told = store.read(SPACE, lambda unit: unit.users.remembered())
        assert told == [Remembered(ANN, 2, 2, later(9)), Remembered(BEN, 0, 0, None)]
        behind = store.read(SPACE, lambda unit: unit.users.remembered(after=ANN, limit=1))
        assert [each.user for each in behind] == [BEN]
        assert store.read(SPACE, lambda unit: unit.users.remembered(limit=0)) == []

    def test_the_stamps_of_all_in_one_change_with_each(self, store: Store) -> None:
        seen = [store.read(SPACE, lambda unit: unit.users.stamp(None))]
        assert seen == [Stamp(0, 0)]
        for work in (
            lambda unit: unit.users.advance(ANN, 1),
            lambda unit: unit.users.advance(BEN, 2),
            lambda unit: unit.users.advance(ANN, 1),
            lambda unit: unit.users.renew(BEN),
            lambda unit: unit.users.remark(ANN),
            lambda unit: unit.users.remove(BEN),
        ):
            store.write(SPACE, work)
            seen.append(store.read(SPACE, lambda unit: unit.users.stamp(None)))
        assert len({*seen}) == len(seen)
        assert seen[-1] is not None
        assert seen[-1].last_seq == 2
        assert store.read("elsewhere", lambda unit: unit.users.stamp(None)) == Stamp(0, 0)
