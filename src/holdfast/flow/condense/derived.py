"""Derived: what was made of a message or of a conversation, however far up."""

from __future__ import annotations

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.flow.condense.summaries import resting_on
from holdfast.ports.unit import Unit

_ALL = 1 << 62


def of_message(unit: Unit, user: str, message_id: str) -> list[Item]:
    """Everything that has the message among its sources, or something that has."""
    return _in_order(resting_on(unit, user, unit.items.sourced_from(user, [message_id])))


def of_session(unit: Unit, user: str, session: str, stretch: int | None = None) -> list[Item]:
    """Everything that arose in a session, or in one stretch of it, and all that rests on it."""
    return _in_order(resting_on(unit, user, arisen(unit, user, session, stretch)))


def arisen(unit: Unit, user: str, session: str, stretch: int | None = None) -> list[Item]:
    """Only what arose there."""
    return [
        item
        for kind in ItemKind
        for item in unit.items.select(
            user, ItemSelection(kind=kind, session=session, stretch=stretch), limit=_ALL
        )
    ]


def _in_order(items: list[Item]) -> list[Item]:
    """From the nearest to what was said to the furthest from it: by level, then by place."""
    return sorted(items, key=lambda item: (_RANK[item.kind], item.level, item.place, item.id))


_RANK = {kind: kind is not ItemKind.SUMMARY for kind in ItemKind}
