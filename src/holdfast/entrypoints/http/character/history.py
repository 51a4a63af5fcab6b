"""History: what an app sends of a conversation, in whichever of its forms.

The app forgets a conversation once it has sent it. So whatever can be stored of it is taken: a
message of no words is left out, and a character that no store takes is replaced.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from holdfast.domain.message import Json
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name, fault_in
from holdfast.flow.capture.values import checked_json

_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant"}
_ROLES |= {"system": "system", "tool": "tool", "function": "tool"}
_KEYS = UUID("6f5b7a52-5b0e-4d0c-9a0a-2f1f4f9d3c11")
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"
_A_PAIR = 2


def messages_in(body: bytes) -> list[dict[str, Json]]:
    """The messages of ``{"input_history": "[...]"}``, ready to be added. Raises InvalidInput.

    The list may also stand there as it is, and not as text.
    """
    sent = _parsed(body, "The body")
    if not isinstance(sent, Mapping) or "input_history" not in sent:
        raise InvalidInput("The body has no input_history.", remedy="Send the list as JSON text.")
    history = sent["input_history"]
    if isinstance(history, str):
        history = _parsed(history, "input_history")
    if not isinstance(history, list):
        raise InvalidInput("input_history must be a list of messages.")
    found = (_message(each, place) for place, each in enumerate(history))
    return [message for message in found if message is not None]


def with_ids(
    messages: Sequence[Mapping[str, Json]], space: str, user: str, agent: str, key: str
) -> list[dict[str, Json]]:
    """The messages with ids of their own, the same whenever the same request is sent.

    What is said is part of it: some apps send one request id for a whole talk.
    """
    ids = (
        str(uuid5(_KEYS, json.dumps([space, user, agent, key, place, message])))
        for place, message in enumerate(messages)
    )
    return [{**message, "id": id_} for message, id_ in zip(messages, ids, strict=True)]


def _parsed(text: bytes | str, noun: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{noun} is not JSON.") from error


def _message(item: Any, place: int) -> dict[str, Json] | None:
    """One message in the form that `Memory.add` takes; None if it holds nothing."""
    if isinstance(item, str):
        item = {"role": "user", "content": item}
    elif isinstance(item, list) and len(item) == _A_PAIR:
        item = {"role": item[0], "content": item[1]}
    if not isinstance(item, Mapping):
        raise InvalidInput(f"Message {place + 1} of the history is none.")
    data = item.get("data")
    fields = {**item, **data} if isinstance(data, Mapping) else dict(item)
    text, parts = _content(fields.get("content"))
    calls = fields.get("tool_calls")
    parts += [{"type": "tool_call", "call": call} for call in calls or [] if _can_be_kept(call)]
    if not text.strip() and not parts:
        return None
    role = fields.get("role") or item.get("type")
    message: dict[str, Json] = {"role": _ROLES.get(str(role).strip().lower(), "system")}
    message["content"] = [{"type": "text", "text": text}, *parts] if parts else text
    if speaker := _speaker(fields.get("name")):
        message["speaker"] = speaker
    return message


def _content(content: Any) -> tuple[str, list[Json]]:
    """The words, pieces joined by line breaks, and the pieces that are not words."""
    if isinstance(content, str):
        return readable(content), []
    pieces = content if isinstance(content, list) else [content]
    texts: list[str] = []
    parts: list[Json] = []
    for piece in pieces:
        text = piece.get("text") if isinstance(piece, Mapping) else piece
        if isinstance(text, str):
            texts += [readable(text)] if text else []
        elif isinstance(piece, Mapping) and _can_be_kept(piece):
            parts.append(dict(piece))
    return "\n".join(texts), parts


def readable(text: str) -> str:
    """The text without what no store takes: control characters, half characters."""
    if fault_in(text) is None:
        return text
    return "".join(_UNREADABLE if fault_in(each) else each for each in text)


def _can_be_kept(part: Any) -> bool:
    try:
        checked_json(part, "A part")
    except InvalidInput:
        return False
    return True


def _speaker(name: Any) -> str | None:
    try:
        return checked_name(name, "speaker") if isinstance(name, str) else None
    except InvalidInput:
        return None
