"""The recorder: what many callers tell us at once, marked and recorded in one go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from holdfast.domain.draft import Draft
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.record import Told, marked_of, record_all
from holdfast.flow.maintain.reindex import request_rest
from holdfast.flow.usual import Usual
from holdfast.ports.joint import Joint
from holdfast.ports.unit import Unit

FEW = 16
"""How many messages of one caller are marked together with those of others."""


class Heard(NamedTuple):
    """What one caller told us in one go, as it was accepted."""

    user: str
    session: str
    agent: str
    now: datetime
    drafts: Sequence[Draft]


class Recorder:
    """Records by what is usual here."""

    def __init__(self, marker: Marker, usual: Usual) -> None:
        self._marker = marker
        self._usual = usual

    def work(self, heard: Heard) -> Callable[[Unit], list[str]]:
        """Work for a store; its value are the ids of the messages in order. See `record_all`.

        Many messages of one caller are marked by that caller, now: nobody else is to wait for it.
        """
        if len(heard.drafts) <= FEW:
            return Joint(heard, self._prepare)
        record = self._prepare([heard])
        return lambda unit: record(unit)[0]

    def _prepare(self, heard: Sequence[Heard]) -> Callable[[Unit], list[list[str]]]:
        """Mark all texts in a row: in turns with other work, each takes more than twice as long."""
        texts = [draft.text for each in heard for draft in each.drafts]
        made = self._marker.marks(texts)
        marks = iter(made)
        told = [
            Told(user, session, agent, now, list(map(marked_of, zip(drafts, marks, strict=False))))
            for user, session, agent, now, drafts in heard
        ]
        return partial(self._record, told, self._marker.leaves(made))

    def _record(self, told: Sequence[Told], leaves: bool, unit: Unit) -> list[list[str]]:
        ids = record_all(unit, told, self._usual)
        if leaves:
            for user, _, _, now, said in told:
                request_rest(unit, self._marker, user, [mark for _, mark in said], now)
        return ids
