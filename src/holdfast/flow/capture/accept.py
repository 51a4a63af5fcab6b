"""Accept: whatever form messages come in, make drafts of them, or refuse the whole batch."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from holdfast.domain.draft import Draft, plain_draft
from holdfast.domain.message import Json
from holdfast.errors import InvalidInput, MessageRefused
from holdfast.flow.capture.names import checked_name, fault_in
from holdfast.flow.capture.times import said_time
from holdfast.flow.capture.values import checked_json

_ROLE_NAMES = {"human": "user", "ai": "assistant"}
_ROLES = ("role", "type")
_CONTENTS = ("content", "text")
TIMES = ("at", "time", "timestamp", "created_at")
IDS = ("id", "message_id")
_SPEAKERS = ("speaker", "name")
_CALLS = ("tool_calls",)
_PLACES = (_ROLES, _CONTENTS, TIMES, IDS, _SPEAKERS, _CALLS)
"""The names under which each thing is looked for; the first that is there is taken."""

_PLAIN = frozenset({"role", "content"})
_PLAIN_ROLES = frozenset({"user", "assistant", "system"})
_NOTHING: Mapping[str, Json] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is accepted, and the zone of times that name none."""

    max_message_chars: int
    max_batch: int
    max_parts_bytes: int
    inline_part_bytes: int
    time_zone: str


def accept(given: object, *, at: datetime | None, now: datetime, limits: Limits) -> list[Draft]:
    """Drafts of everything given, in order.

    `given` may be a text, a message (role and content, or LangChain's form), a content list, or a
    list of texts and messages. `at` is the time of those that bring none of their own. The first
    one that cannot be stored raises MessageRefused, which says which and why.
    """
    messages = listed(given)
    if not messages:
        raise InvalidInput("There is no message to store.", remedy="Give at least one.")
    if len(messages) > limits.max_batch:
        raise InvalidInput(
            f"{len(messages)} messages in one call; {limits.max_batch} are allowed.",
            remedy="Add them in several calls, or raise max_batch.",
        )
    said = now if at is None else said_time(at, limits.time_zone, now)
    longest = limits.max_message_chars
    drafts = []
    for position, message in enumerate(messages):
        if plain := _plain(message, said, longest):
            drafts.append(plain)
            continue
        try:
            drafts.append(_draft(message, said, now, limits))
        except InvalidInput as error:
            which = f"Message {position + 1} of {len(messages)}" if len(messages) > 1 else "Message"
            special = error.remedy if error.remedy != InvalidInput.remedy else None
            raise MessageRefused(f"{which}: {error.message}", remedy=special) from error
    return drafts


def listed(given: object) -> list[object]:
    """The messages in what was given, each in its own form."""
    if isinstance(given, (str, Mapping)):
        return [given]
    if not isinstance(given, Iterable) or isinstance(given, bytes | bytearray):
        raise InvalidInput(
            f"Messages cannot be read from {type(given).__name__}.",
            remedy="Give a text, a message with role and content, or a list of them.",
        )
    several = list(given)
    if all(isinstance(each, str) or _is_part(each) for each in several) and any(
        map(_is_part, several)
    ):
        return [{"role": "user", "content": several}]
    return several


def _is_part(each: object) -> bool:
    """Whether this is a piece of content rather than a message."""
    return (
        isinstance(each, Mapping)
        and "type" in each
        and not {"role", "content"} & {*each}
        and not isinstance(each.get("data"), Mapping)
    )


def _plain(given: object, at: datetime, longest: int) -> Draft | None:
    """The draft of a message in its plainest form; None for all that wants a closer look."""
    role: object = "user"
    text: object = given
    if type(given) is dict and len(given) == len(_PLAIN):
        role, text = given.get("role"), given.get("content")
    if type(text) is not str or type(role) is not str or role not in _PLAIN_ROLES:
        return None
    if len(text) > longest or not text or text.isspace():
        return None
    if not text.isprintable() and fault_in(text):
        return None
    return plain_draft(role, text, at)


def _draft(given: object, at: datetime, now: datetime, limits: Limits) -> Draft:
    fields = fields_of(given)
    text, parts = content_of(fields)
    text = checked_text(text, limits, "its text")
    inline, attachments = _kept_parts(parts, limits) if parts else ((), {})
    if not inline and (not text or text.isspace()):
        raise InvalidInput("it holds nothing: no text, no parts, no tool calls.")
    if fields.keys() <= _PLAIN:
        said, speaker, client_id, extra = at, None, None, _NOTHING
    else:
        given_time = _first(fields, TIMES)
        said = at if given_time is None else said_time(given_time, limits.time_zone, now)
        speaker = _optional_name(_first(fields, _SPEAKERS), "speaker")
        client_id = _optional_name(_first(fields, IDS), "id")
        extra = _extra(fields, limits)
    return Draft(
        role=_role(fields),
        speaker=speaker,
        text=text,
        parts=inline,
        extra=extra,
        said_at=said,
        client_id=client_id,
        attachments=attachments,
    )


