"""`holdfast sessions`: listed, looked into, ended, re-opened, and what is said where it fails."""

from __future__ import annotations

import re

import pytest

from holdfast import Memory
from holdfast.flow.condense.condenser import Condenser
from holdfast.testing.clock import FrozenClock
from holdfast.testing.extractors import FakeExtractor
from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run


@pytest.fixture(autouse=True)
def here(folder):
    """Every test has a folder of its own."""


@pytest.fixture
def said() -> None:
    for text in ("我妹妹乐乐三月搬去了成都。", "She is a nurse at the children's hospital."):
        ok("add", text, "--session", "闲聊", "--agent", "juno", "--at", "2026-03-05T21:40+08:00")


def broken(self, *_):
    raise RuntimeError("the summary broke")


@pytest.fixture
def failing(monkeypatch) -> None:
    monkeypatch.setattr(Condenser, "condense", broken)


def state() -> str:
    [session] = ok_lines("sessions")
    return session["state"]


@pytest.mark.usefixtures("said")
class TestListing:
    def test_the_bare_form_and_list_say_the_same(self):
        assert ok("sessions") == ok("sessions", "list") == ok("sessions", "--user", "mei", "list")
        assert "闲聊  active  2 messages" in ok("sessions")
        assert ok_lines("sessions") == ok_lines("sessions", "list")

    def test_what_is_typed_for_the_group_holds_for_the_command_unless_typed_again(self):
        assert ok("sessions", "--user", "ann", "list") == "No sessions yet.\n"
        assert "闲聊" in ok("sessions", "--user", "ann", "list", "--user", "mei")
        assert ok_lines("sessions", "--json", "list")[0]["name"] == "闲聊"
        refused("sessions", "--db", "elsewhere.db", "list", status=6)

    def test_a_command_that_is_not_there(self):
        assert "holdfast sessions --help" in refused("sessions", "sael", status=2)


@pytest.mark.usefixtures("said")
class TestShow:
    def test_an_active_one(self):
        shown = ok("sessions", "show", "闲聊")
        assert "闲聊: active, 2 messages, with juno" in shown
        assert "Stretch 1: active, 2026-03-05 13:40 to 2026-03-05 13:40" in shown
        assert "我妹妹乐乐三月搬去了成都。" in shown
        [part] = ok_json("sessions", "show", "闲聊")["stretches"]
        assert part["ending"] is part["ended_at"] is None
        assert len(part["messages"]) == 2

    def test_stretches_with_their_endings_and_what_was_said_in_each(self):
        ok("sessions", "seal", "闲聊")
        ok("add", "We talked again.", "--session", "闲聊")
        answer = ok_json("sessions", "show", "闲聊")
        assert [(s["number"], s["state"], s["ending"]) for s in answer["stretches"]] == [
            (1, "sealed", "by hand"),
            (2, "active", None),
        ]
        assert [len(s["messages"]) for s in answer["stretches"]] == [2, 1]
        assert "成都" in answer["stretches"][0]["summary"]
        shown = ok("sessions", "show", "闲聊")
        assert "it was sealed by hand." in shown
        assert "In short: " in shown

    def test_one_stretch(self):
        ok("sessions", "seal", "闲聊")
        ok("add", "We talked again.", "--session", "闲聊")
        shown = ok("sessions", "show", "闲聊", "--stretch", "2")
        assert "We talked again." in shown
        assert "成都" not in shown
        refused("sessions", "show", "闲聊", "--stretch", "3", status=3)

    def test_reading_changes_no_byte(self, folder):
        before = (folder / "memory.db").read_bytes()
        ok("sessions", "show", "闲聊")
        ok("sessions", "list")
        assert (folder / "memory.db").read_bytes() == before

    def test_unknown(self):
        assert "holdfast sessions" in refused("sessions", "show", "没有", status=3)
        refused("sessions", "show", "闲聊", "--user", "ann", status=3)

    def test_nothing_that_was_said_reaches_the_terminal_as_it_is(self):
        ok("add", "red \u202etrela", "--session", "闲聊", "--role", "assistant")
        ok("sessions", "seal", "闲聊")
        shown = ok("sessions", "show", "闲聊")
        assert "red \ufffdtrela" in shown
        assert "\u202e" not in shown


