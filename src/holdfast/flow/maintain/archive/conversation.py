"""Conversation: one stretch as it lies in an archive, in the form that LangChain loads.

The first message also carries the stretch's id and a digest of all of them, so that a copy that
was changed by hand is told from ours wherever it lies.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, tzinfo
from enum import StrEnum
from typing import Any, NamedTuple

from holdfast.domain.message import Message
from holdfast.domain.session import Stretch
from holdfast.errors import InvalidInput
from holdfast.flow.maintain.lines import moment

OURS = "holdfast"
"""Under this name LangChain's `additional_kwargs` carry what is ours."""

Form = dict[str, Any]
"""A message as LangChain's `messages_to_dict` writes it."""

_TYPES = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool"}
_ID = re.compile(r"[A-Za-z0-9-]{1,64}")
_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_BEGAN = re.compile(r"\d{8}_\d{6}")


class Fault(StrEnum):
    """Why a file, or a part of one, is not taken for an archive of ours."""

    BROKEN = "cannot be read: it is cut short or damaged"
    FOREIGN = "was not written by Holdfast"
    EDITED = "was changed after it was written"


class Conversation(NamedTuple):
    """A stretch with its messages. `began` is the wall clock's time, as file names have it."""

    id: str
    began: str
    messages: tuple[Form, ...]

    @property
    def day(self) -> str:
        """The day it is archived under, as ``YYYYMMDD``."""
        return self.began[:8]

    @property
    def file(self) -> str:
        """The name of a file of its own, without ``.gz``."""
        return f"session_{self.began}_{self.id}.json"

    @property
    def session(self) -> str:
        """The session's name."""
        return str(_ours(self.messages[0])["session"])


def conversation(
    stretch: Stretch, messages: Sequence[Message], zone: tzinfo, began: str | None = None
) -> Conversation:
    """The stretch's archive. `messages` are its messages, at least one, in their order."""
    if not _ID.fullmatch(stretch.id):
        raise InvalidInput(f"{stretch.id!r} cannot be the name of an archive.")
    began = began or local(stretch.began_at, zone)
    forms = [form(message) for message in messages]
    seal = {"id": stretch.id, "began": began, "messages": len(forms)}
    forms[0]["data"]["additional_kwargs"][OURS]["stretch"] = seal
    seal["sha256"] = _digest(forms)
    return Conversation(stretch.id, began, tuple(forms))


def opened(forms: object) -> Conversation | Fault:
    """The conversation that these messages are, if they are as they were written."""
    if not isinstance(forms, list) or not forms:
        return Fault.FOREIGN
    try:
        seal = dict(_ours(forms[0])["stretch"])
        digest = seal.pop("sha256")
        id_, began, count = seal["id"], seal["began"], seal["messages"]
        first = {**forms[0], "data": dict(forms[0]["data"])}
        first["data"]["additional_kwargs"] = {
            **forms[0]["data"]["additional_kwargs"],
            OURS: {**_ours(forms[0]), "stretch": seal},
        }
    except (LookupError, TypeError, ValueError):
        return Fault.FOREIGN
    if not isinstance(id_, str) or not isinstance(began, str):
        return Fault.FOREIGN
    known = _ID.fullmatch(id_) and _BEGAN.fullmatch(began) and count == len(forms)
    if not known or digest != _digest([first, *forms[1:]]):
        return Fault.EDITED
    return Conversation(id_, began, tuple(forms))


def local(at: datetime, zone: tzinfo) -> str:
    """A moment as the wall clock of a zone shows it, in the form of a file name."""
    with suppress(OverflowError):  # at the ends of the calendar there is no other zone
        at = at.astimezone(zone)
    return f"{day_name(at)}_{at:%H%M%S}"


def day_name(day: date) -> str:
    """A day as file names have it. (The system's own formatting drops zeros before old years.)"""
    return f"{day.year:04d}{day.month:02d}{day.day:02d}"


def form(message: Message, *, plain: bool = False) -> Form:
    """A message as LangChain writes it. With `plain` its type is human, ai or system only."""
    type_ = _TYPES.get(message.role, "chat")
    if plain and type_ not in ("human", "ai"):
        type_ = "system"
    data: Form = {
        "content": message.text,
        "additional_kwargs": {OURS: _metadata(message)},
        "response_metadata": {},
        "type": type_,
        "name": message.speaker,
        "id": message.id,
    }
    if type_ in ("human", "ai"):
        data["example"] = False
    if type_ == "ai":
        data |= {"tool_calls": [], "invalid_tool_calls": [], "usage_metadata": None}
    elif type_ == "tool":
        call = message.extra.get("tool_call_id")
        data |= {"tool_call_id": call if isinstance(call, str) else ""}
    elif type_ == "chat":
        data["role"] = message.role
    return {"type": type_, "data": data}


def system(text: str, ours: Mapping[str, Any] | None = None) -> Form:
    """A system message of our own making."""
    data: Form = {"content": text, "additional_kwargs": {OURS: dict(ours)} if ours else {}}
    data |= {"response_metadata": {}, "type": "system", "name": None, "id": None}
    return {"type": "system", "data": data}


def rendered(forms: Iterable[Form]) -> bytes:
    """The messages as a JSON list, one message a line."""
    return ("[\n" + ",\n".join(map(_written, forms)) + "\n]\n").encode()


def line(kept: Conversation) -> bytes:
    """The conversation as a line of an append log."""
    row = {"uid": kept.id, "timestamp": kept.began, "messages": kept.messages}
    return (_written(row) + "\n").encode()


def parsed(text: bytes) -> Any:
    """The JSON value, or None for what is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def stretch_of(separator: object) -> str | None:
    """The id of the stretch that this message stands before in a merged day; else None."""
    try:
        id_ = _ours(separator)["before"]
    except (LookupError, TypeError):
        return None
    return id_ if isinstance(id_, str) else None


def _ours(form_: Any) -> Mapping[str, Any]:
    ours = form_["data"]["additional_kwargs"][OURS]
    if not isinstance(ours, dict):
        raise TypeError("not ours")
    return ours


def _metadata(message: Message) -> dict[str, Any]:
    known = {
        "id": message.id,
        "session": message.session,
        "agent": message.agent,
        "number": message.number,
        "version": message.version,
        "role": message.role,
        "speaker": message.speaker,
        "said_at": moment(message.said_at),
        "parts": [dict(part) for part in message.parts],
        "extra": dict(message.extra),
    }
    return {key: value for key, value in known.items() if value not in (None, [], {})}


def _digest(forms: Sequence[Form]) -> str:
    return hashlib.sha256("\n".join(map(_written, forms)).encode("utf-8", "replace")).hexdigest()
