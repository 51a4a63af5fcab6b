"""Mend: stand-ins are made again, and what rests on them."""

from __future__ import annotations

import pytest

from holdfast.ports.summariser import Summary
from holdfast.testing.summarisers import FakeSummariser
from tests.unit.accounts import said


class Weak(FakeSummariser):
    """Leaves stand-ins behind while it is not well."""

    well = True

    def summarise(self, lines, *, limit):
        made = super().summarise(lines, limit=limit)
        if self.well:
            return made
        return Summary(made.text[:4], by="stand-in", provisional=True)


@pytest.fixture
def summariser() -> Weak:
    return Weak()


def provisional(memory) -> int:
    return len(memory._parts.store.read(memory.space, lambda unit: unit.items.provisional()))


def in_all(memory):
    return memory.items.between("ming", current=False)


def test_a_stand_in_stands_until_the_summariser_is_well(memory, summariser, clock):
    summariser.well = False
    memory.add("ming", said(25))
    memory.admin.run_jobs()
    before = in_all(memory)
    assert len(before) == provisional(memory) == 8
    calls = len(summariser.read)
    memory.admin.run_jobs()  # not well: nobody is asked in vain
    assert len(summariser.read) == calls
    summariser.well = True
    clock.advance(60)
    memory.admin.run_jobs()
    after = in_all(memory)
    assert [item.id for item in after] == [item.id for item in before]
    assert [item.sources for item in after] == [item.sources for item in before]
    assert {item.attributes["by"] for item in after} == {"fake"}
    assert provisional(memory) == 0


def test_it_goes_up_to_the_top(memory, summariser, clock):
    """Segments first, then their stretches, then topics: each from what is below it now."""
    summariser.well = False
    for session in range(8):
        memory.add("ming", said(4, start=4 * session), session=f"s{session}")
        memory.seal("ming", f"s{session}")
        memory.admin.run_jobs()
    assert {item.level for item in in_all(memory)} == {0, 1, 2}
    summariser.well = True
    clock.advance(60)
    memory.admin.run_jobs()
    assert provisional(memory) == 0
    (topic,) = memory.items.between("ming")
    stretches = memory.items.between("ming", level=1, current=False)
    assert topic.text == " / ".join(item.text for item in stretches)[:500]
    assert "line 0 第0句 / line 1 第1句" in topic.text


def test_one_that_gets_ill_again_leaves_the_rest_as_it_is(memory, summariser, clock):
    summariser.well = False
    memory.add("ming", said(25))
    memory.admin.run_jobs()
    count = len(summariser.read)

    def fall_ill() -> None:
        if len(summariser.read) >= count + 3:
            summariser.well = False

    summariser.well, summariser.meanwhile = True, fall_ill
    clock.advance(60)
    memory.admin.run_jobs()
    assert provisional(memory) == 5
    assert len(in_all(memory)) == 8


@pytest.mark.parametrize("sealed", [False, True])
def test_a_correction_reaches_every_summary_above_it(memory, clock, sealed):
    ids = memory.add("ming", said(14))
    if sealed:
        memory.seal("ming")
    memory.admin.run_jobs()
    memory.correct("ming", ids[0], "other words")
    assert provisional(memory) == 1
    memory.admin.run_jobs()
    assert provisional(memory) == 0
    above = [item for item in in_all(memory) if "line 1 " in item.text]
    assert len(above) == (2 if sealed else 1)
    assert all(item.text.startswith("other words / line 1") for item in above)


def test_a_summary_that_reads_the_same_changes_nothing_above(memory, summariser):
    ids = memory.add("ming", said(4))
    memory.seal("ming")
    memory.admin.run_jobs()
    (before,) = memory.items.between("ming")
    memory.correct("ming", ids[0], "x")
    memory.correct("ming", ids[0], said(1)[0]["content"])
    memory.admin.run_jobs()
    assert memory.items.between("ming") == [before]


def test_a_failure_keeps_what_there_was(memory, summariser, clock):
    ids = memory.add("ming", said(12))
    memory.admin.run_jobs()
    before = in_all(memory)
    memory.correct("ming", ids[0], "other words")
    summariser.error = "away"
    memory.admin.run_jobs()
    assert [item.text for item in in_all(memory)] == [item.text for item in before]
    summariser.error = ""
    clock.advance(2)
    memory.admin.run_jobs()
    assert in_all(memory)[0].text.startswith("other words")


def test_one_that_is_edited_meanwhile_keeps_what_was_written(memory, summariser):
    ids = memory.add("ming", said(12))
    memory.admin.run_jobs()
    first = in_all(memory)[0]
    memory.correct("ming", ids[0], "other words")
    done: list[object] = []

    def edit() -> None:
        if not done:
            done.append(memory.memo.edit("ming", first.id, "By hand."))

    summariser.meanwhile = edit
    memory.admin.run_jobs()
    assert memory.items.get("ming", first.id).text == "By hand."
    assert provisional(memory) == 0


def test_a_scan_asks_for_it_in_every_space(memory, summariser, clock):
    summariser.well = False
    other = memory.in_space("other")
    for each in (memory, other):
        each.add("ming", said(12), agent="juno")
    memory.admin.run_jobs()
    assert provisional(memory) == provisional(other) == 1
    summariser.well = True
    clock.advance(60)
    memory.admin.run_jobs()
    assert provisional(memory) == provisional(other) == 0
