"""Chat completions: what is asked in `messages` and answered in `choices`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from holdfast.entrypoints.proxy.shapes.events import events
from holdfast.entrypoints.proxy.shapes.shape import Answer, Asked, Shape
from holdfast.entrypoints.proxy.splice import Insertion, Piece, lengthened, members, quoted
from holdfast.flow.capture.conversation import Conversation

_PROMPTS = ("system", "developer")


def read(text: str) -> Asked:
    """The request. Raises ValueError."""
    document = members(text, opened=("messages",))
    pieces = _pieces(document)
    if not pieces or not all(isinstance(piece.value, dict) for piece in pieces):
        raise ValueError("there are no messages")
    conversation = Conversation([piece.value for piece in pieces])
    streamed = "stream" in document and document["stream"].value is True
    return Asked(text, document, conversation, streamed)


def _pieces(document: Mapping[str, Piece]) -> Sequence[Piece]:
    found = document["messages"].value if "messages" in document else None
    return found if isinstance(found, list) else ()


def places(asked: Asked, stable: str, recalled: str) -> list[Insertion]:
    """Behind the app's own prompt what seldom changes, behind the last question what always does.

    All before that stays as it was in the request before, byte for byte.
    """
    pieces = _pieces(asked.document)
    found = [_stable(asked, pieces, stable) if stable else None]
    users = [piece for piece in pieces if piece.value.get("role") == "user"]
    if recalled and users:
        found.append(_lengthened(asked.text, users[-1], recalled))
    return [each for each in found if each is not None]


def _stable(asked: Asked, pieces: Sequence[Piece], stable: str) -> Insertion | None:
    leading = 0
    while leading < len(pieces) and pieces[leading].value.get("role") in _PROMPTS:
        leading += 1
    if leading:
        return _lengthened(asked.text, pieces[leading - 1], stable)
    message = f'{{"role":"system","content":{quoted(stable)}}},'
    return Insertion(pieces[0].start, message)


def _lengthened(text: str, message: Piece, added: str) -> Insertion | None:
    content = members(text, message.start).get("content")
    return None if content is None else lengthened(content, added, "text")


def answer(body: bytes, streamed: bool) -> Answer:
    """What was answered; of several choices the first."""
    return _streamed(body) if streamed else _plain(body)


def _plain(body: bytes) -> Answer:
    try:
        message = json.loads(body)["choices"][0]["message"]
    except (ValueError, LookupError, TypeError):
        return Answer(None, whole=False)
    return Answer(_message(message), whole=True) if isinstance(message, dict) else NOTHING


NOTHING = Answer(None, whole=False)


def _streamed(body: bytes) -> Answer:
    said: dict[str, Any] = {}
    calls: dict[int, dict[str, Any]] = {}
    ended = False
    for _, data in events(body):
        if data == "[DONE]":
            ended = True
        for choice in _first_choices(data):
            _add(said, calls, choice.get("delta"))
            ended = ended or bool(choice.get("finish_reason"))
    if calls:
        said["tool_calls"] = [calls[at] for at in sorted(calls)]
    return Answer(_message(said), whole=ended)


def _first_choices(data: str) -> Iterator[Mapping[str, Any]]:
    """What an event says of the first choice."""
    try:
        choices = json.loads(data).get("choices")
    except (ValueError, AttributeError):
        return
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, dict) and not choice.get("index"):
            yield choice


def _add(said: dict[str, Any], calls: dict[int, dict[str, Any]], delta: Any) -> None:
    if not isinstance(delta, dict):
        return
    for name in ("content", "refusal"):
        if isinstance(delta.get(name), str):
            said[name] = said.get(name, "") + delta[name]
    if isinstance(delta.get("audio"), dict):
        heard = said.setdefault("audio", {"transcript": ""})
        heard["transcript"] += delta["audio"].get("transcript") or ""
    if isinstance(delta.get("function_call"), dict):
        _join(said.setdefault("function_call", {}), delta["function_call"])
    listed = delta.get("tool_calls")
    for at, call in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(call, dict):
            place = call.get("index")
            whole = calls.setdefault(place if isinstance(place, int) else at, {})
            _join(whole, {name: value for name, value in call.items() if name != "index"})


def _join(whole: dict[str, Any], piece: Mapping[str, Any]) -> None:
    """Add a piece of a call: arguments go on, and the rest is said once."""
    for name, value in piece.items():
        if isinstance(value, dict):
            _join(whole.setdefault(name, {}), value)
        elif name == "arguments" and isinstance(value, str):
            whole[name] = whole.get(name, "") + value
        elif value is not None:
            whole.setdefault(name, value)


def _message(said: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is kept of an answer: its words and the calls it makes, not its thoughts."""
    text, audio = said.get("content") or said.get("refusal"), said.get("audio")
    if not text and isinstance(audio, dict):
        text = audio.get("transcript")
    calls = said.get("tool_calls") or []
    if not calls and said.get("function_call"):
        calls = [{"type": "function", "function": said["function_call"]}]
    if not text and not calls:
        return None
    message: dict[str, Any] = {"role": "assistant", "content": text or ""}
    return {**message, "tool_calls": calls} if calls else message


CHAT = Shape(read=read, places=places, answer=answer, ends=(b"data: [DONE]",))
