"""Mend: make again what was made by a stand-in, or of something that reads otherwise now."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from holdfast.domain.item import Item, ItemKind
from holdfast.flow.condense.overlay import Overlay
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.summaries import SEGMENT, make_above_again, remade
from holdfast.flow.condense.work import MOST, Work
from holdfast.ports.store import Store
from holdfast.ports.summariser import Summary, is_well
from holdfast.ports.unit import Unit


def mend(work: Work) -> None:
    """Go from the lowest level up, as long as the summariser is well.

    What rests on a summary that reads otherwise now is provisional in its turn.
    """
    if not is_well(work.summariser):
        return
    tried: set[str] = set()
    while item := work.read(partial(_next, work, tried)):
        tried.add(item.id)
        made = _made(work, item)
        work.step(partial(_keep, work, item, made))
        if made.provisional or work.held.stopping():
            return


def request_mending(store: Store, now: datetime) -> None:
    """Ask for it wherever something is provisional."""
    for space in store.spaces():
        items = store.read(space, lambda unit: unit.items.provisional())
        summaries = [item for item in items if item.kind is ItemKind.SUMMARY]
        for user, agent in {(item.user, item.agent) for item in summaries}:
            store.write(space, partial(request_folding, user=user, agent=agent, now=now))


def _next(work: Work, tried: set[str], unit: Unit) -> Item | None:
    items = unit.items.provisional(work.user, limit=MOST)
    summaries = (item for item in items if item.kind is ItemKind.SUMMARY)
    due = (item for item in summaries if item.agent == work.agent and item.id not in tried)
    return next(due, None)


def _made(work: Work, item: Item) -> Summary:
    if item.level == SEGMENT:
        messages = work.read(lambda unit: unit.log.get(work.user, item.sources))
        return work.sum_up_messages(messages, Overlay.in_(item))
    below = work.read(lambda unit: unit.items.get(work.user, item.sources))
    return work.sum_up_items(below, item.level)


def _keep(work: Work, item: Item, made: Summary, unit: Unit, now: datetime) -> None:
    present = unit.items.get(work.user, [item.id])
    if not present or present[0].revision != item.revision:
        return
    unit.items.put(remade(item, made), expect=item.revision)
    if made.text != item.text:
        make_above_again(unit, item, now)
