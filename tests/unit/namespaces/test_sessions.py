"""Sessions: conversations."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.domain.session import SessionState
from holdfast.errors import InvalidInput, NotFound


def test_a_session_begins_with_its_first_message_and_counts_its_messages(memory, clock):
    memory.add("wang", ["a", "b"], session="s")
    began = clock.now()
    clock.advance(60)
    memory.add("wang", "c", session="s")
    session = memory.sessions.get("wang", "s")
    assert (session.user, session.name, session.state) == ("wang", "s", SessionState.ACTIVE)
    assert session.last_number == 3
    assert (session.opened_at, session.last_at) == (began, clock.now())


def test_the_one_last_spoken_in_comes_first(memory, clock):
    for name in ("s", "t", "u", "s"):
        clock.advance(60)
        memory.add("wang", "a", session=name)
    assert [session.name for session in memory.sessions.list("wang")] == ["s", "u", "t"]
    assert [session.name for session in memory.sessions.list("wang", limit=2)] == ["s", "u"]


def test_old_messages_do_not_make_a_session_older(memory, clock):
    memory.add("wang", "a", session="s")
    memory.add("wang", "b", session="s", at="2020-01-01")
    assert memory.sessions.get("wang", "s").last_at == clock.now()


def test_the_times_of_a_session_are_in_utc_on_every_store(memory):
    memory.add("wang", "a", at="2024-01-01T08:00:00+08:00")
    session = memory.sessions.get("wang", "default")
    assert session.opened_at.tzinfo is UTC
    assert session.last_at.isoformat() == datetime(2024, 1, 1, tzinfo=UTC).isoformat()


@pytest.mark.capability("G5")
def test_one_name_of_two_users_is_two_sessions(memory):
    memory.add("wang", ["a", "b"], session="sid")
    memory.add("li", "c", session="sid")
    assert memory.sessions.get("wang", "sid").last_number == 2
    assert memory.sessions.get("li", "sid").last_number == 1
    assert [m.text for m in memory.messages.latest("li", session="sid")] == ["c"]
    assert memory.sessions.get("zhao", "sid") is None
    assert memory.sessions.list("zhao") == []


def test_a_limit_that_is_none_is_refused(memory):
    for name in "stu":
        memory.add("wang", "a", session=name)
    for limit in (-1, 2.5, 10**30):
        with pytest.raises(InvalidInput, match="limit"):
            memory.sessions.list("wang", limit=limit)


class TestOpen:
    """Beginning a session by hand."""

    def test_a_name_that_is_taken_goes_on_with_its_next_stretch(self, memory):
        memory.add("wang", ["a", "b"], session="s")
        session = memory.sessions.open("wang", "s")
        assert (session.name, session.state) == ("s", SessionState.SEALING)
        memory.add("wang", "c", session="s")
        assert memory.sessions.get("wang", "s").stretch == 2

    def test_a_name_that_is_open_with_another_agent_is_sealed_too(self, memory):
        memory.add("wang", ["a", "b"], session="s", agent="juno")
        session = memory.sessions.open("wang", "s", agent="momo")
        assert session.state is SessionState.SEALING
        assert [each.ending for each in memory.sessions.stretches("wang", "s")] == ["new session"]

    def test_an_empty_one_with_the_same_name_is_used_again(self, memory):
        first = memory.sessions.open("wang", "s")
        again = memory.sessions.open("wang", "s")
        assert (again.name, again.stretch, again.empty) == (first.name, 1, True)

    def test_it_makes_the_user_known(self, memory):
        memory.sessions.open("wang")
        assert memory.admin.users() == ["wang"]
        assert memory.recent("wang").messages == ()


class TestMessages:
    """What was said in a session or a stretch."""

    def test_all_of_it_or_one_stretch(self, memory, clock):
        memory.add("wang", ["a", "b"], session="s")
        clock.advance(1801)
        memory.add("wang", ["c"], session="s")
        assert [m.text for m in memory.sessions.messages("wang", "s")] == ["a", "b", "c"]
        assert [m.text for m in memory.sessions.messages("wang", "s", 1)] == ["a", "b"]
        assert [m.text for m in memory.sessions.messages("wang", "s", 2)] == ["c"]

    def test_in_the_order_it_was_said_whatever_was_corrected(self, memory):
        first, *_ = memory.add("wang", ["a", "b", "c"], session="s")
        memory.correct("wang", first, "A")
        assert [m.text for m in memory.sessions.messages("wang", "s")] == ["A", "b", "c"]

    @pytest.mark.parametrize("stretch", [0, 2, -1])
    def test_a_stretch_that_is_not_there(self, memory, stretch):
        memory.add("wang", ["a", "b"], session="s")
        with pytest.raises(NotFound):
            memory.sessions.messages("wang", "s", stretch)
        with pytest.raises(NotFound):
            memory.sessions.messages("wang", "never")


def test_what_is_being_sealed_or_has_failed_is_troubled(memory):
    assert memory.sessions.troubled() == []
    memory.add("wang", ["a", "b"], session="s")
    memory.seal("wang", "s")
    assert [stretch.session for stretch in memory.sessions.troubled()] == ["s"]
    assert memory.in_space("other").sessions.troubled() == []
    memory.admin.run_jobs()
    assert memory.sessions.troubled() == []


def test_all_pages_together_are_all_sessions_however_they_are_narrowed(memory, clock):
    for number in range(25):
        clock.advance(0 if number % 4 else 60)  # some are last spoken in at the same moment
        memory.add("wang", "a", session=f"s{number:02}", agent=("lan", "momo")[number % 2])
    for agent in (None, "lan", "momo"):
        seen, after = [], None
        while page := memory.sessions.list("wang", agent=agent, after=after, limit=4):
            seen += [session.name for session in page]
            after = seen[-1]
        expected = memory.sessions.list("wang", agent=agent)
        assert seen == [session.name for session in expected]
        assert len(seen) == {None: 25, "lan": 13, "momo": 12}[agent]
