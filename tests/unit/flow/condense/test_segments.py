"""Segments: which messages are folded together next."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.domain.memo import Memo
from holdfast.flow.condense.segments import plan
from tests.unit.accounts import said


def planned(memory, window: int, agent: str = "default", folded_to: int = 0):
    memo = Memo(user="ming", agent=agent, folded_to=folded_to)
    return memory._parts.store.read(memory.space, lambda unit: plan(unit, memo, window))


def places(memory, window: int, **more: Any) -> list[list[int]]:
    segments = planned(memory, window, **more).segments
    return [[entry.place for entry in segment.entries] for segment in segments]


def test_nothing_is_due_until_the_window_overflows(memory):
    memory.add("ming", said(10))
    assert places(memory, 10) == []
    memory.add("ming", said(1))
    assert places(memory, 10) == [[1, 2]]


@pytest.mark.parametrize(
    ("window", "count", "due"),
    [(2, 3, [[1, 2]]), (2, 2, []), (2, 6, [[1, 2], [3, 4]]), (3, 4, [[1, 2]])],
)
def test_the_smallest_windows(memory, window, count, due):
    memory.add("ming", said(count))
    assert places(memory, window) == due


def test_the_largest_window(memory):
    memory.add("ming", said(1000))
    assert places(memory, 10_000) == []
    memory.seal("ming")
    assert [len(part) for part in places(memory, 10_000)] == [1000]


def test_a_stretch_that_has_ended_is_due_at_once_and_in_the_same_parts(memory):
    """What goes together depends on the log alone, not on when somebody looked."""
    memory.add("ming", said(5))
    assert places(memory, 10) == []
    memory.seal("ming")
    assert places(memory, 10) == [[1, 2], [3, 4], [5]]


def test_one_message_alone_waits_until_it_leaves_the_window(memory, clock):
    memory.add("ming", "hello?", session="short")
    memory.seal("ming", "short")
    assert places(memory, 10) == []
    memory.add("ming", said(9))
    assert places(memory, 10) == [[1]]


def test_sessions_that_take_turns_are_folded_apart(memory):
    for number in range(10):
        memory.add("ming", f"a{number}", session="a")
        memory.add("ming", f"b{number}", session="b")
    segments = planned(memory, 10).segments
    assert [segment.home.session for segment in segments] == ["a", "b", "a", "b", "a"]
    assert places(memory, 10) == [[1, 3], [2, 4], [5, 7], [6, 8], [9, 11]]


def test_agents_have_streams_of_their_own(memory):
    for number in range(12):
        memory.add("ming", f"j{number}", session="s", agent="juno")
        memory.add("ming", f"m{number}", session="s", agent="momo")
    assert places(memory, 10, agent="juno") == [[1, 3]]
    assert places(memory, 10, agent="momo") == [[2, 4]]
    assert places(memory, 10, agent="nobody") == []


def test_a_slow_session_holds_the_mark_back_and_nothing_else(memory):
    memory.add("ming", "slow", session="slow")
    memory.add("ming", said(20), session="fast")
    due = planned(memory, 10)
    assert min(entry.place for segment in due.segments for entry in segment.entries) == 2
    memory.admin.run_jobs()
    assert planned(memory, 10).folded_to == 0
    memory.seal("ming", "slow")
    memory.add("ming", said(20, start=20), session="fast")
    memory.admin.run_jobs()
    assert planned(memory, 10).folded_to > 2


def test_a_correction_inside_a_segment_changes_its_text_and_no_border(memory):
    ids = memory.add("ming", said(11))
    for id_ in ids[:3]:
        memory.correct("ming", id_, "other words")
    assert places(memory, 10) == [[1, 2]]
    assert planned(memory, 10).segments[0].entries[0].message.text == "other words"


def test_a_gap_in_what_is_folded_is_closed_however_small(memory):
    ids = memory.add("ming", said(20))
    memory.admin.run_jobs()
    memory.forget("ming", message=ids[2])
    assert places(memory, 10) == [[4]]
