"""What is known of a user: the profile as it leads every context."""

from __future__ import annotations

from datetime import datetime

from holdfast.domain.claim import USER
from holdfast.domain.item import ItemKind, ItemSelection
from holdfast.domain.slot import Slot
from holdfast.domain.topic import TOPICS
from holdfast.flow.extract.slots import slot_in
from holdfast.ports.unit import Unit

_MOST = 1000
_CURRENT = ItemSelection(kind=ItemKind.SLOT, current=True)


def known(unit: Unit, user: str, now: datetime) -> list[Slot]:
    """The user's own slots that hold, what matters most first.

    The order depends on the slots alone, so that it stays the same from turn to turn.
    """
    items = unit.items.select(user, _CURRENT, limit=_MOST)
    slots = [slot_in(item) for item in items if "standing" in item.attributes]
    held = [slot for slot in slots if slot.about == USER and _holds(slot, now)]
    return sorted(held, key=lambda slot: (-slot.importance, slot.since, slot.id))


def _holds(slot: Slot, now: datetime) -> bool:
    """Whether it holds at a time. What happened is told by what is recalled, not by the profile."""
    topic = TOPICS.get(slot.topic)
    over = topic is not None and topic.dated and slot.until is not None and slot.until <= now
    return slot.since <= now and not over and slot.topic != "event"
