"""Examples of requests and answers, for the description of the API. A test sends every one."""

from __future__ import annotations

from typing import Any, NamedTuple


class Example(NamedTuple):
    """What is sent and what comes back. Ids, times and scores are other ones each time."""

    sent: dict[str, Any]
    answered: dict[str, Any]


_ID = "1f0f6f0e-5a4c-4f7e-9b39-0c1f4f6d2a11"
_HIT = {
    "score": 1.94,
    "text": "我妹妹Lily上周搬到成都了。",
    "sources": [_ID],
    "seq": 1,
    "session": "default",
    "agent": "default",
    "role": "user",
    "speaker": None,
    "said_at": "2026-03-05T13:40:00Z",
    "trust": "user",
    "scores": {"text": 0.6, "meaning": 0.41},
}

EXAMPLES: dict[str, Example] = {
    "add": Example(
        {
            "user": "wang",
            "session": "a",
            "messages": [
                {"role": "user", "content": "我妹妹Lily上周搬到成都了。"},
                {"role": "assistant", "content": "Does she like it there?"},
            ],
        },
        {"ids": [_ID, "6a3f1c4e-3f0b-4f3c-8a53-5f9c34a7b0d2"]},
    ),
    "recall": Example(
        {"user": "wang", "query": "Where does Lily live?", "k": 3},
        {"run": "0b8d1f0c-7a55-4f62-9e0e-8c2c7b1f2d10", "hits": [_HIT]},
    ),
    "context": Example(
        {"user": "wang", "query": "Where does Lily live?", "budget": 200},
        {
            "text": "…",
            "stable": "",
            "tokens": 62,
            "budget": 200,
            "counted_by": "estimate",
            "hits": [_HIT],
            "dropped": [],
            "run": "0b8d1f0c-7a55-4f62-9e0e-8c2c7b1f2d10",
        },
    ),
    "forget": Example(
        {"user": "wang", "session": "a", "preview": True},
        {"scope": "session", "messages": 2, "versions": 2, "sessions": 1, "erased": True},
    ),
    "sessions.seal": Example({"user": "wang", "name": "a"}, {"stretch": None}),
}
