"""Details: what a caller keeps beside a user's memory: a name to show, a plan, an address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from holdfast.domain.ids import named_id
from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Json, Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.domain.user import Details
from holdfast.ports.unit import Unit

DETAILS = "details"
"""Under this name the item has them. It goes with the user, and travels in exports."""

_NEVER = from_micros(NEVER)


def details_of(unit: Unit, user: str) -> Details | None:
    """The details of a user; None for a user nobody has told us of."""
    found = next(iter(unit.items.get(user, [_id(user)])), None)
    if found is not None:
        kept = found.attributes[DETAILS]
        return Details(user, dict(kept), found.known_from, found.valid_from)
    return Details(user) if unit.users.stamp(user) is not None else None


def keep_details(unit: Unit, user: str, kept: Mapping[str, Json], now: datetime) -> Details:
    """Keep these in place of those before. A user who is not known yet is from now on."""
    if unit.users.stamp(user) is None:
        unit.users.advance(user, 0)
    old = next(iter(unit.items.get(user, [_id(user)])), None)
    item = old or Item(
        id=_id(user),
        user=user,
        kind=ItemKind.NOTE,
        text="",
        importance=0.0,
        confidence=1.0,
        trust=Trust.SYSTEM,
        valid_from=now,
        valid_to=_NEVER,
        known_from=now,
        superseded_at=_NEVER,
        expires_at=_NEVER,
        sources=(),
    )
    item = replace(item, attributes={DETAILS: dict(kept)}, valid_from=now)
    unit.items.put(item, expect=old.revision if old else 0)
    return Details(user, dict(kept), item.known_from, now)


def _id(user: str) -> str:
    return named_id(DETAILS, user)
