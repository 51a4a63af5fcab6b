"""Summaries as items: what is taken back with them, and what is seen again."""

from __future__ import annotations

from holdfast.domain.item import ItemKind
from holdfast.domain.message import Trust
from holdfast.flow.condense.summaries import resting_on, take_back
from holdfast.ports.reviewer import Action, Change
from tests.unit.accounts import lost, said


def write(memory, work):
    return memory._parts.store.write(memory.space, work)


def test_a_summary_says_what_it_is(memory):
    memory.add("ming", said(12))
    memory.admin.run_jobs()
    (item,) = memory.items.between("ming")
    assert (item.kind, item.trust, item.attributes) == (
        ItemKind.SUMMARY,
        Trust.DERIVED,
        {"by": "fake", "to": 2},
    )
    assert item.confidence == 1.0


def test_what_rests_on_an_item_is_found_however_far_up(memory):
    for number in range(8):
        memory.add("ming", said(2, start=2 * number), session=f"{number}")
        memory.seal("ming", f"{number}")
        memory.admin.run_jobs()
    (segment, *_) = memory.items.between("ming", level=0, current=False)
    found = write(memory, lambda unit: resting_on(unit, "ming", [segment]))
    assert [item.level for item in found] == [0, 1, 2]
    assert write(memory, lambda unit: resting_on(unit, "ming", [])) == []


def test_what_a_summary_took_out_of_sight_is_seen_again(memory, clock):
    memory.add("ming", said(6))
    memory.seal("ming")
    memory.admin.run_jobs()
    (stretch,) = memory.items.between("ming")
    gone = write(memory, lambda unit: take_back(unit, "ming", [stretch], clock.now()))
    assert gone == [stretch]
    assert [item.level for item in memory.items.between("ming")] == [0, 0, 0]
    assert lost(memory, "ming") == set()
    memory.admin.run_jobs()
    assert [item.level for item in memory.items.between("ming")] == [1]


def test_a_review_that_is_taken_back_brings_nothing_into_sight_again(memory, reviewer):
    """It names summaries among its sources, and takes none of them out of sight."""
    memory.add("ming", said(12))
    memory.admin.run_jobs()
    (segment,) = memory.items.between("ming")
    (other,) = memory.add("ming", "And something else.", session="other")
    reviewer.changes = (Change(other, Action.DROP, "empty talk"),)
    note = memory.memo.review("ming")
    assert {segment.id, other} < set(note.sources)  # and all that was read besides
    memory.seal("ming")
    memory.admin.run_jobs()
    (stretch,) = memory.items.between("ming")
    assert segment.id in stretch.sources
    memory.forget("ming", message=other)
    assert memory.items.get("ming", note.id) is None
    assert memory.items.between("ming") == [stretch]


def test_what_was_left_out_stays_hidden_when_its_segment_is_taken_back(memory):
    ids = memory.add("ming", said(10))
    note = memory.memo.hide("ming", [ids[0]])
    memory.add("ming", said(3, start=10))
    memory.admin.run_jobs()
    assert memory.recent("ming").hidden == 0
    memory.forget("ming", message=ids[1])
    memory.admin.run_jobs()
    for item in memory.items.between("ming", current=False):
        assert "line 0" not in item.text
    assert ids[0] not in [message.id for message in memory.recent("ming").messages]
    memory.memo.undo("ming", note.id)
    memory.admin.run_jobs()
    shown = " ".join(
        [memory.recent("ming").memo, *(m.text for m in memory.recent("ming").messages)]
    )
    assert "line 0 " in shown
    assert lost(memory, "ming") == set()


def test_words_that_a_review_took_from_what_is_forgotten_are_gone_from_segments(memory, reviewer):
    ids = memory.add("ming", said(10))
    (code,) = memory.add("ming", "The code is heron.", session="other")
    reviewer.changes = (Change(ids[0], Action.REWRITE, "clearer", "line 0, and heron"),)
    memory.memo.review("ming")
    memory.add("ming", said(3, start=10))
    memory.admin.run_jobs()
    assert any("heron" in item.text for item in memory.items.between("ming", current=False))
    memory.forget("ming", message=code)
    memory.admin.run_jobs()
    for item in memory.items.find("ming", limit=1000):
        assert "heron" not in f"{item.text} {item.attributes}"
    assert all("heron" not in message.text for message in memory.recent("ming").messages)
