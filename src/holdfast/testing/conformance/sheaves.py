"""What every `Sheaves` must do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from holdfast.ports.marks import Mark
from holdfast.ports.sheaves import Leaf, Volume
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, keep, message

BY = "binder"
FIRST, SECOND, THIRD = Leaf(0, 2, b"one"), Leaf(2, 4, b"two" * 9000), Leaf(4, 5, b"\0\xff")
MARK = Mark("a1", b"\1\0\0\0", 1, "m1", b"\5")


def _furnish(store: Store, user: str = ANN) -> None:
    def work(unit: Unit) -> None:
        unit.users.advance(user, 6)
        keep(unit, *(message(f"m{n}", n, user=user) for n in range(1, 7)))
        for leaf in (FIRST, SECOND, THIRD):
            unit.sheaves.put(user, BY, leaf)

    store.write(SPACE, work)


def _of(store: Store, user: str = ANN, by: str = BY) -> list[Leaf]:
    return store.read(SPACE, lambda unit: unit.sheaves.of(user, by))


def _behind(store: Store, least: int, limit: int = 9, by: str = BY) -> list[str]:
    return store.read(SPACE, lambda unit: unit.sheaves.behind(by, least=least, limit=limit))


def _advance(store: Store, user: str, count: int) -> None:
    store.write(SPACE, lambda unit: unit.users.advance(user, count))


Change = Callable[[Unit], object]

CHANGES: dict[str, tuple[Change, list[Leaf]]] = {
    "the first message is removed": (lambda unit: unit.log.remove(ANN, ["m1"]), []),
    "the last of a leaf is removed": (lambda unit: unit.log.remove(ANN, ["m4"]), [FIRST]),
    "one of the last leaf is removed": (lambda unit: unit.log.remove(ANN, ["m5"]), [FIRST, SECOND]),
    "one in no leaf is removed": (
        lambda unit: unit.log.remove(ANN, ["m6"]),
        [FIRST, SECOND, THIRD],
    ),
    "several are removed": (lambda unit: unit.log.remove(ANN, ["m6", "m5", "m3"]), [FIRST]),
    "one is corrected": (lambda unit: keep(unit, message("m3", 7, version=2)), [FIRST]),
    "one in no leaf is corrected": (
        lambda unit: keep(unit, message("m6", 7, version=2)),
        [FIRST, SECOND, THIRD],
    ),
    "one is marked": (lambda unit: unit.marks.put(ANN, [(4, MARK)]), [FIRST]),
    "one in no leaf is marked": (
        lambda unit: unit.marks.put(ANN, [(6, MARK)]),
        [FIRST, SECOND, THIRD],
    ),
    "one comes": (lambda unit: keep(unit, message("m7", 7)), [FIRST, SECOND, THIRD]),
    "the user is removed": (lambda unit: unit.users.remove(ANN), []),
    "they are dropped": (lambda unit: unit.sheaves.drop(ANN), []),
}


class TestSheaves:
    """`ports.sheaves`."""

    def test_of_an_unknown_user_there_is_nothing(self, store: Store) -> None:
        assert _of(store) == []
        assert _behind(store, 0) == []
        assert store.read(SPACE, lambda unit: unit.sheaves.volume()) == Volume(0, 0)
        store.write(SPACE, lambda unit: unit.sheaves.drop(ANN))

    def test_leaves_come_in_the_order_of_the_log(self, store: Store) -> None:
        _furnish(store)
        assert _of(store) == [FIRST, SECOND, THIRD]
        assert store.read(SPACE, lambda unit: unit.sheaves.reach(ANN, BY)) == (4, 5)
        assert store.read(SPACE, lambda unit: unit.sheaves.reach(ANN, "other")) == (0, 0)
        size = sum(len(leaf.data) for leaf in (FIRST, SECOND, THIRD))
        assert store.read(SPACE, lambda unit: unit.sheaves.volume()) == Volume(3, size)

    def test_those_of_another_maker_are_not_told_and_make_room(self, store: Store) -> None:
        _furnish(store)
        assert _of(store, by="other") == []
        store.write(SPACE, lambda unit: unit.sheaves.put(ANN, "other", THIRD))
        assert (_of(store), _of(store, by="other")) == ([], [THIRD])

    def test_a_leaf_takes_the_place_of_those_beyond_its_beginning(self, store: Store) -> None:
        _furnish(store)
        longer = Leaf(2, 6, b"longer")
        store.write(SPACE, lambda unit: unit.sheaves.put(ANN, BY, longer))
        assert _of(store) == [FIRST, longer]

    @pytest.mark.parametrize("name", CHANGES)
    def test_what_a_leaf_holds_is_true_or_it_is_gone(self, store: Store, name: str) -> None:
        _furnish(store)
        _furnish(store, BEN)
        change, left = CHANGES[name]
        store.write(SPACE, change)
        assert _of(store) == left
        assert _of(store, BEN) == [FIRST, SECOND, THIRD]

    def test_removing_counts_messages_and_not_leaves(self, store: Store) -> None:
        _furnish(store)
        assert store.write(SPACE, lambda unit: unit.log.remove(ANN, ["m1", "m2"])) == 2

    def test_an_older_version_that_comes_late_changes_nothing(self, store: Store) -> None:
        def work(unit: Unit) -> None:
            keep(unit, message("m1", 1, version=2))
            unit.sheaves.put(ANN, BY, FIRST)
            keep(unit, message("m1", 3))

        store.write(SPACE, work)
        assert _of(store) == [FIRST]

    def test_who_is_behind(self, store: Store) -> None:
        for user, count in ((ANN, 100), (BEN, 9), ("cat", 10)):
            _advance(store, user, count)
        assert _behind(store, 10) == [ANN, "cat"]
        assert _behind(store, 10, limit=1) == [ANN]
        store.write(SPACE, lambda unit: unit.sheaves.put(ANN, BY, Leaf(0, 91, b"")))
        assert _behind(store, 10) == ["cat"]
        assert _behind(store, 10, by="other") == [ANN, "cat"]

    def test_a_quarter_of_a_leaf_is_not_waited_for(self, store: Store) -> None:
        _advance(store, ANN, 80)
        store.write(SPACE, lambda unit: unit.sheaves.put(ANN, BY, Leaf(0, 80, b"")))
        _advance(store, ANN, 19)
        assert _behind(store, 10) == []
        _advance(store, ANN, 1)
        assert _behind(store, 10) == [ANN]
