"""What an audit looks over in our own store: slots that hold, and facts and notes put in by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from holdfast.domain.audit import AuditEntry
from holdfast.domain.claim import USER
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.slot import Slot, Standing
from holdfast.flow.capture.details import DETAILS
from holdfast.flow.extract.claims import told_in
from holdfast.flow.extract.slots import slots_of
from holdfast.ports.unit import Unit

BY_HAND = "by hand"
"""Stands for the source of what the user wrote down outside of any conversation."""

_KINDS = (ItemKind.FACT, ItemKind.NOTE, ItemKind.CONCEPT)
_ALL = 1 << 62


def entries_of(unit: Unit, user: str, now: datetime) -> list[AuditEntry]:
    """Everything that is believed of a user now. Claims come as the slots they were folded into."""
    slots = [_of_slot(slot) for slot in slots_of(unit, user) if _holds(slot, now)]
    return [*slots, *map(_of_item, _others(unit, user, now))]


def _holds(slot: Slot, now: datetime) -> bool:
    believed = slot.dropped_at is None and slot.standing in (Standing.CURRENT, Standing.DISPUTED)
    return believed and (slot.until is None or slot.until > now)


def _of_slot(slot: Slot) -> AuditEntry:
    about = "" if slot.about == USER else slot.about
    disputed = slot.standing is Standing.DISPUTED
    return AuditEntry(
        id=slot.id,
        text=slot.text,
        at=slot.last_said,
        sources=slot.sources or ((BY_HAND,) if slot.by_hand else ()),
        about=about,
        place=f"profile: {slot.topic}",
        contested=f"{about}/{slot.topic}/{slot.sub}" if disputed else "",
        topic=slot.topic,
        value=slot.value,
    )


def _others(unit: Unit, user: str, now: datetime) -> Iterator[Item]:
    """Facts that are no claims, notes and concepts, as far as they hold."""
    for kind in _KINDS:
        chosen = ItemSelection(kind=kind, current=True)
        for item in unit.items.select(user, chosen, limit=_ALL):
            if item.valid_to > now and item.expires_at > now and not _is_elsewhere(item):
                yield item


def _is_elsewhere(item: Item) -> bool:
    """Whether it is a claim, which a slot stands for, tells what a review of the memo changed, or
    is a caller's own business."""
    return told_in(item) is not None or not {"changes", DETAILS}.isdisjoint(item.attributes)


def _of_item(item: Item) -> AuditEntry:
    return AuditEntry(
        id=item.id,
        text=item.text,
        at=item.known_from,
        sources=item.sources,
        place=str(item.kind),
    )
