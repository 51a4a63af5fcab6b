"""The bodies that `ModelServer` answers with."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from struct import pack
from typing import Any

from holdfast.testing.model_faults import Fault, Spoken, Twisted


def embeddings(vector: Callable[[str], list[float]], body: dict[str, Any], fault: Fault) -> Any:
    """The answer to /embeddings, twisted if the fault says so."""
    given = body.get("input", [])
    texts = [given] if isinstance(given, str) else list(given)
    rows = [vector(text) for text in texts]
    wrong = fault if isinstance(fault, Twisted) else Twisted()
    rows = (rows + rows[-1:] * wrong.count) if wrong.count >= 0 else rows[: wrong.count]
    if wrong.dimensions:
        rows = [(row * wrong.dimensions)[: wrong.dimensions] for row in rows]
    if wrong.not_finite and rows:
        rows[-1][0] = float("nan")
    if wrong.ragged and rows:
        rows[-1] = rows[-1][:-1]
    packed = body.get("encoding_format") == "base64"
    data = [
        {
            "object": "embedding",
            "index": 0 if wrong.same_index else at,
            "embedding": _packed(row) if packed else row,
        }
        for at, row in enumerate(rows)
    ]
    usage = {"prompt_tokens": words(" ".join(texts)), "total_tokens": words(" ".join(texts))}
    return {"object": "list", "data": data, "model": body.get("model"), "usage": usage}


def completion(says: str, body: dict[str, Any], fault: Fault) -> Any:
    """The answer to /chat/completions, in other words if the fault says so."""
    ended = "stop"
    if isinstance(fault, Spoken):
        says, ended = fault.alter(says), fault.ended
    asked = sum(words(str(message.get("content", ""))) for message in body.get("messages", []))
    message = {"role": "assistant", "content": says}
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "model": body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": ended}],
        "usage": {"prompt_tokens": asked, "completion_tokens": words(says)},
    }


def events(says: str) -> Iterator[str]:
    """The same in pieces, a word each, as the data of server-sent events."""
    for at, word in enumerate(says.split(" ")):
        yield _event({"content": word if at == 0 else f" {word}"}, None)
    yield _event({}, "stop")
    yield "[DONE]"


def _event(delta: dict[str, str], ended: str | None) -> str:
    choice = {"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": ended}
    return json.dumps(
        {"id": "chatcmpl-test", "object": "chat.completion.chunk", "choices": [choice]}
    )


def words(text: str) -> int:
    """What this server counts as tokens."""
    return len(text.split())


def _packed(row: list[float]) -> str:
    return b64encode(pack(f"<{len(row)}f", *row)).decode()
