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
    revision: int = 1
