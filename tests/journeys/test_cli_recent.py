"""`holdfast recent`: the memo shown, edited, reviewed, put back, hidden and cleared."""

from __future__ import annotations

import pytest

from holdfast.entrypoints.cli import asking
from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run, texts


@pytest.fixture(autouse=True)
def here(folder):
    """Every test has a folder of its own."""


JUNO = ("--agent", "juno")


@pytest.fixture
def said() -> list[str]:
    """A conversation, longer than what is kept word for word."""
    ok("init")
    ok("preferences", "set", "memo_window", "4")
    talk = [
        ("user", "我妹妹乐乐三月搬去了成都。"),
        ("assistant", "She must miss Hangzhou."),
        ("user", "她在儿童医院当护士，每周三晚上我们视频。"),
        ("assistant", "Wednesday evenings, then."),
        ("user", "Her birthday is June 12, she turns 26."),
        ("assistant", "记下了。"),
    ]
    for session in ("一月", "二月"):
        for role, text in talk:
            ok("add", f"{text} ({session})", "--role", role, "--session", session, *JUNO)
        ok("sessions", "seal", session)
    return [message["id"] for message in ok_lines("history")]


@pytest.mark.usefixtures("said")
class TestShow:
    def test_summaries_with_their_dates_then_messages(self):
        shown = ok("recent", *JUNO)
        assert shown == ok("recent", "show", *JUNO)
        head, first, *_ = shown.splitlines()
        assert head.startswith("mei and juno: ")
        assert "word for word" in head
        assert "  a conversation  [一月]" in first
        assert shown.index("搬去了成都") < shown.rindex("记下了。 (二月)")
        assert shown.rstrip().endswith("记下了。 (二月)")

    def test_ids_and_the_fingerprint(self, said):
        shown = ok("recent", "show", *JUNO, "--ids")
        assert said[-1] in shown
        assert said[-1] not in ok("recent", "show", *JUNO)
        answer = ok_json("recent", *JUNO)
        assert f"fingerprint: {answer['fingerprint']}" in shown
        assert answer["summaries"][0]["id"] in shown

    @pytest.mark.capability("A15")
    def test_what_a_new_session_begins_with(self):
        dialog = ok("recent", "show", *JUNO, "--dialog", "--language", "zh")
        assert "juno的内心活动" in dialog
        assert "先前对话的备忘录" in dialog
        assert "mei | " in dialog
        assert "What juno has in mind" in ok(
            "recent", "show", *JUNO, "--dialog", "--language", "en"
        )
        assert ok_json("recent", "show", *JUNO, "--dialog")["dialog"]

    def test_another_agent_has_another_memo(self):
        there_is = "There are talks with juno: --agent NAME."
        assert ok("recent", "--agent", "momo") == f"Nothing lately. {there_is}\n"
        assert ok("recent") == f"Nothing lately. {there_is}\n"
        assert ok("recent", "--user", "ann", "--agent", "juno") == "Nothing lately.\n"


class TestEdit:
    def test_a_message_and_a_summary(self, said):
        ok("recent", "edit", *JUNO, said[-1], "-", text="Noted.\n")
        assert texts()[-1] == "Noted."
        summary = ok_json("recent", *JUNO)["summaries"][0]["id"]
        ok("recent", "edit", *JUNO, summary, "乐乐在成都。")
        assert "乐乐在成都。" in ok("recent", *JUNO)

    def test_only_the_memo_that_was_shown(self, said):
        seen = ok_json("recent", *JUNO)["fingerprint"]
        answer = ok_json("recent", "edit", *JUNO, said[-1], "One.", "--fingerprint", seen)
        assert answer["fingerprint"] != seen
        refused("recent", "edit", *JUNO, said[-1], "Two.", "--fingerprint", seen, status=4)
        assert texts()[-1] == "One."

    def test_unknown(self, said):
        refused("recent", "edit", *JUNO, "nothing", "x", status=3)
        assert said


class TestReview:
    @pytest.fixture(autouse=True)
    def repeated(self):
        ok("init")
        ok("recent", "review", "--off")
        for text in ("I moved to Chengdu in March.", "What else?", "I moved to Chengdu in March."):
            ok("add", text, *JUNO)

    @pytest.mark.capability("A17")
    def test_it_says_what_was_changed_and_why_and_can_be_put_back(self):
        shown = ok("recent", "review", *JUNO)
        assert "drop " in shown
        assert "by rules" in shown
        answer = ok_json("recent", *JUNO)
        assert answer["hidden"] == 1
        [note] = ok_lines("recent", "reviews", *JUNO)
        assert note["id"] in shown
        assert note["id"] in ok("recent", "reviews", *JUNO)
        assert "Put back: 1 change." in ok("recent", "undo", note["id"])
        assert ok_json("recent", *JUNO)["hidden"] == 0
        assert "undone" in ok("recent", "reviews", *JUNO)
        assert len(texts()) == 3

    def test_nothing_to_change(self):
        assert ok("recent", "review", "--agent", "momo") == "There was nothing to change.\n"
        assert ok_json("recent", "review", "--agent", "momo") == {"review": None}

    @pytest.mark.capability("A18")
    def test_the_switch_stays(self):
        assert "not reviewed" in ok("recent", "reviews", *JUNO)
        ok("sessions", "seal", "default")
        assert ok_json("recent", *JUNO)["hidden"] == 0
        assert "good  memo reviews: off" in ok("doctor")
        assert "by themselves" in ok("recent", "review", "--on")
        assert ok_json("recent", "review", "--on") == {"reviewing": True}
        assert "good  memo reviews: on" in ok("doctor")
        ok("sessions", "reopen", "default")
        ok("sessions", "seal", "default")
        assert ok_json("recent", *JUNO)["hidden"] == 1

    def test_hidden_by_hand(self):
        second = ok_lines("history")[1]["id"]
        assert "Hidden: 1 message." in ok("recent", "hide", *JUNO, second, "--reason", "太闲")
        assert "What else?" not in ok("recent", *JUNO)
        assert "太闲" in ok("recent", "reviews", *JUNO)
        assert "What else?" in texts()
        assert "nothing was hidden" in ok("recent", "hide", *JUNO, "no-such-id")
        refused("recent", "hide", *JUNO, status=2)
        refused("recent", "undo", "no-such-review", status=3)


class TestClear:
    @pytest.fixture(autouse=True)
    def one(self):
        ok("add", "你好", *JUNO)
        ok("add", "hello", "--role", "assistant", *JUNO)

    def test_nobody_can_be_asked(self):
        assert "--yes" in refused("recent", "clear", *JUNO, status=2)
        assert "你好" in ok("recent", *JUNO)

    @pytest.mark.capability("A21")
    def test_it_begins_afresh_and_the_log_keeps_it(self):
        ok("recent", "clear", *JUNO, "--yes")
        assert ok("recent", *JUNO) == "Nothing lately.\n"
        assert texts() == ["你好", "hello"]
        ok("add", "again", *JUNO)
        assert "again" in ok("recent", *JUNO)

    def test_it_asks(self, monkeypatch):
        monkeypatch.setattr(asking, "can_ask", lambda: True)
        answer = run("recent", "clear", *JUNO, text="n\n")
        assert "mei and juno" in answer.stderr
        assert "not cleared" in answer.stdout
        assert "你好" in ok("recent", *JUNO)
        assert "afresh" in run("recent", "clear", *JUNO, text="y\n").stdout
        assert ok("recent", *JUNO) == "Nothing lately.\n"
