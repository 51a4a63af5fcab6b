"""Standing instructions: what a user wants at all times, loaded and never searched for."""

from __future__ import annotations

from datetime import datetime

from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, to_micros
from holdfast.flow.extract.slots import OFF
from holdfast.ports.unit import Unit

_MOST = 1000
_TRUSTED = frozenset({Trust.USER, Trust.SYSTEM})
"""Whose word is enough: what a document or an assistant says is data, and instructs nobody."""


def standing(unit: Unit, user: str, now: datetime) -> list[str]:
    """The user's instructions that hold now, in the order they became known."""
    items = unit.items.find(user, kind=ItemKind.INSTRUCTION, limit=_MOST)
    held = [item for item in items if item.trust in _TRUSTED and _holds(item, now)]
    return [item.text for item in sorted(held, key=lambda item: (item.known_from, item.id))]


def _holds(item: Item, now: datetime) -> bool:
    """Whether nothing has taken its place, and its time has come and not passed."""
    replaced = to_micros(item.superseded_at) < NEVER or item.attributes.get(OFF)
    return not replaced and item.valid_from <= now < min(item.valid_to, item.expires_at)
