"""The shelf: indexes kept fresh and kept small."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from holdfast.domain.message import Message
from holdfast.flow.capture.marking import Marker
from holdfast.flow.recall.binder import binder
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.shelf import Shelf
from holdfast.ports.marks import Makers, Marks, Sheet
from holdfast.ports.sheaves import Leaf
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, append, message
from holdfast.text.analysis import word_id
from tests.unit.embedders import DIMENSIONS, FakeEmbedder, direction

ROOM = 1 << 20
MARKER = Marker(FakeEmbedder())
FAR = Marker(FakeEmbedder(local=False))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, store: Store) -> list[tuple[int, int]]:
    """From which place on rows were read, and how many, each time that any were."""
    seen: list[tuple[int, int]] = []
    marks = type(store.read(SPACE, lambda unit: unit.marks))
    original = marks.since

    def since(self: Marks, user: str, seq: int, by: Makers) -> Sheet:
        sheet: Sheet = original(self, user, seq, by)
        seen.append((seq, len(sheet.seqs)))
        return sheet

    monkeypatch.setattr(marks, "since", since)
    return seen


def put(unit: Unit, given: Message, marker: Marker | None) -> None:
    unit.users.advance(given.user, 1)
    append(unit, [given], marker.marks([given.text]) if marker else ())


def tell(
    store: Store,
    *texts: str,
    user: str = ANN,
    space: str = SPACE,
    marker: Marker | None = MARKER,
) -> None:
    for text in texts:
        stamp = store.read(space, lambda unit: unit.users.stamp(user))
        seq = (stamp.last_seq if stamp else 0) + 1
        given = message(f"m{seq}", seq, user=user, text=text)
        store.write(space, lambda unit, given=given: put(unit, given, marker))  # type: ignore[misc]


def taken(store: Store, shelf: Shelf, user: str = ANN, space: str = SPACE) -> UserIndex | None:
    return store.read(space, lambda unit: shelf.index(unit, space, user))


def found(store: Store, shelf: Shelf, word: str, user: str = ANN, space: str = SPACE) -> list[int]:
    """The places in the log of the messages that hold the word."""
    index = taken(store, shelf, user, space)
    if index is None:
        return []
    places = index.postings.find([word_id(word)])[0][0]
    seqs: list[int] = sorted(index.rows.seqs[places].tolist())
    return seqs


def test_nobodys_index_is_none(store):
    assert taken(store, Shelf(MARKER, ROOM)) is None


def test_only_what_is_new_is_read(store, read):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea", "milk")
    assert found(store, shelf, "tea") == [1]
    assert found(store, shelf, "milk") == [2]
    assert read == [(0, 2)]
    tell(store, "tea again")
    assert found(store, shelf, "tea") == [1, 3]
    assert read == [(0, 2), (2, 1)]


@pytest.mark.parametrize("marker", [MARKER, FAR, None], ids=["at hand", "far", "unmarked"])
def test_a_turn_never_reads_the_user_again(store, read, marker):
    shelf = Shelf(marker or MARKER, ROOM)
    tell(store, *["tea"] * 20, marker=marker)
    taken(store, shelf)
    for turn in range(20, 40):
        tell(store, "tea", marker=marker)
        assert len(found(store, shelf, "tea")) == turn + 1
        found(store, shelf, "tea")
    assert read == [(0, 20), *((turn, 1) for turn in range(20, 40))]


def test_a_correction_has_the_user_read_again(store, read):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "Rome", "tea")
    taken(store, shelf)
    newer = message("m1", 3, text="Oslo", version=2)
    store.write(SPACE, lambda unit: put(unit, replace(newer, number=1), MARKER))
    assert found(store, shelf, "oslo") == [3]
    assert found(store, shelf, "rome") == []
    assert read == [(0, 2), (2, 1), (0, 2)]


def test_users_and_spaces_have_indexes_of_their_own(store):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea")
    tell(store, "milk", user=BEN)
    tell(store, "cake", space="work")
    assert found(store, shelf, "tea") == [1]
    assert found(store, shelf, "tea", user=BEN) == []
    assert found(store, shelf, "tea", space="work") == []
    assert found(store, shelf, "cake", space="work") == [1]


def test_what_was_not_analysed_is_analysed_for_the_index(store):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea", marker=None)
    tell(store, "tea and milk")
    assert found(store, shelf, "tea") == [1, 2]
    index = taken(store, shelf)
    assert index is not None
    assert index.first_without_vector == 1


def likeness(store: Store, shelf: Shelf, text: str) -> list[float]:
    index = taken(store, shelf)
    assert index is not None
    alike: list[float] = index.vectors.like(direction(text)).tolist()
    return alike


def mend(store: Store, marker: Marker, limit: int = 100) -> None:
    """What the job does."""
    rows = store.read(SPACE, lambda u: u.marks.stale(ANN, marker.by, after_seq=0, limit=limit))
    mended = marker.mended(rows)

    def put_marks(unit: Unit) -> None:
        unit.marks.put(ANN, mended)
        unit.users.remark(ANN)

    store.write(SPACE, put_marks)


def test_vectors_that_the_job_makes_later_are_seen(store, read):
    shelf = Shelf(FAR, ROOM)
    tell(store, "tea", "milk", "cake", marker=FAR)
    assert likeness(store, shelf, "tea") == [0, 0, 0]
    mend(store, FAR, limit=1)
    assert likeness(store, shelf, "tea")[0] == pytest.approx(1, abs=0.01)
    mend(store, FAR)
    assert likeness(store, shelf, "cake")[2] == pytest.approx(1, abs=0.01)
    assert read == [(0, 3), (0, 3), (1, 2)]
    mend(store, FAR)
    likeness(store, shelf, "cake")
    assert len(read) == 3, "nothing is lacking any more"


def test_messages_and_vectors_may_come_together(store):
    shelf = Shelf(FAR, ROOM)
    tell(store, "tea", marker=FAR)
    likeness(store, shelf, "tea")
    tell(store, "milk", marker=FAR)
    mend(store, FAR)
    assert likeness(store, shelf, "tea")[0] == pytest.approx(1, abs=0.01)
    assert likeness(store, shelf, "milk")[1] == pytest.approx(1, abs=0.01)


def forgotten(unit: Unit) -> None:
    unit.log.remove(ANN, ["m1"])
    unit.users.renew(ANN)


def test_another_epoch_means_reading_all_again(store, read):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea", "milk")
    found(store, shelf, "tea")
    store.write(SPACE, forgotten)
    assert found(store, shelf, "tea") == []
    assert found(store, shelf, "milk") == [2]
    assert read == [(0, 2), (0, 1)]


def test_a_user_who_is_gone_leaves_nothing_behind(store):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea")
    found(store, shelf, "tea")
    store.write(SPACE, lambda unit: (unit.log.remove(ANN, ["m1"]), unit.users.remove(ANN)))
    assert found(store, shelf, "tea") == []
    assert shelf.bytes == 0
    tell(store, "cake")
    assert found(store, shelf, "tea") == []
    assert found(store, shelf, "cake") == [1]


def test_an_older_snapshot_does_not_set_the_index_back(store, read):
    """Another thread may have been quicker with a newer one."""
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea")

    newer = taken(store, shelf)

    def late(unit: Unit) -> UserIndex | None:
        stamp = unit.users.stamp(ANN)
        assert stamp is not None
        users = SimpleNamespace(stamp=lambda _user: stamp._replace(last_seq=0))
        older: Any = SimpleNamespace(users=users, marks=unit.marks)
        return shelf.index(older, SPACE, ANN)

    index = store.read(SPACE, late)
    assert index is newer
    assert index is not None
    assert (len(index), index.stamp.last_seq) == (1, 1)
    assert read == [(0, 1)]


def test_dropping_lets_go(store, read):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea")
    found(store, shelf, "tea")
    assert shelf.bytes > 0
    shelf.drop(SPACE, ANN)
    shelf.drop(SPACE, "unknown")
    assert shelf.bytes == 0
    assert found(store, shelf, "tea") == [1]
    assert read == [(0, 1), (0, 1)]


def test_the_shelf_is_bounded_and_the_index_not_asked_for_longest_goes_first(store, read):
    users = [f"user{n}" for n in range(4)]
    for user in users:
        tell(store, "tea", user=user)
    one = Shelf(MARKER, ROOM)
    found(store, one, "tea", users[0])
    shelf = Shelf(MARKER, 3 * one.bytes)
    for user in (*users[:3], users[0], users[3]):  # users[1] has waited longest when room runs out
        found(store, shelf, "tea", user)
        assert shelf.bytes <= 3 * one.bytes
    read.clear()
    for user in (users[0], users[2], users[3]):
        found(store, shelf, "tea", user)
    assert read == []
    assert found(store, shelf, "tea", users[1]) == [1]
    assert read == [(0, 1)]


def test_what_grows_or_is_made_anew_is_weighed_again(store):
    shelf = Shelf(MARKER, ROOM)
    tell(store, "tea")
    taken(store, shelf)
    small = shelf.bytes
    tell(store, *["tea and much more"] * 200)
    taken(store, shelf)
    assert shelf.bytes > small + 200 * DIMENSIONS
    store.write(SPACE, forgotten)
    store.write(SPACE, lambda unit: unit.log.remove(ANN, [f"m{n}" for n in range(2, 202)]))
    taken(store, shelf)
    assert shelf.bytes < small
    shelf.drop(SPACE, ANN)
    assert shelf.bytes == 0


def test_an_index_larger_than_the_shelf_is_used_all_the_same(store):
    shelf = Shelf(MARKER, 1)
    tell(store, "tea")
    tell(store, "tea", user=BEN)
    assert found(store, shelf, "tea") == [1]
    assert found(store, shelf, "tea", user=BEN) == [1]
    assert found(store, shelf, "tea") == [1]


def test_it_knows_how_much_it_would_have_to_read(store: Store):
    shelf = Shelf(MARKER, ROOM)

    def unloaded(user: str = ANN) -> int:
        return store.read(SPACE, lambda unit: shelf.unloaded(unit, SPACE, user))

    assert unloaded() == 0, "nobody is known yet"
    tell(store, "tea", "火锅", "cake")
    assert unloaded() == 3
    store.read(SPACE, lambda unit: shelf.index(unit, SPACE, ANN))
    assert unloaded() == 0
    tell(store, "more")
    assert unloaded() == 1
    store.read(SPACE, lambda unit: shelf.index(unit, SPACE, ANN))
    corrected = replace(message("m1", 5, text="green tea"), version=2)
    store.write(SPACE, lambda unit: put(unit, corrected, MARKER))
    assert unloaded() == 5, "what was corrected is not taken in beside what is there"
    store.read(SPACE, lambda unit: shelf.index(unit, SPACE, ANN))
    assert unloaded() == 0
    store.write(SPACE, lambda unit: unit.users.renew(ANN))
    assert unloaded() == 5
    store.write(SPACE, lambda unit: unit.users.advance(ANN, 95))
    leaf = Leaf(0, 80, b"")
    store.write(SPACE, lambda unit: unit.sheaves.put(ANN, binder(MARKER.by), leaf))
    assert unloaded() == 20 + 8
