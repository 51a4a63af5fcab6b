"""Sessions end by themselves, by hand, and once: whatever fails, and whenever the process dies."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from holdfast import ItemKind, Memory, SessionState
from holdfast.domain.job import JobState
from holdfast.domain.session import Ending
from holdfast.errors import NotFound
from holdfast.testing.summarisers import FakeSummariser
from tests.unit.accounts import lost, read_again, said, summed_up

HALF_AN_HOUR, A_DAY = 1800, 86_400


def states(memory: Memory, user: str, session: str = "default") -> list[tuple[str, str]]:
    """What became of each stretch, and why it ended."""
    return [(each.state, each.ending) for each in memory.sessions.stretches(user, session)]


def summaries(memory: Memory, user: str, level: int = 1) -> list[str]:
    """The texts of its summaries of one level, superseded or not."""
    found = memory.items.between(user, level=level, current=False)
    return [item.text for item in found]


class TestAnEndByItself:
    """Nobody has to say that a conversation is over."""

    @pytest.mark.capability("K1", "K2")
    @pytest.mark.parametrize(("seconds", "ended"), [(1799, False), (1800, False), (1801, True)])
    def test_after_half_an_hour_of_silence(self, memory, clock, seconds, ended):
        memory.add("ming", said(4))
        memory.admin.run_jobs()
        assert summaries(memory, "ming") == []
        clock.advance(seconds)
        memory.admin.run_jobs()
        assert states(memory, "ming") == ([("sealed", "idle")] if ended else [])
        assert len(summaries(memory, "ming")) == ended

    @pytest.mark.capability("K2")
    def test_when_the_memory_is_opened_again(self, open_memory, clock):
        """The process was down when the half hour passed."""
        open_memory().add("ming", said(4))
        clock.advance(HALF_AN_HOUR + 1)
        again = open_memory()
        assert states(again, "ming") == []
        again.admin.run_jobs()
        assert states(again, "ming") == [("sealed", "idle")]

    @pytest.mark.capability("K1", "K2")
    def test_by_the_worker_alone(self, open_memory, clock):
        """The thread of an open memory does it: no call of ours, and no message."""
        open_memory().add("ming", said(4))
        clock.advance(HALF_AN_HOUR + 1)
        memory = open_memory(worker=True, worker_poll_seconds=0.01)
        for _ in range(1000):
            if states(memory, "ming") == [("sealed", "idle")]:
                break
            time.sleep(0.01)
        assert states(memory, "ming") == [("sealed", "idle")]

    @pytest.mark.capability("K1")
    def test_after_a_time_that_can_be_changed_while_it_runs(self, memory, clock):
        memory.add("ming", said(2))
        memory.add("lily", said(2))
        memory.admin.set_preference("session_idle_seconds", 60)
        clock.advance(61)
        memory.add("lily", said(1))  # too late by the new measure
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "idle")]
        assert states(memory, "lily") == [("sealed", "late")]
        memory.admin.set_preference("session_idle_seconds", 10 * A_DAY)
        clock.advance(A_DAY - 1)
        memory.admin.run_jobs()
        assert memory.sessions.get("lily", "default").state is SessionState.ACTIVE

    @pytest.mark.capability("K3")
    def test_when_the_next_message_comes_too_late(self, memory, clock):
        """The old stretch ends with what was said then; the new message begins the next."""
        memory.add("ming", said(4))
        clock.advance(HALF_AN_HOUR + 1)
        memory.add("ming", said(2, start=4))
        assert states(memory, "ming") == [("sealing", "late")]
        session = memory.sessions.get("ming", "default")
        assert (session.state, session.stretch, session.first_number) == ("active", 2, 5)
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "late")]
        assert [m.number for m in memory.sessions.messages("ming", "default", 1)] == [1, 2, 3, 4]
        assert [m.number for m in memory.sessions.messages("ming", "default", 2)] == [5, 6]

    @pytest.mark.capability("K1", "K7")
    def test_after_a_day_however_lively_it_is(self, memory, clock):
        for turn in range(60):
            memory.add("ming", said(1, start=turn))
            clock.advance(HALF_AN_HOUR)
        memory.admin.run_jobs()
        assert states(memory, "ming")[0] == ("sealed", "limit")
        assert memory.sessions.get("ming", "default").stretch == 2
        assert [m.number for m in memory.sessions.messages("ming", "default")] == [*range(1, 61)]

    @pytest.mark.capability("K1")
    def test_in_the_stretches_that_imported_history_falls_into(self, memory):
        memory.add(
            "ming",
            [
                {"role": "user", "content": "hello", "created_at": f"2020-01-0{day}T10:00:00Z"}
                for day in (1, 1, 2, 2, 3)
            ],
        )
        stretches = memory.sessions.stretches("ming", "default")
        assert [(each.first, each.last) for each in stretches] == [(1, 2), (3, 4)]


class TestAnEndByHand:
    """Whoever knows that it is over may say so."""

    @pytest.mark.capability("K4")
    def test_a_new_session_ends_those_that_are_open_with_the_agent(self, memory):
        memory.add("ming", said(4), session="old", agent="juno")
        memory.add("ming", said(4), session="other", agent="momo")
        memory.add("lily", said(4), session="old", agent="juno")
        opened = memory.sessions.open("ming", agent="juno")
        assert opened.name not in ("old", "other")
        assert states(memory, "ming", "old") == [("sealing", "new session")]
        memory.admin.run_jobs()
        assert states(memory, "ming", "old") == [("sealed", "new session")]
        assert summaries(memory, "ming")
        assert states(memory, "ming", "other") == states(memory, "lily", "old") == []

    @pytest.mark.capability("K4")
    def test_one_that_was_opened_and_never_spoken_in_is_used_again(self, memory):
        first = memory.sessions.open("ming", agent="juno")
        assert memory.sessions.open("ming", agent="juno").name == first.name
        memory.add("ming", said(2), session=first.name, agent="juno")
        assert memory.sessions.open("ming", agent="juno").name != first.name
        assert len(memory.sessions.list("ming")) == 2

    @pytest.mark.capability("K5")
    def test_a_session_is_sealed_by_hand(self, memory):
        memory.add("ming", said(4))
        assert memory.seal("ming").state is SessionState.SEALING
        assert memory.sessions.get("ming", "default").state is SessionState.SEALING
        memory.admin.run_jobs()
        assert memory.sessions.get("ming", "default").state is SessionState.SEALED
        assert states(memory, "ming") == [("sealed", "by hand")]
        memory.add("ming", said(1, start=4))
        assert memory.sessions.get("ming", "default").stretch == 2
        with pytest.raises(NotFound):
            memory.seal("ming", "never")

    @pytest.mark.capability("K6")
    def test_fewer_than_two_messages_are_marked_and_nothing_is_made_of_them(self, memory, clock):
        memory.add("ming", "Hello?")
        clock.advance(HALF_AN_HOUR + 1)
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "idle")]
        assert memory.items.find("ming") == []
        assert memory.admin.jobs() == []
        assert memory.seal("ming").state is SessionState.SEALED
        assert [each.text for each in memory.recent("ming").messages] == ["Hello?"]

    @pytest.mark.capability("K5", "K6")
    def test_there_is_nothing_to_seal_in_an_empty_one(self, memory):
        name = memory.sessions.open("ming").name
        assert memory.seal("ming", name) is None
        assert memory.sessions.stretches("ming", name) == []

    @pytest.mark.capability("K1", "A21")
    def test_what_is_cleared_is_sealed_before(self, memory):
        memory.add("ming", said(4))
        memory.memo.clear("ming")
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "cleared")]
        assert summed_up(memory, "ming") == {each.id for each in memory.messages.latest("ming")}
        assert memory.recent("ming").summaries == ()


class TestOnce:
    """A stretch is sealed once, whoever asks and however often it fails."""

    @pytest.mark.capability("K7")
    def test_sealing_at_the_same_time_makes_one_summary(self, open_memory):
        summariser = FakeSummariser()
        memory = open_memory(summariser=summariser)
        ids = memory.add("ming", said(8))
        with ThreadPoolExecutor(8) as threads:
            sealed = [*threads.map(lambda _: memory.seal("ming"), range(16))]
        assert len({stretch.id for stretch in sealed}) == 1
        assert len(memory.admin.jobs()) == 1
        other = open_memory(summariser=summariser)
        with ThreadPoolExecutor(2) as threads:
            [*threads.map(lambda each: each.admin.run_jobs(), (memory, other))]
        assert len(summaries(memory, "ming")) == 1
        assert read_again(summariser, ids) == {}

    @pytest.mark.capability("K7")
    def test_a_failure_is_told_and_tried_again_after_longer_and_longer(self, open_memory, clock):
        summariser = FakeSummariser()
        summariser.error = "the model is away"
        memory = open_memory(summariser=summariser)
        memory.add("ming", said(4))
        memory.seal("ming")
        pauses = []
        for _ in range(4):
            memory.admin.run_jobs()
            (job,) = memory.admin.jobs()
            pauses.append((job.run_at - clock.now()).total_seconds())
            (stretch,) = memory.sessions.troubled()
            assert stretch.state is SessionState.FAILED
            assert "the model is away" in stretch.error
            assert memory.sessions.get("ming", "default").state is SessionState.FAILED
            clock.advance(pauses[-1])
        assert pauses == [1, 2, 4, 8]
        summariser.error = ""
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "by hand")]
        assert memory.sessions.stretches("ming", "default")[0].error == ""
        assert memory.sessions.troubled() == []

    @pytest.mark.capability("K7")
    def test_one_that_was_given_up_is_tried_again_by_hand(self, open_memory, clock):
        summariser = FakeSummariser()
        summariser.error = "the model is away"
        memory = open_memory(summariser=summariser, job_attempts=2)
        memory.add("ming", said(4))
        memory.seal("ming")
        for _ in range(3):
            memory.admin.run_jobs()
            clock.advance(400)
        assert [job.state for job in memory.admin.jobs()] == [JobState.DEAD]
        summariser.error = ""
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("failed", "by hand")]
        memory.seal("ming")
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "by hand")]

    @pytest.mark.capability("K7")
    @pytest.mark.parametrize("how", ["seal", "retry"])
    def test_one_that_waits_after_a_failure_can_be_hurried(self, open_memory, clock, how):
        summariser = FakeSummariser()
        summariser.error = "the model is away"
        memory = open_memory(summariser=summariser)
        memory.add("ming", said(4))
        memory.add("mei", said(4))
        for user in ("ming", "mei"):
            memory.seal(user)
        memory.admin.run_jobs()
        summariser.error = ""
        assert memory.admin.run_jobs() == 0, "the pause after a failure is not over"
        mine = next(job for job in memory.admin.jobs() if job.user == "ming")
        if how == "seal":
            memory.seal("ming")
        else:
            memory.admin.retry(mine.id)
        assert memory.admin.run_jobs() >= 1, "the clock has not moved"
        assert states(memory, "ming") == [("sealed", "by hand")]
        assert states(memory, "mei") == [("failed", "by hand")], "another's waits for its time"
        assert lost(memory, "ming") == set()

    def test_one_that_is_on_its_way_is_not_asked_for_twice(self, open_memory, clock):
        memory = open_memory(summariser=FakeSummariser())
        memory.add("ming", said(4))
        memory.seal("ming")
        before = memory.admin.jobs()
        clock.advance(5)
        memory.seal("ming")
        assert memory.admin.jobs() == before
        with pytest.raises(NotFound):
            memory.admin.retry(before[0].id)

    @pytest.mark.capability("K7")
    def test_a_session_that_failed_goes_on_with_the_next_message(self, open_memory, clock):
        summariser = FakeSummariser()
        summariser.error = "the model is away"
        memory = open_memory(summariser=summariser)
        memory.add("ming", said(4))
        memory.seal("ming")
        memory.admin.run_jobs()
        memory.add("ming", said(2, start=4))
        assert memory.sessions.get("ming", "default").state is SessionState.ACTIVE
        summariser.error = ""
        clock.advance(1)
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "by hand")]
        assert memory.sessions.get("ming", "default").state is SessionState.ACTIVE
        assert lost(memory, "ming") == set()

    @pytest.mark.capability("K8")
    def test_a_process_that_dies_while_it_seals_leaves_it_to_the_next(self, open_memory, clock):
        summariser = FakeSummariser()

        class Killed(BaseException):
            """Goes through everything, as a kill does."""

        def die() -> None:
            if len(summariser.read) == 2:
                raise Killed

        summariser.meanwhile = die
        memory = open_memory(summariser=summariser, memo_window=8, job_lease_seconds=60)
        ids = memory.add("ming", said(8))  # just fits: no other job folds any of it
        memory.seal("ming")
        with pytest.raises(Killed):
            memory.admin.run_jobs()
        again = open_memory(summariser=(after := FakeSummariser()), memo_window=8)
        assert states(again, "ming") == [("sealing", "by hand")]
        again.admin.run_jobs()
        assert states(again, "ming") == [("sealing", "by hand")]  # the lease of the dead one holds
        clock.advance(61)
        again.admin.run_jobs()
        assert states(again, "ming") == [("sealed", "by hand")]
        assert summed_up(again, "ming") == set(ids)
        both = FakeSummariser()
        both.read = summariser.read + after.read
        assert read_again(both, ids) == {}

    @pytest.mark.capability("K8")
    def test_a_job_that_is_gone_is_asked_for_again(self, open_memory):
        """As after an export that brought the stretch and not its job."""
        memory = open_memory()
        memory.add("ming", said(4))
        memory.seal("ming")
        parts = memory._parts
        (job,) = memory.admin.jobs()
        parts.store.write(memory.space, lambda unit: unit.jobs.finish(job))
        assert memory.admin.jobs() == []
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "by hand")]


class TestTakenBack:
    """What came from a session goes with it."""

    @pytest.mark.capability("K13")
    def test_deleting_a_session_takes_what_came_from_it_and_nothing_else(self, memory):
        memory.add("ming", said(4), session="gone")
        kept = memory.add("ming", said(4, start=4), session="kept")
        for session in ("gone", "kept"):
            memory.seal("ming", session)
        memory.admin.run_jobs()
        receipt = memory.forget("ming", session="gone")
        memory.admin.run_jobs()
        assert (receipt.messages, receipt.sessions) == (4, 1)
        assert receipt.items == 3  # two summaries, and the event
        assert summed_up(memory, "ming") == set(kept)
        assert {item.session for item in memory.items.between("ming")} == {"kept"}
        assert memory.sessions.stretches("ming", "gone") == []
        assert all("line 0" not in item.text for item in memory.items.find("ming"))

    @pytest.mark.capability("K13")
    def test_deleting_an_agent_takes_its_memo_and_nobody_elses(self, memory):
        memory.add("ming", said(4), session="a", agent="juno")
        kept = memory.add("ming", said(4, start=4), session="b", agent="momo")
        for session in "ab":
            memory.seal("ming", session)
        memory.admin.run_jobs()
        memory.forget("ming", agent="juno")
        memory.admin.run_jobs()
        assert {item.agent for item in memory.items.find("ming")} == {"momo"}
        assert summed_up(memory, "ming") == set(kept)
        recent = memory.recent("ming", "juno")
        assert (recent.summaries, recent.messages) == ((), ())
        assert len(memory.recent("ming", "momo").messages) == 4

    @pytest.mark.capability("K13")
    def test_a_topic_goes_with_a_part_of_it_and_what_is_left_is_seen_again(
        self, open_memory, clock
    ):
        memory = open_memory(memo_window=8, memo_review=False)
        for session in range(9):
            memory.add("ming", said(4, start=4 * session), session=f"s{session}")
            clock.advance(HALF_AN_HOUR + 1)
            memory.admin.run_jobs()
            if session == 7:
                assert [item.level for item in memory.items.between("ming")] == [2]
                memory.forget("ming", session="s3")
                items = memory.items.find("ming", limit=1000)
                assert all("line 12 " not in item.text for item in items)
                memory.admin.run_jobs()
                assert [item.level for item in memory.items.between("ming")] == [1] * 7
        (topic,) = memory.items.between("ming")
        assert (topic.level, len(topic.sources)) == (2, 8)
        assert lost(memory, "ming") == set()

    @pytest.mark.capability("K14")
    @pytest.mark.parametrize("later", [60, HALF_AN_HOUR + 1, 3 * A_DAY])
    def test_a_session_that_is_taken_up_again_is_as_if_it_had_not_ended(self, memory, clock, later):
        memory.add("ming", said(4))
        memory.seal("ming")
        memory.admin.run_jobs()
        fact = memory.items.add("ming", "Ming flies on Sunday.", kind=ItemKind.FACT)
        assert summaries(memory, "ming")
        clock.advance(later)
        session = memory.sessions.reopen("ming", "default")
        assert (session.state, session.stretch) == ("active", 1)
        assert summaries(memory, "ming") == summaries(memory, "ming", level=0) == []
        assert memory.items.get("ming", fact.id) is not None
        memory.add("ming", said(2, start=4))
        assert memory.sessions.get("ming", "default").stretch == 1
        clock.advance(HALF_AN_HOUR + 1)
        memory.admin.run_jobs()
        assert states(memory, "ming") == [("sealed", "idle")]
        (summary,) = memory.items.between("ming")
        assert summed_up(memory, "ming") == {m.id for m in memory.messages.latest("ming")}
        assert summary.stretch == 1

    @pytest.mark.capability("K14")
    def test_what_a_job_makes_of_a_session_that_is_taken_up_meanwhile_is_not_kept_as_its_end(
        self, open_memory
    ):
        summariser = FakeSummariser()
        memory = open_memory(summariser=summariser)
        memory.add("ming", said(4))
        memory.seal("ming")
        reopened: list[object] = []

        def reopen() -> None:
            if not reopened:
                reopened.append(memory.sessions.reopen("ming", "default"))

        summariser.meanwhile = reopen
        memory.admin.run_jobs()
        assert states(memory, "ming") == []
        assert memory.sessions.get("ming", "default").state is SessionState.ACTIVE
        assert summaries(memory, "ming") == []
        assert lost(memory, "ming") == set()
        assert memory.sessions.troubled() == []

    @pytest.mark.capability("K14")
    def test_the_archive_of_a_session_that_is_taken_up_again_goes_and_comes_whole(
        self, open_memory, tmp_path, clock
    ):
        memory = open_memory(archive_dir=str(tmp_path / "archives"))
        memory.add("ming", said(4))
        memory.seal("ming")
        memory.admin.run_jobs()
        assert [entry.messages for entry in memory.archive.list()] == [4]
        clock.advance(60)
        memory.sessions.reopen("ming", "default")
        memory.admin.run_jobs()
        assert memory.archive.list() == []
        memory.add("ming", said(2, start=4))
        memory.seal("ming")
        memory.admin.run_jobs()
        assert [entry.messages for entry in memory.archive.list()] == [6]
        assert memory.sessions.stretches("ming", "default")[0].ending is Ending.BY_HAND
