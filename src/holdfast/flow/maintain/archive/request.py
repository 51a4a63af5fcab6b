"""Asking for archives to be brought in step. Light: every change to the log may ask."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from holdfast.domain.job import asked
from holdfast.domain.message import Message
from holdfast.domain.session import Stretch
from holdfast.ports.unit import Unit

ARCHIVE = "archive"
"""The kind of job. Its key is the stretch's id."""

COMPACTION = "archive_compaction"
"""The preference that says when days are compacted."""


def request_archiving(unit: Unit, stretch: Stretch, now: datetime) -> bool:
    """Have the archive written, written again, or removed; whether it was asked for now."""
    which = {"session": stretch.session, "stretch": stretch.number}
    return unit.jobs.enqueue(asked(ARCHIVE, stretch.user, now, key=stretch.id, payload=which))


def archived_with(unit: Unit, user: str, messages: Iterable[Message]) -> list[Stretch]:
    """The ended stretches that these messages were said in."""
    numbers: dict[str, set[int]] = {}
    for message in messages:
        numbers.setdefault(message.session, set()).add(message.number)
    return [
        stretch
        for session, said in numbers.items()
        for stretch in unit.stretches.of(user, session)
        if any(stretch.first <= number <= stretch.last for number in said)
    ]
