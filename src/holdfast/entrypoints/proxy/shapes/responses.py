"""Responses: what is asked in `input` and answered in `output`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from holdfast.entrypoints.proxy.shapes.events import events
from holdfast.entrypoints.proxy.shapes.shape import Answer, Asked, Shape
from holdfast.entrypoints.proxy.splice import (
    Insertion,
    Piece,
    lengthened,
    members,
    quoted,
)
from holdfast.flow.capture.conversation import Conversation

_ENDS = ("response.completed", "response.incomplete", "response.failed")


def read(text: str) -> Asked:
    """The request. Raises ValueError."""
    document = members(text, opened=("input",))
    given = document["input"].value if "input" in document else None
    if isinstance(given, str):
        messages: list[dict[str, Any]] = [{"role": "user", "content": given}]
    elif isinstance(given, list) and all(isinstance(each.value, dict) for each in given):
        messages = [m for each in given if (m := _message(each.value)) is not None]
    else:
        raise ValueError("there is no input")
    streamed = "stream" in document and document["stream"].value is True
    return Asked(text, document, Conversation(messages, root=_root(document)), streamed)


def _root(document: Mapping[str, Piece]) -> str:
    """What came before, where the provider keeps it."""
    before = document.get("previous_response_id")
    return str(before.value) if before is not None and before.value else ""


def _message(item: Mapping[str, Any]) -> dict[str, Any] | None:
    """An item as a message; None for what nobody said, such as thoughts."""
    kind = item.get("type", "message")
    if kind == "message" and isinstance(item.get("role"), str):
        return {"role": item["role"], "content": _content(item.get("content"))}
    if kind == "function_call":
        function = {"name": item.get("name"), "arguments": item.get("arguments")}
        call = {"id": item.get("call_id"), "type": "function", "function": function}
        return {"role": "assistant", "content": "", "tool_calls": [call]}
    if kind == "function_call_output":
        told = item.get("output")
        text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
        return {"role": "tool", "content": text, "tool_call_id": item.get("call_id")}
    return None


def _content(content: Any) -> Any:
    """The content with the words of its parts alone, where a part is words."""
    if not isinstance(content, list):
        return content
    return [_part(part) for part in content]


def _part(part: Any) -> Any:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in ("input_text", "output_text"):
        return {"type": "text", "text": part.get("text")}
    if kind == "refusal":
        return {"type": "text", "text": part.get("refusal")}
    return part


def places(asked: Asked, stable: str, recalled: str) -> list[Insertion]:
    """Behind the instructions what seldom changes, behind the last question what always does.

    Where a stored prompt brings the instructions, both stand behind the question: to say others
    would replace them. So they do where there are none, and that is said.
    """
    if stable and not _takes_instructions(asked):
        stable, recalled = "", "\n".join(filter(None, (stable, recalled)))
    found = [_stable(asked, stable) if stable else None]
    found.append(_recalled(asked, recalled) if recalled else None)
    return [each for each in found if each is not None]


def _takes_instructions(asked: Asked) -> bool:
    own = asked.document.get("instructions")
    return asked.value("prompt") is None if own is None else isinstance(own.value, str | list)


def _stable(asked: Asked, stable: str) -> Insertion | None:
    piece = asked.document.get("instructions")
    if piece is None:
        return Insertion(asked.text.index("{") + 1, f'"instructions":{quoted(stable)},')
    return lengthened(piece, stable, "input_text")


def _recalled(asked: Asked, recalled: str) -> Insertion | None:
    given = asked.document["input"]
    if isinstance(given.value, str):
        return lengthened(given, recalled, "input_text")
    pieces: Sequence[Piece] = given.value
    for piece in reversed(pieces):
        if piece.value.get("role") == "user":
            content = members(asked.text, piece.start).get("content")
            return None if content is None else lengthened(content, recalled, "input_text")
    return None


def answer(body: bytes, streamed: bool) -> Answer:
    """What was answered."""
    if streamed:
        return _streamed(body)
    try:
        response = json.loads(body)
    except ValueError:
        return Answer(None, whole=False)
    return _of(response)


def _of(response: Any) -> Answer:
    if not isinstance(response, dict) or not isinstance(response.get("output"), list):
        return Answer(None, whole=False)
    return Answer(_said(response["output"]), whole=response.get("status") != "failed")


def _streamed(body: bytes) -> Answer:
    """What the last event tells as a whole; where the stream broke off, what was told by then."""
    items: dict[int, Any] = {}
    words: dict[tuple[int, int], str] = {}
    for _, data in events(body):
        try:
            event = json.loads(data)
        except ValueError:
            continue
        if not isinstance(event, dict):
            continue
        kind, at = event.get("type"), event.get("output_index")
        if kind in _ENDS:
            return _of(event.get("response"))
        if kind == "response.output_item.done" and isinstance(at, int):
            items[at] = event.get("item")
        elif kind in ("response.output_text.delta", "response.refusal.delta"):
            place = (at if isinstance(at, int) else 0, int(event.get("content_index") or 0))
            words[place] = words.get(place, "") + str(event.get("delta") or "")
    for (at, _), text in sorted(words.items()):
        item = {"type": "message", "content": [{"type": "output_text", "text": text}]}
        items.setdefault(at, item)
    return Answer(_said(items[at] for at in sorted(items)), whole=False)


def _said(output: Iterable[Any]) -> dict[str, Any] | None:
    """The items of an answer as one message."""
    texts: list[str] = []
    calls: list[Any] = []
    for item in output:
        message = _message({"role": "assistant", **item}) if isinstance(item, dict) else None
        if message is None or message["role"] != "assistant":
            continue
        content = message["content"] if isinstance(message["content"], list) else []
        texts += [
            part["text"]
            for part in content
            if isinstance(part, dict) and isinstance(part.get("text"), str)
        ]
        calls += message.get("tool_calls", [])
    if not any(texts) and not calls:
        return None
    said: dict[str, Any] = {"role": "assistant", "content": "\n".join(filter(None, texts))}
    return {**said, "tool_calls": calls} if calls else said


RESPONSES = Shape(
    read=read,
    places=places,
    answer=answer,
    ends=tuple(f"event: {name}".encode() for name in _ENDS),
)
