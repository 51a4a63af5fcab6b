"""Slots as items: how they are kept, and read again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from holdfast.domain.claim import USER
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.domain.slot import Slot, Standing
from holdfast.domain.topic import INSTRUCTION, NUMBERS
from holdfast.ports.unit import Unit

OFF = "off"
"""Marks an instruction that the user has switched off."""

_NEVER = from_micros(NEVER)
_ALL = 1 << 62
KINDS = (ItemKind.SLOT, ItemKind.INSTRUCTION)
"""Of the items that keep slots."""


def slot_in(item: Item) -> Slot:
    """The slot that an item keeps."""
    kept = item.attributes
    return Slot(
        id=item.id,
        topic=str(kept["topic"]),
        sub=str(kept["sub"]),
        value=str(kept["value"]),
        text=item.text,
        about=str(kept["about"]),
        standing=Standing(str(kept["standing"])),
        since=item.valid_from,
        until=None if item.valid_to == _NEVER else item.valid_to,
        known_from=item.known_from,
        dropped_at=None if item.superseded_at == _NEVER else item.superseded_at,
        last_said=datetime.fromisoformat(str(kept["last_said"])),
        said=int(kept["said"]),
        by_hand=bool(kept["by_hand"]),
        on=not kept.get(OFF),
        importance=item.importance,
        confidence=item.confidence,
        sources=item.sources,
        place=item.place,
    )


def slots_of(unit: Unit, user: str) -> list[Slot]:
    """Everything that was folded for a user, past values among them."""
    return [slot_in(item) for item in kept_slots(unit, user)]


def slots_on(unit: Unit, user: str, topics: Iterable[str]) -> list[Slot]:
    """Those of some topics, past values among them, without a look at the others."""
    found = []
    for topic in topics:
        kind = ItemKind.INSTRUCTION if topic == INSTRUCTION else ItemKind.SLOT
        which = ItemSelection(kind=kind, agent="", level=NUMBERS.get(topic, 0))
        found += [
            i for i in unit.items.select(user, which, limit=_ALL) if "standing" in i.attributes
        ]
    return [slot_in(item) for item in found]


def kept_slots(unit: Unit, user: str) -> list[Item]:
    """The items that keep them."""
    return [
        item
        for kind in KINDS
        for item in unit.items.select(user, ItemSelection(kind=kind), limit=_ALL)
        if "standing" in item.attributes
    ]


def item_of_slot(slot: Slot, user: str) -> Item:
    """The item that keeps a slot."""
    kind = ItemKind.INSTRUCTION if instructs(slot) else ItemKind.SLOT
    return Item(
        id=slot.id,
        user=user,
        kind=kind,
        text=slot.value if kind is ItemKind.INSTRUCTION else slot.text,
        attributes={
            "topic": slot.topic,
            "sub": slot.sub,
            "value": slot.value,
            "about": slot.about,
            "standing": str(slot.standing),
            "last_said": slot.last_said.isoformat(),
            "said": slot.said,
            "by_hand": slot.by_hand,
            **({} if slot.on else {OFF: True}),
        },
        importance=slot.importance,
        confidence=slot.confidence,
        trust=Trust.USER,
        valid_from=slot.since,
        valid_to=slot.until or _NEVER,
        known_from=slot.known_from,
        superseded_at=slot.dropped_at or _NEVER,
        expires_at=_NEVER,
        sources=slot.sources,
        level=NUMBERS.get(slot.topic, 0),
        place=slot.place,
    )


def instructs(slot: Slot) -> bool:
    """Whether it is a standing instruction of the user."""
    return slot.topic == INSTRUCTION and slot.about == USER