def fields_of(given: object) -> dict[str, Any]:
    """The message's fields; LangChain's ``{"type", "data"}`` wrapping is taken off."""
    if isinstance(given, str):
        return {"role": "user", "content": given}
    if not isinstance(given, Mapping):
        raise InvalidInput(f"a message must be a text or a mapping, not {type(given).__name__}.")
    if any(not isinstance(key, str) for key in given):
        raise InvalidInput("a message's fields must have text for names.")
    if _is_part(given):
        return {"role": "user", "content": [given]}
    data = given.get("data")
    if isinstance(data, Mapping) and "type" in given and "content" not in given:
        return {**data, "role": data.get("role") or given["type"]}
    return dict(given)


def _role(fields: Mapping[str, Any]) -> str:
    role = fields.get("role")
    if isinstance(role, str) and role in _PLAIN_ROLES:
        return role
    role = checked_name(_first(fields, _ROLES) or "user", "role").strip()
    return _ROLE_NAMES.get(role.lower(), role)


def content_of(fields: Mapping[str, Any]) -> tuple[str, list[Json]]:
    """The text, and everything in the content that is not text."""
    content = _first(fields, _CONTENTS)
    if isinstance(content, str) and "tool_calls" not in fields:
        return content, []
    texts: list[str] = []
    parts: list[Json] = []
    if isinstance(content, str):
        texts.append(content)
    elif isinstance(content, Mapping):
        _sort_part(content, texts, parts)
    elif isinstance(content, Sequence) and not isinstance(content, bytes | bytearray):
        for part in content:
            _sort_part(part, texts, parts)
    elif content is not None:
        raise InvalidInput(f"its content must be text or a list, not {type(content).__name__}.")
    calls = fields.get("tool_calls") or []
    if not isinstance(calls, list | tuple):
        raise InvalidInput("its tool_calls must be a list.")
    parts.extend({"type": "tool_call", "call": call} for call in calls)
    return "\n".join(texts), parts


def _sort_part(part: object, texts: list[str], parts: list[Json]) -> None:
    if isinstance(part, str):
        texts.append(part)
    elif isinstance(part, Mapping):
        text = part.get("text")
        if isinstance(text, str) and part.get("type", "text") in (
            "text",
            "input_text",
            "output_text",
        ):
            texts.append(text)
            rest = {key: value for key, value in part.items() if key not in ("text", "type")}
            if rest:  # a text that carries more than itself
                parts.append({"type": "text_details", **rest})
        else:
            parts.append(part)
    else:
        raise InvalidInput(f"a content part must be text or a mapping, not {type(part).__name__}.")


def checked_text(text: object, limits: Limits, noun: str = "The text") -> str:
    """The text as it is, or InvalidInput if it is too long or cannot be stored."""
    if not isinstance(text, str):
        raise InvalidInput(f"{noun} must be a str, not {type(text).__name__}.")
    if len(text) > limits.max_message_chars:
        raise InvalidInput(
            f"{noun} has {len(text):,} characters; {limits.max_message_chars:,} are allowed."
        )
    if fault := fault_in(text):
        raise InvalidInput(f"{noun} holds {fault}.")
    return text


def _kept_parts(
    parts: list[Json], limits: Limits
) -> tuple[tuple[dict[str, Json], ...], dict[str, bytes]]:
    """The parts as they lie in the log, and the large ones that lie beside it."""
    inline: list[dict[str, Json]] = []
    attachments: dict[str, bytes] = {}
    weight = 0
    for part in parts:
        data = _json_within(part, limits)
        weight += len(data)
        if weight > limits.max_parts_bytes:
            raise InvalidInput(f"its parts weigh over {limits.max_parts_bytes:,} bytes.")
        if len(data) <= limits.inline_part_bytes:
            inline.append(json.loads(data))
        else:
            ref = reference(data)
            attachments[ref] = data
            inline.append({"type": str(part.get("type", "")), "ref": ref, "bytes": len(data)})
    return tuple(inline), attachments


def reference(data: bytes) -> str:
    """The name under which bytes are kept beside the log."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _json_within(value: Json, limits: Limits) -> bytes:
    data = checked_json(value, "a part or field")
    if len(data) > limits.max_parts_bytes:
        raise InvalidInput(f"a part or field weighs over {limits.max_parts_bytes:,} bytes.")
    return data


def _optional_name(value: object, noun: str) -> str | None:
    if value is None or value == "":
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return checked_name(value, noun)


def _extra(fields: Mapping[str, Any], limits: Limits) -> dict[str, Json]:
    """Every field that says something and was not taken for anything else."""
    taken = {next((n for n in names if fields.get(n) is not None), None) for names in _PLACES}
    if fields.get("type") == fields.get("role"):
        taken.add("type")  # LangChain says it twice
    extra = {key: value for key, value in fields.items() if key not in taken and not _void(value)}
    kept: dict[str, Json] = json.loads(_json_within(extra, limits))
    return kept


def _first(fields: Mapping[str, Any], names: Iterable[str]) -> Any:
    for name in names:
        value = fields.get(name)
        if value is not None:
            return value
    return None


def _void(value: object) -> bool:
    return value is None or value is False or value in ("", [], {})
