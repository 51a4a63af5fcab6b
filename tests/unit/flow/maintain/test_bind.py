"""Binding: users nobody has asked about are kept packed, and answers are the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.domain.recall import Hit
from holdfast.errors import StoreReadOnly
from holdfast.flow.maintain import bind
from holdfast.flow.recall.binder import binder
from holdfast.memory import Memory
from holdfast.ports.marks import Makers
from holdfast.ports.sheaves import Leaf
from tests.unit.conftest import Open

ALICE = "alice"


@pytest.fixture(autouse=True)
def small_leaves(monkeypatch):
    monkeypatch.setattr(bind, "LEAST", 4)
    monkeypatch.setattr(bind, "FULL", 8)


def say(memory: Memory, count: int, user: str = ALICE, word: str = "tea") -> list[str]:
    return memory.add(user, [f"{word} number {n} of the house" for n in range(count)])


def leaves(memory: Memory, user: str = ALICE) -> list[tuple[int, int]]:
    name = binder(memory._parts.marker.by)
    found = memory._parts.store.read("default", lambda unit: unit.sheaves.of(user, name))
    return [(leaf.after_seq, leaf.last_seq) for leaf in found]


def read_by_row(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After which places rows are read from now on, one by one."""
    seen: list[int] = []
    marks = type(memory._parts.store.read("default", lambda unit: unit.marks))
    original = marks.since

    def since(self, user, seq, by, **more):
        seen.append(seq)
        return original(self, user, seq, by, **more)

    monkeypatch.setattr(marks, "since", since)
    return seen


def answers(memory: Memory, user: str = ALICE) -> list[Hit]:
    """What is found by one who has nothing in memory yet, to the last digit."""
    memory.admin.drop_index(user)
    found = [memory.recall(user, q) for q in ("tea number 3", "", "house of cards")]
    return [hit for each in found for hit in each.hits]


def test_few_messages_are_not_bound(memory):
    say(memory, 3)
    memory.admin.run_jobs()
    assert leaves(memory) == []


def test_who_has_said_enough_is_bound_and_read_in_one_piece(memory, monkeypatch):
    say(memory, 6)
    before = answers(memory)
    memory.admin.run_jobs()
    assert leaves(memory) == [(0, 6)]
    rows = read_by_row(memory, monkeypatch)
    assert answers(memory) == before
    assert rows == []
    say(memory, 1, word="milk")
    assert any("milk" in hit.text for hit in answers(memory))
    assert rows == [6]


def test_full_leaves_stay_and_the_last_one_grows(memory):
    say(memory, 21)
    memory.admin.run_jobs()
    assert leaves(memory) == [(0, 8), (8, 16), (16, 21)]
    say(memory, 2)
    memory.admin.run_jobs()
    assert leaves(memory) == [(0, 8), (8, 16), (16, 21)]
    say(memory, 2)
    before = answers(memory)
    memory.admin.run_jobs()
    assert leaves(memory) == [(0, 8), (8, 16), (16, 24)]
    assert answers(memory) == before


def test_all_users_of_all_spaces_are_bound(memory):
    other = memory.in_space("other")
    for user in ("a", "b", "c"):
        say(memory, 9, user)
        say(other, 5, user)
    memory.admin.run_jobs()
    assert leaves(memory, "b") == [(0, 8)]
    by = binder(memory._parts.marker.by)
    found = memory._parts.store.read("other", lambda unit: unit.sheaves.of("c", by))
    assert [leaf.last_seq for leaf in found] == [5]


def test_where_nobody_is_behind_nothing_is_written(memory):
    say(memory, 6)
    memory.admin.run_jobs()
    before = memory._parts.store.changes()
    assert bind.bind_behind(memory._parts.store, memory._parts.marker.by) == 0
    assert memory._parts.store.changes() == before


def test_what_is_not_analysed_is_not_bound_and_nothing_behind_it(memory):
    say(memory, 9)
    store, by = memory._parts.store, memory._parts.marker.by

    def unmark(unit):
        rows = unit.marks.stale(ALICE, Makers("?", "?"), after_seq=4, limit=1)
        unit.marks.put(ALICE, [(rows[0].seq, rows[0].mark._replace(analysis="older"))])

    store.write("default", unmark)
    before = answers(memory)
    assert store.write("default", lambda unit: bind.bind(unit, ALICE, by)) == 4
    assert store.write("default", lambda unit: bind.bind(unit, ALICE, by)) == 0
    assert leaves(memory) == [(0, 4)]
    assert answers(memory) == before


def test_a_user_who_cannot_be_helped_is_tried_once(memory, monkeypatch):
    say(memory, 9, "a")
    say(memory, 9, "b")

    def cannot(sheet):
        raise ValueError("an id has several lines")

    with monkeypatch.context() as patched:
        patched.setattr(bind, "_pressed", cannot)
        memory.admin.run_jobs()
    assert leaves(memory, "a") == leaves(memory, "b") == []
    memory.admin.run_jobs()
    assert leaves(memory, "a") == leaves(memory, "b") == [(0, 8)]


@pytest.mark.parametrize("spoilt", [{"numbers": None}, {"said_at": 1 << 70}, {"traits": "x"}])
def test_a_damaged_row_keeps_its_user_from_being_bound_and_nobody_else(memory, monkeypatch, spoilt):
    say(memory, 9, "a")
    say(memory, 9, "b")
    press = bind._pressed

    def damaged(unit, user, sheet):
        monkeypatch.setattr(bind, "_pressed", press)
        rows = {name: [value] * len(sheet.seqs) for name, value in spoilt.items()}
        return press(unit, user, replace(sheet, **rows))

    monkeypatch.setattr(bind, "_pressed", damaged)
    memory.admin.run_jobs()
    assert (leaves(memory, "a"), leaves(memory, "b")) == ([], [(0, 8)])


