"""Patience: how often a maker is asked again whose answers about a stretch cannot be trusted.

One that is away is asked until it is back. One that answers, and whose answer is of no use, is asked
after longer and longer pauses, and then no more: what its stand-in learned stays. Another maker, or
another wording of the question, is another identity, and begins anew.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from holdfast.domain.item import Item
from holdfast.ports.extractor import Extraction

MOST = 6
"""So often one is asked about the same stretch."""

PAUSE, LONGEST = timedelta(minutes=5), timedelta(days=1)
"""After the first time, twice as long after each other one, and never longer."""

ASKED = "asked"
"""Under this name an event keeps who was asked in vain, how often, and when to ask again."""


def remembering(event: Item, before: Item | None, made: Extraction, now: datetime) -> Item:
    """The event, with one more answer that could not be trusted, if that is what was made."""
    if not event.provisional:
        return event
    kept = before.attributes.get(ASKED) if before is not None else None
    if made.untrusted:
        times = _times(before, made.untrusted) + 1
        pause = min(PAUSE * 2 ** (times - 1), LONGEST)
        kept = {"of": made.untrusted, "times": times, "again": (now + pause).isoformat()}
    return replace(event, attributes={**event.attributes, ASKED: kept}) if kept else event


def may_ask(event: Item | None, identity: str, now: datetime) -> bool:
    """Whether it is time to ask about a stretch, as far as is known of it."""
    times = _times(event, identity)
    if event is None or not times:
        return True
    again = datetime.fromisoformat(str(event.attributes[ASKED]["again"]))
    return times < MOST and now >= again


def is_left(event: Item, identity: str) -> bool:
    """Whether what the stand-in has learned stays."""
    return _times(event, identity) >= MOST


def _times(event: Item | None, identity: str) -> int:
    kept = event.attributes.get(ASKED) if event is not None else None
    return int(kept["times"]) if kept and kept["of"] == identity else 0
