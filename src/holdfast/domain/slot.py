"""Slot: a value that somebody's topic has or had, with everything that was said of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from holdfast.domain.claim import USER


class Standing(StrEnum):
    """How a value stands to what else was claimed."""

    CURRENT = "current"
    PAST = "past"
    WRONG = "wrong"
    """It was corrected: it never held."""
    DISPUTED = "disputed"
    """Another value is claimed as well, and both cannot hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A value folded from claims.

    It held from `since` until `until`, as far as is known (`until` is None while it holds), was
    learned at `known_from` and dropped at `dropped_at` (None while it is believed). `said` counts
    how often it was claimed, last at `last_said`; `sources` are the messages that did, the first
    of them at `place` in the log. A standing instruction that is not `on` is kept, and not loaded
    into contexts.
    """

    id: str
    topic: str
    sub: str
    value: str
    text: str
    about: str = USER
    standing: Standing = Standing.CURRENT
    since: datetime
    until: datetime | None = None
    known_from: datetime
    dropped_at: datetime | None = None
    last_said: datetime
    said: int = 1
    by_hand: bool = False
    on: bool = True
    importance: float = 0.5
    confidence: float = 0.8
    sources: tuple[str, ...] = ()
    place: int = 0