def test_of_an_unknown_user_nothing_is_bound(memory):
    by = memory._parts.marker.by
    assert memory._parts.store.write("default", lambda unit: bind.bind(unit, "nobody", by)) == 0


def test_places_that_hold_nothing_any_more_are_passed_over(memory):
    for id_ in say(memory, 17)[:10]:
        memory.forget(ALICE, message=id_)
    memory.admin.run_jobs()
    assert leaves(memory) == [(0, 8), (8, 16)]
    found = answers(memory)
    assert {hit.seq for hit in found} == {*range(11, 18)}


def test_nothing_left_at_all(memory):
    for id_ in say(memory, 6):
        memory.forget(ALICE, message=id_)
    memory.admin.run_jobs()
    assert leaves(memory) == [(0, 6)]
    assert answers(memory) == []
    say(memory, 1, word="milk")
    assert {hit.seq for hit in answers(memory)} == {7}


@pytest.mark.parametrize("place", [0, 5, 12, 20])
def test_a_correction_and_what_is_forgotten_are_seen_at_once(memory, place):
    ids = say(memory, 21)
    memory.admin.run_jobs()
    memory.correct(ALICE, ids[place], "number 3 of the cards")
    memory.admin.drop_index(ALICE)
    assert memory.recall(ALICE, "cards").hits[0].sources == (ids[place],)
    memory.admin.run_jobs()
    memory.admin.drop_index(ALICE)
    assert memory.recall(ALICE, "cards").hits[0].sources == (ids[place],)
    memory.forget(ALICE, message=ids[place])
    assert all(ids[place] not in hit.sources for hit in answers(memory))


def test_a_correction_of_what_is_in_no_leaf_keeps_the_leaves(memory, monkeypatch):
    say(memory, 8)
    memory.admin.run_jobs()
    ids = say(memory, 3)
    memory.correct(ALICE, ids[1], "number 3 of the cards")
    rows = read_by_row(memory, monkeypatch)
    assert any("cards" in hit.text for hit in answers(memory))
    assert set(rows) == {8}


def test_in_one_go_so_much_is_bound_and_no_more(memory, monkeypatch):
    monkeypatch.setattr(bind, "MOST", 16)
    for user in "abc":
        say(memory, 10, user)
    assert bind.bind_behind(memory._parts.store, memory._parts.marker.by) == 16
    assert [leaves(memory, user) for user in "abc"] == [[(0, 8)], [(0, 8)], []]
    memory.admin.run_jobs()
    assert leaves(memory, "c") == [(0, 8)]


def test_it_leaves_no_job_and_takes_none(memory):
    say(memory, 30)
    before = memory.admin.jobs()
    memory._parts.worker.tend()
    assert leaves(memory)[-1] == (24, 30)
    assert memory.admin.jobs() == before


def spoil(memory: Memory, leaf: int) -> None:
    """Change one bit of a leaf."""
    name = binder(memory._parts.marker.by)

    def work(unit):
        found = unit.sheaves.of(ALICE, name)
        unit.sheaves.drop(ALICE)
        for at, each in enumerate(found):
            data = bytearray(each.data)
            data[len(data) // 2] ^= at == leaf
            unit.sheaves.put(ALICE, name, Leaf(each.after_seq, each.last_seq, bytes(data)))

    memory._parts.store.write("default", work)


@pytest.mark.parametrize("leaf", [0, 1, 2])
def test_a_damaged_leaf_is_seen_and_made_again(memory, monkeypatch, leaf):
    say(memory, 21)
    memory.admin.run_jobs()
    before = answers(memory)
    spoil(memory, leaf)
    [finding] = [f for f in memory.admin.check(thorough=True) if f.name == "packed marks"]
    assert not finding.good
    assert answers(memory) == before
    memory.admin.run_jobs()
    rows = read_by_row(memory, monkeypatch)
    assert answers(memory) == before
    assert rows == []
    [finding] = [f for f in memory.admin.check(thorough=True) if f.name == "packed marks"]
    assert finding.good
    assert finding.detail.startswith("3 leaves")


def test_leaves_that_do_not_follow_each_other_are_not_used(memory):
    say(memory, 21)
    memory.admin.run_jobs()
    before = answers(memory)
    name = binder(memory._parts.marker.by)

    def tear_out(unit):
        first, _, last = unit.sheaves.of(ALICE, name)
        unit.sheaves.drop(ALICE)
        unit.sheaves.put(ALICE, name, first)
        unit.sheaves.put(ALICE, name, last)

    memory._parts.store.write("default", tear_out)
    assert answers(memory) == before


def test_a_memory_opened_for_reading_writes_none(open_memory: Open, engine, tmp_path):
    if engine == "inmemory":
        return
    memory = open_memory()
    say(memory, 9)
    memory.close()
    with Memory.open(tmp_path / "memory.db", read_only=True) as reader:
        assert answers(reader)
        by = reader._parts.marker.by
        assert leaves(reader) == []
        with pytest.raises(StoreReadOnly):
            reader._parts.store.write("default", lambda unit: bind.bind(unit, ALICE, by))
