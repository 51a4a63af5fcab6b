"""Amend: give a message another text, and have made again all that was made of it."""

from __future__ import annotations

from datetime import datetime

from holdfast.flow.capture import record
from holdfast.flow.capture.marking import Marker
from holdfast.flow.condense.summaries import redo
from holdfast.flow.extract.unlearn import learn_again
from holdfast.flow.maintain.archive.request import archived_with, request_archiving
from holdfast.flow.maintain.reindex import request_rest
from holdfast.ports.marks import Mark
from holdfast.ports.unit import Unit


def amend(
    unit: Unit,
    user: str,
    message_id: str,
    text: str,
    mark: Mark,
    now: datetime,
    *,
    marker: Marker,
    archived: bool,
    expect: int | None = None,
) -> str:
    """Add a version and return the id. Raises NotFound, and Conflict as `record.correct` does.

    Summaries are made again by jobs and, where stretches are `archived`, so is its archive.
    """
    record.correct(unit, user, message_id, text, mark, now, expect=expect)
    request_rest(unit, marker, user, [mark], now)
    redo(unit, user, message_id, now)
    learn_again(unit, user, message_id, now)
    if archived:
        for stretch in archived_with(unit, user, unit.log.get(user, [message_id])):
            request_archiving(unit, stretch, now)
    return message_id
