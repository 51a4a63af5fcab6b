"""Seal: what is made of a stretch that has ended, and what is done about one that is stuck."""

from __future__ import annotations

import pytest

from holdfast.domain.session import SessionState
from holdfast.flow.maintain.seal import look_after
from holdfast.testing.summarisers import FakeSummariser
from tests.unit.accounts import lost, said


@pytest.fixture
def summariser() -> FakeSummariser:
    return FakeSummariser()


@pytest.fixture
def memory(open_memory, summariser):
    return open_memory(
        summariser=summariser, memo_window=10, memo_review=False, learning=False, job_attempts=2
    )


def scan(memory) -> int:
    parts = memory._parts
    return look_after(parts.store, parts.usual, parts.clock.now())


def test_every_agent_of_a_session_gets_its_summary(memory):
    for agent in ("juno", "momo"):
        memory.add("ming", said(4), agent=agent)
    memory.seal("ming")
    memory.admin.run_jobs()
    assert {item.agent for item in memory.items.between("ming")} == {"juno", "momo"}
    for agent in ("juno", "momo"):
        assert lost(memory, "ming", agent) == set()


def test_a_review_follows_only_where_it_is_wanted(memory):
    memory.admin.set_preference("learning", False)
    memory.add("ming", said(4))
    memory.seal("ming")
    memory.admin.run_jobs(limit=1)
    assert memory.admin.jobs() == []
    memory.memo.set_reviewing(True)
    memory.add("ming", said(4))
    memory.seal("ming")
    memory.admin.run_jobs(limit=1)
    assert [(job.kind, job.key) for job in memory.admin.jobs()] == [("review", "default")]


def test_learning_follows_only_where_it_is_wanted(memory):
    memory.admin.set_preference("learning", True)
    memory.add("ming", said(4))
    memory.seal("ming")
    memory.admin.run_jobs(limit=1)
    assert [(job.kind, job.payload["session"]) for job in memory.admin.jobs()] == [
        ("learn", "default")
    ]


def test_an_archive_is_asked_for_only_where_archives_are_kept(open_memory, tmp_path):
    folder = str(tmp_path / "archives")
    memory = open_memory("archived", archive_dir=folder, memo_review=False, learning=False)
    memory.add("ming", said(4))
    stretch = memory.seal("ming")
    memory.admin.run_jobs(limit=1)
    assert [(job.kind, job.key) for job in memory.admin.jobs()] == [("archive", stretch.id)]


def test_one_that_was_forgotten_meanwhile_is_finished_without_a_word(memory, summariser):
    memory.add("ming", said(4))
    memory.seal("ming")
    memory.forget("ming", session="default")
    memory.admin.run_jobs()
    assert memory.admin.jobs() == []
    assert memory.items.find("ming") == []
    assert summariser.read == []


class TestLookingAfter:
    """The scan that ends what is over and helps what is stuck."""

    def test_it_does_nothing_where_nothing_is_due(self, memory, clock):
        memory.add("ming", said(4))
        assert scan(memory) == 0
        clock.advance(1800)
        assert scan(memory) == 0
        clock.advance(1)
        assert scan(memory) == 1
        assert scan(memory) == 0

    def test_it_looks_into_every_space_with_its_own_patience(self, memory, clock):
        for space in ("one", "two"):
            memory.in_space(space).add("ming", said(4))
        memory.in_space("one").admin.set_preference("session_idle_seconds", 60)
        clock.advance(61)
        assert scan(memory) == 1
        assert memory.in_space("one").sessions.stretches("ming", "default")
        assert not memory.in_space("two").sessions.stretches("ming", "default")

    def test_a_job_that_died_unnoticed_is_noted(self, memory, summariser, clock):
        """As when the last worker was killed on its last attempt."""

        class Killed(BaseException):
            pass

        def die() -> None:
            raise Killed

        memory.add("ming", said(4))
        memory.seal("ming")
        summariser.meanwhile = die
        for _ in range(2):
            with pytest.raises(Killed):
                memory.admin.run_jobs()
            clock.advance(61)
        memory.admin.run_jobs()  # finds it dead
        memory.admin.run_jobs()
        (stretch,) = memory.sessions.stretches("ming", "default")
        assert stretch.state is SessionState.FAILED
        summariser.meanwhile = lambda: None
        memory.seal("ming")
        memory.admin.run_jobs()
        assert memory.sessions.stretches("ming", "default")[0].state is SessionState.SEALED

    def test_a_clock_that_was_set_back_ends_nothing_early(self, memory, clock):
        memory.add("ming", said(4))
        clock.advance(-10_000)
        assert scan(memory) == 0
        memory.add("ming", said(1))
        clock.advance(10_000 + 1801)
        assert scan(memory) == 1
