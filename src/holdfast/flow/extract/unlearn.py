"""Unlearn: knowledge follows its sources when these go or read otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.flow.condense.stream import Homes
from holdfast.flow.extract.alike import same
from holdfast.flow.extract.claims import HAND
from holdfast.flow.extract.events import event_of
from holdfast.flow.extract.patience import may_ask
from holdfast.flow.extract.refold import refold
from holdfast.flow.extract.request import request_learning
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
    for item in gone:
        if item.kind is ItemKind.FACT and item.attributes.get("by") == HAND:
            _keep_own_words(unit, item)
    refold(unit, user)
    for session, stretch in {(i.session, i.stretch) for i in gone if i.kind is ItemKind.EVENT}:
        if again and stretch and unit.sessions.get(user, session) is not None:
            request_learning(unit, user, session, stretch, now)


def _keep_own_words(unit: Unit, item: Item) -> None:
    """What was done by hand stays, as far as it repeats nothing that was forgotten.

    Where other messages say the same it speaks of those, in their words; what the user has typed
    stays in any case.
    """
    claim = dict(item.attributes)
    typed, repeated = "was" in claim, "was" if "was" in claim else "value"
    left = [message.id for message in unit.log.get(item.user, item.sources)]
    told = [
        each
        for each in unit.items.sourced_from(item.user, left)
        if each.kind is ItemKind.FACT
        and each.attributes.get("by") != HAND
        and each.attributes.get("topic") == claim["topic"]
        and same(str(each.attributes.get("value", "")), str(claim[repeated]))
    ]
    if told:
        claim[repeated] = told[-1].attributes["value"]
    elif typed:
        del claim["was"]
    else:
        return
    text = item.text if typed else told[-1].text
    unit.items.put(
        replace(item, text=text, attributes=claim, sources=tuple(left if told else ())), expect=0
    )


def learn_again(unit: Unit, user: str, message_id: str, now: datetime) -> None:
    """A message reads otherwise now: what was learned of its stretch goes, and is learned again.

    A stretch that nothing was learned of stays so: it is yet to be read, or is not to be.
    """
    homes = Homes(unit, user)
    for message in unit.log.get(user, [message_id]):
        home = homes.of(message)
        facts = ItemSelection(kind=ItemKind.FACT, session=home.session, stretch=home.stretch)
        if event_of(unit, user, home.session, home.stretch) or unit.items.select(
            user, facts, limit=1
        ):
            reread(unit, user, home.session, home.stretch, now)


def reread(unit: Unit, user: str, session: str, stretch: int, now: datetime) -> None:
    """Have a stretch learned from afresh."""
    drop_learned(unit, user, session, stretch)
    refold(unit, user)
    request_learning(unit, user, session, stretch, now)


def request_better(store: Store, identity: str, now: datetime) -> None:
    """Have read again what a stand-in has learned from, by the one of this identity if it may be."""
    for space in store.spaces():
        items = store.read(space, lambda unit: unit.items.provisional(limit=_ALL))
        for item in items:
            if item.kind is ItemKind.EVENT and may_ask(item, identity, now):
                store.write(space, partial(_read_better, item=item, now=now))


def _read_better(unit: Unit, item: Item, now: datetime) -> None:
    """What the stand-in learned stays until something better is known."""
    request_learning(unit, item.user, item.session, item.stretch, now)
