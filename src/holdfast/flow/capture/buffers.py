"""Buffers: sessions that gather what is told until there is enough of it to learn from.

A buffer is an ordinary session; only its name tells. It ends as every other does, and also when it
holds more than so many tokens or has waited for longer than so many seconds. What is told with
other tags goes to another buffer, so that what is learned of it has these tags and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from holdfast.domain.ids import named_id
from holdfast.domain.message import Message, Selection
from holdfast.domain.preference import BUFFER_SECONDS, BUFFER_TOKENS
from holdfast.domain.session import FEWEST, Ending, Session, Stretch
from holdfast.domain.usage import Usage
from holdfast.flow.capture.names import LONGEST
from holdfast.flow.capture.stretches import end_all
from holdfast.flow.usual import own_value
from holdfast.ports.unit import Unit

BUFFER = "buffer"
"""The name of the buffer for what has no tags; those with tags have them behind it."""

TAGS = "tags"
"""Under this name a message has the tags that its event is to have."""

USAGE = "usage"
"""The preference that counts what was told."""

DAYS_KEPT = 93
_ALL = 1 << 62

Count = Callable[[str], int]


def buffer_named(tags: Mapping[str, str]) -> str:
    """The session that gathers what has these tags.

    >>> buffer_named({}), buffer_named({"friend_id": "7"})
    ('buffer', 'buffer friend_id=7')
    """
    told = [f"{name}={value}" for name, value in sorted(tags.items())]
    name = " ".join([BUFFER, *told])
    fits = len(name) <= LONGEST and name.isprintable()
    return name if fits else f"{BUFFER} {named_id(*told)}"


def is_buffer(session: str) -> bool:
    """Whether a session of this name is a buffer."""
    return session == BUFFER or session.startswith(f"{BUFFER} ")


def fewest(session: str) -> int:
    """How many messages make an event: what an app hands over for itself, it wants to see again."""
    return 1 if is_buffer(session) else FEWEST


def open_buffers(unit: Unit, user: str) -> list[Session]:
    """The buffers of a user that hold something."""
    active = unit.sessions.active(user, limit=_ALL)
    return [each for each in active if is_buffer(each.name) and not each.empty]


def waiting(unit: Unit, user: str) -> list[Message]:
    """What is in a user's buffers, in the order of the log."""
    found = [message for each in open_buffers(unit, user) for message in _held(unit, each)]
    return sorted(found, key=lambda message: message.seq)


def end_full(unit: Unit, user: str, buffer: str, count: Count, now: datetime) -> list[Stretch]:
    """End a buffer, if it holds more than is wanted."""
    set_ = own_value(unit, BUFFER_TOKENS)
    most = BUFFER_TOKENS.usual if set_ is None else set_
    full = [each for each in open_buffers(unit, user) if each.name == buffer]
    if sum(count(message.text) for each in full for message in _held(unit, each)) <= most:
        return []
    return end_all(unit, full, Ending.LIMIT, now)


def _held(unit: Unit, buffer: Session) -> list[Message]:
    which = Selection(session=buffer.name, after_seq=buffer.first_seq - 1)
    said = unit.log.find(buffer.user, which, limit=_ALL)
    return [message for message in said if message.number >= buffer.first_number]


def end_late(unit: Unit, now: datetime) -> list[Stretch]:
    """End every buffer of the space that has waited for too long, though it is still told more."""
    return end_all(unit, late(unit, now), Ending.LIMIT, now)


def late(unit: Unit, now: datetime) -> list[Session]:
    """The buffers of the space that have waited for too long."""
    set_ = own_value(unit, BUFFER_SECONDS)
    bound = now - timedelta(seconds=BUFFER_SECONDS.usual if set_ is None else set_)
    return [
        each
        for each in unit.sessions.active(limit=_ALL)
        if is_buffer(each.name) and not each.empty and each.began_at < bound
    ]


def count_told(unit: Unit, now: datetime, tokens: int, *, kept: bool) -> None:
    """Count something that was told, whether or not it was taken in."""
    _count(unit, now, (1, int(kept), tokens if kept else 0, 0))


def count_written(unit: Unit, now: datetime, tokens: int) -> None:
    """Count what a model has written to learn from a conversation."""
    _count(unit, now, (0, 0, 0, tokens))


def _count(unit: Unit, now: datetime, more: Sequence[int]) -> None:
    found = unit.preferences.get(USAGE)
    days: dict[str, Any] = dict(found.value) if found and isinstance(found.value, dict) else {}
    today = f"{now:%Y-%m-%d}"
    days[today] = [sum(pair) for pair in zip(_counts(days, today), more, strict=True)]
    newest = dict(sorted(days.items())[-DAYS_KEPT:])
    unit.preferences.put(USAGE, newest, expect=found.revision if found else 0)


def usage(unit: Unit, days: int, now: datetime) -> Sequence[Usage]:
    """What was told and written on each of the last days, today last."""
    found = unit.preferences.get(USAGE)
    counted = found.value if found and isinstance(found.value, dict) else {}
    today = now.date()
    return [_usage(counted, today - timedelta(days=back)) for back in reversed(range(days))]


def _usage(counted: Mapping[str, Any], day: date) -> Usage:
    told, kept, tokens, written = _counts(counted, day.isoformat())
    return Usage(day=day, told=told, kept=kept, tokens=tokens, written=written)


def _counts(counted: Mapping[str, Any], day: str) -> tuple[int, int, int, int]:
    """The counts of a day. What was counted before models were has three."""
    told, kept, tokens, written = [*counted.get(day, ()), 0, 0, 0, 0][:4]
    return told, kept, tokens, written