@pytest.mark.usefixtures("said")
class TestSeal:
    @pytest.mark.capability("K5")
    def test_the_outcome_is_seen_at_once(self):
        sealed = ok("sessions", "seal", "闲聊")
        assert "Sealed: stretch 1 of 闲聊, 2 messages." in sealed
        assert re.search("In short: .*成都", sealed)
        assert state() == "sealed"
        assert ok("jobs") == "No jobs are waiting.\n"

    def test_once_more_changes_nothing(self):
        first = ok_json("sessions", "seal", "闲聊")
        assert ok_json("sessions", "seal", "闲聊") == first
        assert ok("sessions", "seal", "闲聊").startswith("It was sealed already")

    def test_without_waiting_a_worker_does_it_and_says_what_it_does(self):
        assert "holdfast worker --once" in ok("sessions", "seal", "闲聊", "--no-wait")
        assert state() == "sealing"
        assert "being sealed" in ok("sessions", "show", "闲聊")
        assert "seal session 闲聊, stretch 1" in ok("jobs")
        assert "seal session 闲聊, stretch 1 (mei): done" in run("worker", "--once").stderr
        assert state() == "sealed"

    def test_a_single_message(self):
        ok("add", "你好", "--session", "一句")
        assert "no summary and no event" in ok("sessions", "seal", "一句")

    def test_a_single_message_is_learned_from_when_it_is_sealed(self):
        ok("add", "我住在成都。", "--session", "一句")
        ok("sessions", "seal", "一句")
        assert "成都" in ok("profile")
        assert ok("jobs") == "No jobs are waiting.\n"

    @pytest.mark.usefixtures("failing")
    def test_a_failure_says_why_and_what_to_do(self):
        answer = run("sessions", "seal", "闲聊")
        assert answer.exit_code == 1
        assert "Sealing failed: RuntimeError: the summary broke" in answer.stdout
        assert "Nothing that was said is lost." in answer.stdout
        assert "the summary broke" in ok("sessions", "show", "闲聊")
        assert "Why one failed: holdfast sessions show NAME" in ok("sessions")
        answer = run("doctor")
        assert answer.exit_code == 1
        assert "TODO  sessions that failed: 1: 闲聊 of mei (RuntimeError" in answer.stdout
        assert "holdfast worker --once" in answer.stdout
        assert len(ok_lines("history")) == 2

    @pytest.mark.parametrize("how", ["seal", "retry"])
    def test_one_that_failed_is_tried_again_at_once(self, monkeypatch, how):
        clock = FrozenClock()
        monkeypatch.setattr("holdfast.wiring.SystemClock", lambda: clock)
        with monkeypatch.context() as breaking:
            breaking.setattr(Condenser, "condense", broken)
            assert run("sessions", "seal", "闲聊").exit_code == 1
        run("worker", "--once")
        assert state() == "failed", "the pause after a failure is not over"
        if how == "seal":
            assert "Sealed: stretch 1 of 闲聊" in ok("sessions", "seal", "闲聊")
        else:
            [job] = [job for job in ok_lines("jobs") if job["kind"] == "seal"]
            assert "holdfast worker --once" in ok("jobs", "--retry", job["id"])
            run("worker", "--once")
        assert state() == "sealed"

    def test_nothing_to_seal(self):
        refused("sessions", "seal", "没有", status=3)


@pytest.mark.usefixtures("said")
class TestReopen:
    @pytest.mark.capability("K14")
    def test_it_says_what_was_taken_back(self):
        ok("sessions", "seal", "闲聊")
        back = ok("sessions", "reopen", "闲聊")
        assert re.search(r"Taken back: \d events?, .*2 summaries\.", back)
        assert state() == "active"
        assert ok_json("sessions", "show", "闲聊")["stretches"][0]["summary"] == ""

    def test_what_is_said_next_belongs_to_the_same_stretch(self):
        for text in ("first", "second"):
            ok("add", text, "--session", "now")
        ok("sessions", "seal", "now")
        ok("sessions", "reopen", "now")
        ok("add", "And one more thing.", "--session", "now")
        [stretch] = ok_json("sessions", "show", "now")["stretches"]
        assert len(stretch["messages"]) == 3

    def test_one_that_had_not_ended(self):
        assert "had not ended" in ok("sessions", "reopen", "闲聊")
        answer = ok_json("sessions", "reopen", "闲聊")
        assert answer["stretch"] is None
        assert answer["taken_back"] == {}

    def test_unknown(self):
        refused("sessions", "reopen", "没有", status=3)


@pytest.mark.capability("K1")
def test_silence_seals_and_how_long_it_must_last_is_a_preference():
    ok("add", "first", "--session", "a")
    ok("add", "second", "--session", "a")
    ok("worker", "--once")
    assert state() == "active"
    ok("preferences", "set", "session_idle_seconds", "0.001")
    ok("worker", "--once")
    assert state() == "sealed"
    assert ok_json("sessions", "show", "a")["stretches"][0]["ending"] == "idle"


def test_it_shows_how_far_it_was_learned_from(folder, monkeypatch):
    monkeypatch.setenv("HOLDFAST_USER", "mei")
    clock, extractor = FrozenClock(), FakeExtractor()
    with Memory.open("memory.db", worker=False, clock=clock, extractor=extractor) as memory:
        memory.add("mei", ["home = Beijing", "like = tea"], session="a")
        memory.seal("mei", "a")
        assert "It waits to be learned from." in ok("sessions", "show", "a")
        extractor.error = "out of order"
        memory.admin.run_jobs()
        shown = ok("sessions", "show", "a")
        assert "Learning failed" in shown
        assert "out of order" in shown
        assert "--retry" in shown
        extractor.error = ""
        clock.advance(3600)
        memory.admin.run_jobs()
        assert "Learned from messages 1 to 2, by fake." in ok("sessions", "show", "a")
        [stretch] = ok_json("sessions", "show", "a")["stretches"]
        assert (stretch["learning"]["state"], stretch["learning"]["read"]) == ("learned", 2)
