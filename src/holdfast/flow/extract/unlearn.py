"""Unlearn: knowledge follows its sources when these go or read otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.flow.condense.stream import Homes
from holdfast.flow.extract.claims import HAND
from holdfast.flow.extract.events import event_of
from holdfast.flow.extract.request import request_learning
from holdfast.flow.extract.slots import refold
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

_LEARNED = frozenset([ItemKind.FACT, ItemKind.EVENT, ItemKind.SLOT, ItemKind.INSTRUCTION])
_ALL = 1 << 62


def drop_learned(unit: Unit, user: str, session: str, stretch: int) -> None:
    """Take away what was learned of a stretch, but for what was made by hand."""
    for kind in (ItemKind.FACT, ItemKind.EVENT):
        which = ItemSelection(kind=kind, session=session, stretch=stretch)
        items = unit.items.select(user, which, limit=_ALL)
        gone = [item.id for item in items if item.attributes.get("by") != HAND]
        unit.items.remove(user, gone)


def follow(
    unit: Unit, user: str, gone: Sequence[Item], now: datetime, *, again: bool = True
) -> None:
    """After items went with what they came from: fold the rest of the claims.

    A stretch that lost its event, and is still there, is learned from `again`.
    """
    if not any(item.kind in _LEARNED for item in gone):
        return
    refold(unit, user)
    for session, stretch in {(i.session, i.stretch) for i in gone if i.kind is ItemKind.EVENT}:
        if again and unit.sessions.get(user, session) is not None:
            request_learning(unit, user, session, stretch, now)


def learn_again(unit: Unit, user: str, message_id: str, now: datetime) -> None:
    """A message reads otherwise now: what was learned of its stretch goes, and is learned again.

    One that nobody has learned from yet is left alone.
    """
    homes = Homes(unit, user)
    for message in unit.log.get(user, [message_id]):
        home = homes.of(message)
        event = event_of(unit, user, home.session, home.stretch)
        below = unit.items.sourced_from(user, [message_id])
        if event is not None or any(item.kind is ItemKind.FACT for item in below):
            reread(unit, user, home.session, home.stretch, now)


def reread(unit: Unit, user: str, session: str, stretch: int, now: datetime) -> None:
    """Have a stretch learned from afresh."""
    drop_learned(unit, user, session, stretch)
    refold(unit, user)
    request_learning(unit, user, session, stretch, now)


def request_better(store: Store, now: datetime) -> None:
    """Have read again what a stand-in has learned from."""
    for space in store.spaces():
        items = store.read(space, lambda unit: unit.items.provisional())
        for item in items:
            if item.kind is ItemKind.EVENT:
                store.write(space, partial(_read_better, item=item, now=now))


def _read_better(unit: Unit, item: Item, now: datetime) -> None:
    """What the stand-in learned stays until something better is known."""
    request_learning(unit, item.user, item.session, item.stretch, now)
