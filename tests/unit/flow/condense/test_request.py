"""The job that folds: asked for when a window overflows, and once at a time."""

from __future__ import annotations

import pytest

from tests.unit.accounts import said


def jobs(memory) -> list[tuple[str, str, str]]:
    return [(job.user, job.kind, job.key) for job in memory.admin.jobs()]


@pytest.mark.parametrize("window", [2, 10, 64])
def test_it_is_asked_for_with_the_message_that_is_too_many(open_memory, window):
    memory = open_memory(f"w{window}", memo_window=window)
    for number in range(window):
        memory.add("ming", said(1, start=number), agent="juno")
    assert jobs(memory) == []
    memory.add("ming", said(1), agent="juno")
    assert jobs(memory) == [("ming", "fold", "juno")]


def test_a_window_that_a_space_chose_larger_is_respected(memory):
    memory.admin.set_preference("memo_window", 64)
    memory.add("ming", said(40))
    assert jobs(memory) == []
    memory.add("ming", said(40))
    assert jobs(memory) == [("ming", "fold", "default")]


def test_each_agent_has_its_own_and_never_two(memory):
    for agent in ("juno", "momo", "juno"):
        memory.add("ming", said(30), agent=agent, session=agent)
    assert sorted(jobs(memory)) == [("ming", "fold", "juno"), ("ming", "fold", "momo")]


def test_sessions_too_short_to_overflow_are_folded_when_they_end(memory):
    for number in range(6):
        memory.add("ming", "hello", session=f"{number}")
        memory.add("ming", "hello", session=f"{number}")
        memory.seal("ming", f"{number}")
        memory.admin.run_jobs()
    assert len(memory.recent("ming").messages) == 10
    assert memory.recent("ming").waiting == 0


@pytest.mark.parametrize("window", [2, 10, 64])
def test_a_batch_that_just_fits_asks_for_nothing(open_memory, window):
    memory = open_memory(f"w{window}", memo_window=window)
    memory.add("ming", said(window))
    assert jobs(memory) == []
