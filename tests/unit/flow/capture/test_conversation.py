"""Conversation: what of a request is new, what it asks for, and how a turn is known again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from holdfast.domain.session import Session, SessionState
from holdfast.flow.capture.conversation import LONGEST_QUESTION, Conversation, stretch_of
from holdfast.flow.window.render import fenced

SYSTEM = {"role": "system", "content": "It is 9:15."}
U1, U2 = {"role": "user", "content": "one"}, {"role": "user", "content": "two"}
A1, A2 = {"role": "assistant", "content": "uno"}, {"role": "assistant", "content": "due"}


def ids(*messages: Any, answer: Any = None, stretch: int = 1, root: str = "") -> list[str]:
    kept = Conversation(messages, root).kept(stretch, answer)
    return [each["id"] for each in kept]


def test_what_stands_behind_the_last_answer_is_new():
    assert Conversation([SYSTEM, U1]).fresh == [U1]
    assert Conversation([SYSTEM, U1, A1, U2]).fresh == [U2]
    tool = {"role": "tool", "content": "4", "tool_call_id": "t"}
    assert Conversation([U1, A1, tool]).fresh == [tool]
    assert Conversation([U1, U2]).fresh == [U1, U2]
    assert Conversation([U1, A1]).fresh == []


def test_the_same_turn_has_the_same_ids_and_another_has_others():
    first = ids(SYSTEM, U1, answer=A1)
    assert ids(SYSTEM, U1, answer=A1) == first
    assert ids({**SYSTEM, "content": "It is 9:16."}, U1, answer=A1) == first
    assert ids(U1, answer=A2)[0] == first[0]
    assert ids(U1, answer=A2)[1] != first[1]
    assert ids(U1, A1, U1) != ids(U1)  # said again
    assert ids(A2, U1) != ids(A1, U1)  # a window that has moved on
    assert ids(U1, stretch=2) != ids(U1)
    assert ids(U1, root="r1") != ids(U1)


def test_what_was_put_in_is_not_kept():
    block = fenced(["[...] user: tea"])
    (kept,) = Conversation([{"role": "user", "content": f"Hi.\n\n{block}"}]).kept(1, None)
    assert kept["content"] == "Hi."
    parts = [{"type": "text", "text": "Hi."}, {"type": "text", "text": block}]
    (kept,) = Conversation([{"role": "user", "content": parts}]).kept(1, None)
    assert kept["content"] == parts[:1]
    assert Conversation([{"role": "user", "content": block}]).kept(1, None) == []


def test_what_says_nothing_is_not_kept():
    nothing: list[Any] = [
        {"role": "user", "content": " "},
        {"role": "user"},
        {"role": "user", "content": 7},
    ]
    assert Conversation(nothing).kept(1, {"role": "assistant", "content": ""}) == []


def test_the_question_is_what_the_user_says_now():
    assert Conversation([U1, A1, U2]).question == "two"
    assert Conversation([U1, U2]).question == "one\ntwo"
    assert Conversation([U1, A1, {"role": "tool", "content": "4"}]).question == "one"
    assert Conversation([SYSTEM]).question == ""
    long = Conversation([{"role": "user", "content": "a" * 9000 + "b" * 9000}]).question
    assert len(long) == LONGEST_QUESTION + 1
    assert (long[0], long[-1]) == ("a", "b")


def test_what_the_model_is_told_anyhow():
    assert Conversation([SYSTEM, U1, A1]).texts == {"It is 9:15.", "one", "uno"}


def test_the_stretch_that_a_turn_belongs_to():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    session = Session(
        user="u", name="s", opened_at=now, last_at=now, touched_at=now, began_at=now, stretch=3
    )
    assert stretch_of(None) == 1
    assert stretch_of(session) == 3
    assert stretch_of(replace(session, state=SessionState.SEALED)) == 4
