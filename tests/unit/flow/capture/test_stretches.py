"""Stretches: where a conversation ends, and that it ends once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from holdfast.domain.session import Ending, SessionState
from holdfast.flow.capture import stretches
from holdfast.ports.sessions import Patience

START = datetime(2024, 5, 1, tzinfo=UTC)
PATIENCE = Patience(timedelta(minutes=30), timedelta(days=1))


def moments(*minutes: float) -> list[datetime]:
    return [START + timedelta(minutes=each) for each in minutes]


def ended(memory, name: str = "default") -> list[tuple[int, int, int, str]]:
    found = memory.sessions.stretches("ming", name)
    return [(each.number, each.first, each.last, each.ending) for each in found]


class TestRuns:
    """Where a batch falls apart."""

    @pytest.mark.parametrize(
        ("minutes", "parts"),
        [
            ((0,), [(0, 1)]),
            ((0, 30, 60), [(0, 3)]),
            ((0, 30.01), [(0, 1), (1, 2)]),
            ((0, 31, 62), [(0, 1), (1, 2), (2, 3)]),
            ((0, 20, 5, 45), [(0, 4)]),  # said before another, told after it
            ((60, 0), [(0, 2)]),
            ((60, 0, 31), [(0, 3)]),
            ((0, 0, 0), [(0, 3)]),
        ],
    )
    def test_at_a_silence(self, minutes, parts):
        assert [*stretches.runs(moments(*minutes), PATIENCE)] == parts

    def test_at_the_limit(self):
        said = moments(*range(0, 3 * 1440, 20))
        parts = [*stretches.runs(said, PATIENCE)]
        assert [first for first, _ in parts] == [0, 73, 146]
        assert parts[-1][1] == len(said)
        assert all(said[end - 1] - said[first] <= PATIENCE.limit for first, end in parts)


def test_a_batch_that_spans_days_is_numbered_on(memory):
    said = [
        {"role": "user", "content": "hello", "created_at": f"2020-01-0{day}T10:00:00Z"}
        for day in (1, 1, 2, 3, 3, 3)
    ]
    memory.add("ming", said)
    assert ended(memory) == [(1, 1, 2, "late"), (2, 3, 3, "late")]
    session = memory.sessions.get("ming", "default")
    assert (session.stretch, session.first_number, session.last_number) == (3, 4, 6)
    assert [m.number for m in memory.sessions.messages("ming", "default", 2)] == [3]


def test_a_clock_that_was_set_back_ends_nothing(memory, clock):
    memory.add("ming", ["a", "b"])
    clock.advance(-86_400)
    memory.add("ming", "c")
    memory.admin.run_jobs()
    assert ended(memory) == []
    assert memory.sessions.get("ming", "default").last_number == 3
    clock.advance(86_400 + 1801)
    memory.admin.run_jobs()
    assert ended(memory) == [(1, 1, 3, "idle")]


def test_what_comes_from_the_future_keeps_no_stretch_open(memory, clock):
    memory.add("ming", ["a", "b"], at=clock.now() + timedelta(hours=20))
    clock.advance(1801)
    memory.add("ming", "c")
    assert ended(memory) == [(1, 1, 2, "late")]


def test_messages_of_other_sessions_and_agents_between_do_not_matter(memory, clock):
    for number in range(6):
        memory.add("ming", f"a{number}", session="a", agent="juno")
        memory.add("ming", f"b{number}", session="b", agent="momo")
    clock.advance(1801)
    memory.add("ming", "a6", session="a", agent="momo")
    memory.admin.run_jobs()
    assert ended(memory, "a") == [(1, 1, 6, "late")]
    assert ended(memory, "b") == [(1, 1, 6, "idle")]
    assert [m.text for m in memory.sessions.messages("ming", "a", 1)] == [f"a{n}" for n in range(6)]


class TestOpenedByHand:
    """A session that was opened before anything was said."""

    def test_it_begins_with_its_first_message(self, memory, clock):
        memory.add("ming", ["a", "b"], session="other")
        memory.sessions.open("ming", "s")
        clock.advance(600)
        memory.add("ming", ["c", "d"], session="s")
        session = memory.sessions.get("ming", "s")
        assert (session.first_seq, session.began_at) == (3, clock.now())
        assert session.opened_at == clock.now() - timedelta(seconds=600)
        clock.advance(60)
        memory.add("ming", ["e"], session="s")
        assert memory.sessions.get("ming", "s").first_seq == 3

    def test_it_waits_for_its_first_message_as_long_as_need_be(self, memory, clock):
        memory.sessions.open("ming", "s")
        clock.advance(10 * 86_400)
        memory.admin.run_jobs()
        memory.add("ming", ["a", "b"], session="s")
        session = memory.sessions.get("ming", "s")
        assert (session.stretch, session.first_number, session.last_number) == (1, 1, 2)
        assert ended(memory, "s") == []
        memory.seal("ming", "s")
        assert ended(memory, "s") == [(1, 1, 2, "by hand")]

    def test_however_many_are_empty_the_others_are_ended(self, memory, clock):
        """They stay active for ever, so a scan must look past them."""
        empty = memory.sessions.open("ming", "a")

        def open_many(unit) -> None:
            for number in range(1001):
                unit.sessions.put(replace(empty, name=f"a{number}"), expect=0)

        memory._parts.store.write(memory.space, open_many)
        memory.add("ming", ["a", "b"], session="z")
        clock.advance(1801)
        memory.admin.run_jobs()
        assert ended(memory, "z") == [(1, 1, 2, "idle")]


class TestEnd:
    """Ending a stretch, by whomever."""

    def end(self, memory, ending: Ending = Ending.BY_HAND):
        def work(unit):
            session = unit.sessions.get("ming", "default")
            return stretches.end(unit, session, ending, memory._parts.clock.now())

        return memory._parts.store.write(memory.space, work)

    def test_it_ends_once(self, memory):
        memory.add("ming", ["a", "b"])
        first = self.end(memory)
        again = self.end(memory, Ending.IDLE)
        assert (first.id, first.ending) == (again.id, again.ending)
        assert len(memory.admin.jobs()) == 1

    def test_one_message_is_not_sealed_by_a_job_but_learned_from(self, memory):
        memory.add("ming", "a")
        assert self.end(memory).state is SessionState.SEALED
        assert [job.kind for job in memory.admin.jobs()] == ["learn"]

    def test_it_knows_where_in_the_log_it_lies(self, memory):
        memory.add("ming", "x", session="other")
        memory.add("ming", ["a", "b"])
        memory.add("ming", "y", session="other")
        stretch = self.end(memory)
        assert (stretch.first_seq, stretch.last_seq) == (2, 4)
        assert (stretch.first, stretch.last) == (1, 2)


def test_one_that_is_taken_up_again_lasts_as_long_as_any_other(memory, clock):
    memory.add("ming", ["a", "b"])
    memory.seal("ming")
    clock.advance(10 * 86_400)
    memory.sessions.reopen("ming", "default")
    clock.advance(1800)
    memory.add("ming", "c")
    assert memory.sessions.get("ming", "default").stretch == 1
    for _ in range(60):
        clock.advance(1800)
        memory.add("ming", "d")
    assert ended(memory)[0][3] == "limit"
