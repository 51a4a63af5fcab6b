"""Outgoing: messages as they are sent, each with an id and a time of its own.

The id lets a message be sent again until there is an answer, and be stored once. The time is that
of the call: what is sent tomorrow keeps it.
"""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import NamedTuple

from holdfast.domain.ids import new_id
from holdfast.errors import InvalidInput, TooLarge
from holdfast.flow.capture.accept import IDS, TIMES, Limits, accept, fields_of, listed
from holdfast.flow.capture.times import optional_time

LARGEST_BODY = 16 * 1024 * 1024
"""The most bytes that a server takes in a request that adds messages, unless it is set otherwise."""

NAMES_BYTES = 4096
"""What the names of a user, a session and an agent take of it at most."""


class Outgoing(NamedTuple):
    """A message as JSON, and the id it goes by."""

    id: str
    message: str


def checked(messages: object, *, at: object, now: datetime, limits: Limits) -> list[Outgoing]:
    """The messages as they are sent. A mistake in one is told at once, as `Memory.add` would.

    One that no server would take is such a mistake: TooLarge.
    """
    several = listed(messages)
    said = optional_time(at, limits.time_zone, "time said")
    accept(several, at=said, now=now, limits=limits)
    outgoing = [_outgoing(message, now if at is None else at) for message in several]
    for position, each in enumerate(outgoing, 1):
        _see_that_it_can_go(each, f"Message {position} of {len(outgoing)}")
    return outgoing


def unchecked(messages: object, *, at: object, now: datetime, limits: Limits) -> list[Outgoing]:
    """The same for a server that is asked at once: it knows its own limits, and judges by them."""
    several = listed(messages)
    try:
        return [_outgoing(message, now if at is None else at) for message in several]
    except (InvalidInput, TypeError, ValueError, RecursionError):
        checked(several, at=at, now=now, limits=limits)
        raise


def body(user: str, session: str, agent: str, messages: list[str]) -> bytes:
    """What is posted to have messages stored."""
    head = json.dumps({"user": user, "session": session, "agent": agent}, ensure_ascii=False)
    return f'{head[:-1]}, "messages": [{",".join(messages)}]}}'.encode()


def _outgoing(message: object, at: object) -> Outgoing:
    fields = fields_of(message)
    if all(fields.get(name) is None for name in TIMES):
        fields["at"] = at
    id_ = next((fields[name] for name in IDS if fields.get(name) not in (None, "")), None)
    if id_ is None:
        id_ = fields["id"] = new_id()
    text = json.dumps(fields, ensure_ascii=False, allow_nan=False, default=_as_json)
    text.encode()  # half a character is found here, and not on the way
    return Outgoing(str(id_), text)


def _see_that_it_can_go(outgoing: Outgoing, which: str) -> None:
    size, most = len(outgoing.message.encode()), LARGEST_BODY - NAMES_BYTES
    if size > most:
        raise TooLarge(
            f"{which} has {size:,} bytes as JSON; {most:,} can be sent.",
            remedy="Make its parts smaller, or name where they lie.",
        )


def _as_json(value: object) -> str:
    """Times may be given as such; nothing else of a message that JSON does not know is accepted."""
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be sent")
