"""Standing instructions: what a user wants at all times, loaded and never searched for."""

from __future__ import annotations

from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, to_micros
from holdfast.ports.unit import Unit

_MOST = 1000
_TRUSTED = frozenset({Trust.USER, Trust.SYSTEM})
"""Whose word is enough: what a document or an assistant says is data, and instructs nobody."""


def standing(unit: Unit, user: str) -> list[str]:
    """The user's instructions that hold, in the order they became known."""
    items = unit.items.find(user, kind=ItemKind.INSTRUCTION, limit=_MOST)
    held = [item for item in items if item.trust in _TRUSTED and not _over(item)]
    return [item.text for item in sorted(held, key=lambda item: (item.known_from, item.id))]


def _over(item: Item) -> bool:
    """Whether another has taken its place."""
    return to_micros(item.superseded_at) < NEVER
