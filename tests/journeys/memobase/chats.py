"""Chats for the tests, and the two clients told to flush."""

from __future__ import annotations

from memobase import ChatBlob
from memobase.core.entry import User


def chat(*said: str, **fields: object) -> ChatBlob:
    """What the user said, each answered by the assistant."""
    turns = [{"role": "user", "content": text} for text in said]
    messages = [
        each for turn in turns for each in (turn, {"role": "assistant", "content": "I see."})
    ]
    return ChatBlob(messages=messages, fields=fields or None)


def learned(user: User, *said: str, **fields: object) -> str:
    """Have it told and learned from; the blob."""
    blob = user.insert(chat(*said, **fields))
    user.flush()
    return blob


def profile(user: User, **which: object) -> dict[str, str]:
    """The profile by topic and sub-topic."""
    found = user.profile(**which)
    return {f"{row.topic}::{row.sub_topic}": row.content for row in found}


def tips(user: User) -> str:
    """All that is told of events."""
    return "\n".join(event.event_data.event_tip or "" for event in user.event(topk=100))
