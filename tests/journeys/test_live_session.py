"""A live session is handed over, with the memory behind it: no gap, no doubling, no waiting."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from holdfast import Handover, Memory, Timing
from holdfast.errors import InvalidInput
from holdfast.testing.clock import FrozenClock
from holdfast.testing.live import RecordedSession
from holdfast.text.tokens import estimate
from tests.unit.accounts import said


class Talk:
    """A front end: it tells the memory and the handover who said what."""

    def __init__(self, memory: Memory, clock: FrozenClock, **options: Any) -> None:
        self.memory, self.clock = memory, clock
        self.sessions: list[RecordedSession] = []
        self.handover: Handover = memory.handover(
            "ming", "juno", open_session=self._open, prompt="You are Juno.", **options
        )
        self.handover.start()

    def _open(self) -> RecordedSession:
        self.sessions.append(RecordedSession())
        return self.sessions[-1]

    def turn(self, asked: str, answered: str, seconds: float = 10) -> str:
        """The user asks, the character answers, the turn ends."""
        for role, text in (("user", asked), ("assistant", answered)):
            self.clock.advance(seconds / 2)
            self.handover.said(role, text)
            self.memory.add("ming", {"role": role, "content": text}, agent="juno")
        return str(self.handover.turn_end())


@pytest.mark.capability("A16", "E2", "E3", "E4")
def test_what_was_said_is_told_once_through_a_swap(memory, clock):
    talk = Talk(memory, clock)
    states = [talk.turn(f"question {n}", f"answer {n}") for n in range(4)]
    assert states == ["running", "running", "running", "preparing"]
    assert talk.turn("question 4", "answer 4") == "warming"
    assert talk.handover.warm() == "ready"
    cut = memory.new_dialog("ming", "juno", until=clock.now().timestamp() - 10)
    second = talk.sessions[1]
    assert second.prompt.startswith(f"You are Juno.{cut}")
    assert talk.turn("question 5", "answer 5") == "running"
    assert talk.handover.session is second
    for number in range(6):
        for word in ("question", "answer"):
            assert second.told.count(f"{word} {number}") == 1
    assert "question 4" in second.prompt
    assert "question 4" not in "".join(second.injected)
    assert "question 5" in "".join(second.injected)


@pytest.mark.capability("A16")
def test_the_main_start_and_the_warm_up_begin_with_the_same_text(memory, clock):
    memory.add("ming", said(6), agent="juno")
    options: dict[str, Any] = {
        "names": ("小八", "小明"),
        "settings": {"小明": {"喜欢": "茶"}},
        "language": "zh",
    }
    talk = Talk(memory, clock, **options)
    dialog = memory.new_dialog("ming", "juno", **options)
    assert talk.sessions[0].prompt == f"You are Juno.{dialog}"
    clock.advance(40)
    talk.handover.turn_end()
    clock.advance(10)
    talk.handover.turn_end()
    talk.handover.warm()
    assert talk.sessions[1].prompt.strip() == f"You are Juno.{dialog}".strip()


@pytest.mark.capability("E6")
@pytest.mark.parametrize(
    ("earlier", "topic"),
    [
        ("Lily moves to Chengdu in March.", "[Topic: Lily moves to Chengdu in March"),
        ("莉莉三月要搬去成都。", "[话题：莉莉三月要搬去成都"),
    ],
)
def test_the_topic_is_the_memos_and_less_is_told_than_the_memo(open_memory, clock, earlier, topic):
    memory = open_memory(memo_window=6)
    filler = "好的，明白了，那就这样吧。" if "莉" in earlier else "Good, let us do that then."
    memory.add("ming", [earlier] * 6, agent="juno")
    memory.seal("ming")
    clock.advance(60)
    memory.admin.run_jobs()
    talk = Talk(memory, clock, timing=Timing(age=10, delay=0))
    for _ in range(3):
        talk.turn(filler, filler)
        memory.admin.run_jobs()
        talk.handover.warm()
    told = talk.sessions[1].injected[0]
    assert topic in told
    assert told.count(earlier) <= 1
    assert estimate(told) < estimate(talk.sessions[1].prompt)


@pytest.mark.capability("A16", "E2")
def test_preparing_has_the_memo_renewed_and_waits_for_nothing(open_memory, clock):
    memory = open_memory(memo_window=64)
    talk = Talk(memory, clock)
    memory.add("ming", said(4), agent="juno")
    clock.advance(40)
    assert talk.handover.turn_end() == "preparing"
    assert [(job.kind, job.key) for job in memory.admin.jobs()] == [("fold", "juno")]


@pytest.mark.capability("E5")
def test_a_memory_that_fails_keeps_the_old_session(memory, clock, monkeypatch):
    talk = Talk(memory, clock, timing=Timing(age=10, delay=0))
    first = talk.handover.session

    def broken(*_: object, **__: object) -> str:
        raise OSError("the disk is gone")

    monkeypatch.setattr(type(memory), "new_dialog", broken)
    assert talk.turn("hello", "hi") == "warming"
    talk.handover.warm()
    assert talk.handover.session is first
    assert "the disk is gone" in talk.handover.error
    monkeypatch.undo()
    clock.advance(60)
    talk.turn("still there?", "yes")
    talk.handover.warm()
    talk.turn("good", "indeed")
    assert talk.handover.session is not first
    assert talk.sessions[-1].told.count("hello") == 1


@pytest.mark.capability("A16")
def test_warming_in_a_thread_while_the_talk_goes_on(memory, clock):
    talk = Talk(memory, clock, timing=Timing(age=10, delay=0))
    talk.turn("question 0", "answer 0")
    warming = threading.Thread(target=talk.handover.warm)
    warming.start()
    clock.advance(0.001)
    for number in range(1, 6):
        talk.turn(f"question {number}", f"answer {number}", seconds=0.01)
    warming.join()
    talk.turn("question 6", "answer 6", seconds=0.01)
    assert talk.handover.session is talk.sessions[1]
    counts = [talk.sessions[1].told.count(f"question {number}") for number in range(7)]
    assert counts[0] == 1
    assert set(counts) <= {0, 1}
    assert counts == sorted(counts, reverse=True)  # from the swap on, it heard them itself


def test_bad_arguments_are_refused_before_anything_is_opened(memory):
    for wrong in ({"language": "fr"}, {"agent": ""}, {"user": "\0"}):
        options = {"user": "ming", "agent": "juno", "open_session": RecordedSession, **wrong}
        with pytest.raises(InvalidInput):
            memory.handover(**options)
