"""Glance: a message's line as exports write nearly all of them, taken in without reading it as JSON.

That takes a third of the time. What is in any other form, or has anything the matter with it, is not
judged here: it wants a closer look.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from holdfast.domain.entry import Entry, entry_of
from holdfast.domain.message import Json
from holdfast.errors import HoldfastError
from holdfast.flow.capture.names import LONGEST, checked_name
from holdfast.flow.maintain.lines import checked_text, moment_of

_NOTHING: Mapping[str, Json] = MappingProxyType({})

_NAME = '"[^"]+"'
_ID = rf'"([!#-\[\]-~]{{1,{LONGEST}}})"'
"""As an id that is in ASCII may be: nothing is left to be checked."""

_TEXT = r'"([^"]*(?:(?<=\\)"[^"]*)*)"'
"""To the first quote without a backslash before it. If that is not where it ends, `_read` finds out."""

_TIME = r'"([^"\\\x00-\x1f]+)"'
"""Nothing that JSON would read in another way, or not at all: what reads times passes over much."""

_match = re.compile(
    rf'\{{"kind":"message","id":{_ID},("user":{_NAME},"session":{_NAME},"agent":{_NAME}),'
    rf'"number":([1-9][0-9]{{0,14}}),"version":1,("role":{_NAME}(?:,"speaker":{_NAME})?),'
    rf'"text":{_TEXT},"said_at":{_TIME},"stored_at":{_TIME}(?:,("client_id":{_NAME}))?\}}\n?'
).fullmatch

_decode = json.JSONDecoder().raw_decode


def glanced(line: str) -> Entry | None:
    """The message that a line tells of, or None: then that line wants a closer look."""
    try:
        if (match := _match(line)) is None:
            return None
        id_, place, number, teller, text, said_at, stored_at, client_id = match.groups()
        user, session, agent = _place(place)
        role, speaker = _teller(teller)
        if "\\" in text or not text.isprintable():
            text = checked_text(_read(text))
        said = stored = moment_of(said_at)
        if stored_at != said_at:
            stored = moment_of(stored_at)
        client = _names(client_id)[0] if client_id else None
        return entry_of((id_, user, session, agent, 0, int(number), 1, role, speaker, text, (),
                         _NOTHING, said, stored, client))  # fmt: skip
    except (TypeError, ValueError, OverflowError, HoldfastError):
        return None


def _read(text: str) -> str:
    """What stands between quotes. Raises ValueError if it ends before."""
    read, end = _decode(f'"{text}"')
    if end != len(text) + 2:
        raise ValueError("a quote stands in the middle")
    return str(read)


def _names(fields: str) -> list[str]:
    """The values of some fields, each of them a name."""
    if "\\" in fields:
        raise ValueError("a quote may be part of a name")
    return [checked_name(name, noun) for noun, name in json.loads(f"{{{fields}}}").items()]


@lru_cache(maxsize=256)  # these stand in many lines
def _place(fields: str) -> tuple[str, str, str]:
    user, session, agent = _names(fields)
    return user, session, agent


@lru_cache(maxsize=256)
def _teller(fields: str) -> tuple[str, str | None]:
    role, *speaker = _names(fields)
    return role, speaker[0] if speaker else None
