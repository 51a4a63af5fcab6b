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


Said = str | dict[str, Any]
"""What a model says: words, or a whole message (with `tool_calls`, say)."""


def completion(says: Said, body: dict[str, Any], fault: Fault) -> Any:
    """The answer to /chat/completions, in other words if the fault says so."""
    ended = "stop"
    if isinstance(fault, Spoken) and isinstance(says, str):
        says, ended = fault.alter(says), fault.ended
    asked = sum(words(str(message.get("content", ""))) for message in body.get("messages", []))
    message = message_of(says)
    ended = "tool_calls" if message.get("tool_calls") else ended
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "model": body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": ended}],
        "usage": {
            "prompt_tokens": asked,
            "completion_tokens": words(str(message.get("content") or "")),
        },
    }


def message_of(says: Said) -> dict[str, Any]:
    """The message that a model says."""
    return {"role": "assistant", "content": says} if isinstance(says, str) else says


def events(says: Said) -> Iterator[str]:
    """The same in pieces, a word each, as the data of server-sent events."""
    message = message_of(says)
    for at, word in enumerate(_words_of(message)):
        yield _event({"content": word if at == 0 else f" {word}"}, None)
    calls = message.get("tool_calls") or []
    for at, call in enumerate(calls):
        arguments = call["function"]["arguments"]
        begun = {**call, "index": at, "function": {**call["function"], "arguments": ""}}
        yield _event({"tool_calls": [begun]}, None)
        for letter in arguments:
            yield _event({"tool_calls": [{"index": at, "function": {"arguments": letter}}]}, None)
    yield _event({}, "tool_calls" if calls else "stop")
    yield "[DONE]"


def _words_of(message: dict[str, Any]) -> list[str]:
    content = message.get("content")
    return content.split(" ") if isinstance(content, str) else []


def _event(delta: dict[str, Any], ended: str | None) -> str:
    choice = {"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": ended}
    return json.dumps(
        {"id": "chatcmpl-test", "object": "chat.completion.chunk", "choices": [choice]}
    )


def response(says: Said, body: dict[str, Any]) -> dict[str, Any]:
    """The answer to /responses."""
    message = message_of(says)
    text: dict[str, Any] = {
        "type": "output_text",
        "text": message.get("content") or "",
        "annotations": [],
    }
    output: list[dict[str, Any]] = [
        {"type": "message", "id": "msg_test", "role": "assistant", "content": [text]}
    ]
    if calls := message.get("tool_calls"):
        output = [
            {"type": "function_call", "id": "fc", "call_id": call["id"], **call["function"]}
            for call in calls
        ]
    return {
        "id": "resp_test",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "model": body.get("model"),
        "output": [{**item, "status": "completed"} for item in output],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def response_events(says: Said, body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The same as events, each with its name."""
    whole = response(says, body)
    told: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}}
    ]
    for at, item in enumerate(whole["output"]):
        told += _told_of(at, item)
    told.append({"type": "response.completed", "response": whole})
    for number, each in enumerate(told):
        yield each["type"], json.dumps({**each, "sequence_number": number})


def _told_of(at: int, item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An item of an answer: that it begins, what it says piece by piece, and that it is whole."""
    calls = item["type"] == "function_call"
    nothing: dict[str, Any] = {"arguments": ""} if calls else {"content": []}
    begun = {**item, **nothing, "status": "in_progress"}
    place = {"output_index": at, "item_id": item["id"]}
    yield {"type": "response.output_item.added", "output_index": at, "item": begun}
    if calls:
        kind, pieces = "response.function_call_arguments.delta", [*item["arguments"]]
    else:
        [part] = item["content"]
        place["content_index"] = 0
        yield {"type": "response.content_part.added", "part": {**part, "text": ""}, **place}
        kind, pieces = "response.output_text.delta", _words_of({"content": part["text"]})
    for number, piece in enumerate(pieces):
        delta = piece if calls or not number else f" {piece}"
        yield {"type": kind, "delta": delta, "logprobs": [], **place}
    yield {"type": "response.output_item.done", "output_index": at, "item": item}


def words(text: str) -> int:
    """What this server counts as tokens."""
    return len(text.split())


def _packed(row: list[float]) -> str:
    return b64encode(pack(f"<{len(row)}f", *row)).decode()
