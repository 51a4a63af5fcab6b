"""Item: one piece of knowledge, with the messages it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from holdfast.domain.message import Json, Trust


class ItemKind(StrEnum):
    """What sort of knowledge an item is."""

    FACT = "fact"
    EVENT = "event"
    SLOT = "slot"
    CONCEPT = "concept"
    SUMMARY = "summary"
    NOTE = "note"
    INSTRUCTION = "instruction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Knowledge about a user. None of the fields that describe it is ever empty.

    `importance` is the base value: what it is worth today is derived from it, never written back.
    `expires_at` is always set; what never expires says so with the last moment there is.
    `revision` counts changes, and a change must name the revision it was made from.

    `sources` are messages, or items that rest on messages in their turn. `agent`, `session` and
    `stretch` say in which conversation it arose, where it arose in one; `place` orders items of a
    kind by where in the log they begin. Summaries have a `level`: 0 for a segment of a stretch, 1
    for a whole stretch, above that for several; events have one too, and of slots it is the number
    of their topic. `provisional` marks a stand-in that is to be made
    again.
    """

    id: str
    user: str
    kind: ItemKind
    text: str
    attributes: Mapping[str, Json] = field(default_factory=dict)
    importance: float
    confidence: float
    trust: Trust
    valid_from: datetime
    valid_to: datetime
    known_from: datetime
    superseded_at: datetime
    expires_at: datetime
    uses: int = 0
    sources: tuple[str, ...]
    agent: str = ""
    session: str = ""
    stretch: int = 0
    level: int = 0
    place: int = 0
    provisional: bool = False
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSelection:
    """Which items of one kind are meant. Every field narrows.

    `current` leaves out what was superseded. `since` and `until` mean items whose time of truth touches that span, both ends included.
    """

    kind: ItemKind
    agent: str | None = None
    level: int | None = None
    session: str | None = None
    stretch: int | None = None
    after_place: int = -1
    current: bool = False
    since: datetime | None = None
    until: datetime | None = None
