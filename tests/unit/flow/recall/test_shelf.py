"""The shelf: indexes kept fresh and kept small."""

from __future__ import annotations

import pytest

from holdfast.flow.recall.shelf import Shelf
from holdfast.ports.store import Store
from holdfast.ports.terms import Terms
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, keep, message

ROOM = 1 << 20


@pytest.fixture
def asked(monkeypatch, store: Store) -> list[int]:
    """From which place on rows were read, each time that any were."""
    seen: list[int] = []
    terms = type(store.read(SPACE, lambda unit: unit.terms))
    original = terms.since

    def since(self: Terms, user: str, seq: int, *, version: str):
        seen.append(seq)
        return original(self, user, seq, version=version)

    monkeypatch.setattr(terms, "since", since)
    return seen


def tell(store: Store, *texts: str, user: str = ANN, space: str = SPACE) -> None:
    for text in texts:
        stamp = store.read(space, lambda unit: unit.users.stamp(user))
        seq = (stamp.last_seq if stamp else 0) + 1
        given = message(f"m{seq}", seq, user=user, text=text)
        store.write(space, lambda unit, given=given: keep(unit, given))  # type: ignore[misc]


def found(store: Store, shelf: Shelf, term: str, user: str = ANN, space: str = SPACE) -> list[int]:
    index = store.read(space, lambda unit: shelf.index(unit, space, user))
    return [] if index is None else [*index.score([term])]


def test_nobodys_index_is_none(store):
    assert store.read(SPACE, lambda unit: Shelf(ROOM).index(unit, SPACE, ANN)) is None


def test_only_what_is_new_is_read(store, asked):
    shelf = Shelf(ROOM)
    tell(store, "tea", "milk")
    assert found(store, shelf, "tea") == [1]
    assert found(store, shelf, "milk") == [2]
    assert asked == [0]
    tell(store, "tea again")
    assert found(store, shelf, "tea") == [1, 3]
    assert asked == [0, 2]


def test_users_and_spaces_have_indexes_of_their_own(store):
    shelf = Shelf(ROOM)
    tell(store, "tea")
    tell(store, "milk", user=BEN)
    tell(store, "cake", space="work")
    assert found(store, shelf, "tea") == [1]
    assert found(store, shelf, "tea", user=BEN) == []
    assert found(store, shelf, "tea", space="work") == []
    assert found(store, shelf, "cake", space="work") == [1]


def test_another_epoch_means_reading_all_again(store, asked):
    shelf = Shelf(ROOM)
    tell(store, "tea", "milk")
    found(store, shelf, "tea")
    store.write(SPACE, lambda unit: (unit.log.remove(ANN, ["m1"]), unit.users.renew(ANN)))
    assert found(store, shelf, "tea") == []
    assert found(store, shelf, "milk") == [2]
    assert asked == [0, 0]


def test_a_user_who_is_gone_leaves_nothing_behind(store):
    shelf = Shelf(ROOM)
    tell(store, "tea")
    found(store, shelf, "tea")
    store.write(SPACE, lambda unit: (unit.log.remove(ANN, ["m1"]), unit.users.remove(ANN)))
    assert found(store, shelf, "tea") == []
    assert shelf.bytes == 0
    tell(store, "cake")
    assert found(store, shelf, "tea") == []
    assert found(store, shelf, "cake") == [1]


def test_dropping_lets_go(store, asked):
    shelf = Shelf(ROOM)
    tell(store, "tea")
    found(store, shelf, "tea")
    assert shelf.bytes > 0
    shelf.drop(SPACE, ANN)
    shelf.drop(SPACE, "unknown")
    assert shelf.bytes == 0
    assert found(store, shelf, "tea") == [1]
    assert asked == [0, 0]


def test_the_shelf_is_bounded_and_the_index_not_asked_for_longest_goes_first(store, asked):
    users = [f"user{n}" for n in range(4)]
    for user in users:
        tell(store, "tea", user=user)
    one = Shelf(ROOM)
    found(store, one, "tea", users[0])
    shelf = Shelf(3 * one.bytes)
    for user in (*users[:3], users[0], users[3]):  # users[1] has waited longest when room runs out
        found(store, shelf, "tea", user)
        assert shelf.bytes <= 3 * one.bytes
    asked.clear()
    for user in (users[0], users[2], users[3]):
        found(store, shelf, "tea", user)
    assert asked == []
    assert found(store, shelf, "tea", users[1]) == [1]
    assert asked == [0]


def test_an_index_larger_than_the_shelf_is_used_all_the_same(store):
    shelf = Shelf(1)
    tell(store, "tea")
    tell(store, "tea", user=BEN)
    assert found(store, shelf, "tea") == [1]
    assert found(store, shelf, "tea", user=BEN) == [1]
    assert found(store, shelf, "tea") == [1]
