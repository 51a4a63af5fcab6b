"""How far a session was learned from is seen at any time, down to the message."""

from __future__ import annotations

import pytest

from holdfast.domain.learning import LearningState
from holdfast.memory import Memory
from tests.unit.learning import USER, learn, say


def states(memory: Memory, session: str = "chat") -> list[tuple[str, int]]:
    found = memory.sessions.learning(USER, session)
    return [(str(each.state), each.read) for each in found]


@pytest.mark.capability("K7")
def test_it_waits_fails_says_why_and_is_learned(memory, clock, extractor):
    say(memory, "home = Beijing", "like = tea")
    assert states(memory) == []
    memory.seal(USER, "chat")
    assert states(memory) == [(LearningState.WAITING, 0)]
    extractor.error = "out of order"
    memory.admin.run_jobs()
    [failed] = memory.sessions.learning(USER, "chat")
    assert (failed.state, failed.read) == (LearningState.FAILED, 0)
    assert "out of order" in failed.error
    assert failed.again is not None
    assert failed.again > clock.now()
    extractor.error = ""
    clock.advance(3600)
    memory.admin.run_jobs()
    [learned] = memory.sessions.learning(USER, "chat")
    assert (learned.state, learned.first, learned.read, learned.last) == ("learned", 1, 2, 2)
    assert (learned.by, learned.provisional, learned.error, learned.again) == (
        "fake",
        False,
        "",
        None,
    )


def test_which_messages_are_done_is_seen_while_it_runs(memory, extractor):
    extractor.most = 2
    say(memory, *(f"like = tea {number}" for number in range(5)))
    memory.seal(USER, "chat")
    seen = []
    extractor.meanwhile = lambda: seen.extend(states(memory))
    memory.admin.run_jobs()
    assert seen == [("running", 0), ("running", 2), ("running", 4)]
    assert states(memory) == [("learned", 5)]


def test_what_a_stand_in_has_read_is_told_apart(memory, extractor):
    extractor.provisional = True
    learn(memory, "home = Beijing", "like = tea")
    [learned] = memory.sessions.learning(USER, "chat")
    assert learned.provisional


def test_each_stretch_by_itself_and_a_single_message(memory):
    learn(memory, "home = Beijing", "like = tea")
    say(memory, "pet = a cat")
    memory.seal(USER, "chat")
    memory.admin.run_jobs()
    found = memory.sessions.learning(USER, "chat")
    assert [(each.stretch, each.state, each.first, each.read) for each in found] == [
        (1, "learned", 1, 2),
        (2, "learned", 3, 3),
    ]


def test_nothing_is_learned_where_nobody_wants_it(memory):
    memory.admin.set_preference("learning", False)
    learn(memory, "home = Beijing", "like = tea")
    assert states(memory) == [(LearningState.NONE, 0)]
    assert memory.sessions.learning(USER, "no such session") == []
