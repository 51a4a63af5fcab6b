"""Summaries as items: how they are made, put above each other, and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.domain.ids import new_id
from holdfast.domain.item import Item, ItemKind
from holdfast.domain.memo import Memo
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.segments import Segment
from holdfast.ports.summariser import Summary
from holdfast.ports.unit import Unit

SEGMENT, STRETCH, TOPIC = 0, 1, 2
"""The levels. Above the first topics there are topics of topics."""

LEFT_OUT = "left_out"
"""The attribute of a segment that names the sources not read for it, each with the review that
took it out of sight."""

_NEVER = from_micros(NEVER)


def of_segment(
    memo: Memo, segment: Segment, made: Summary, left_out: Mapping[str, str], now: datetime
) -> Item:
    """The summary of some messages; those left out are its sources all the same."""
    said = [entry.message.said_at for entry in segment.entries]
    item = _item(memo, made, now, SEGMENT, segment.ids)
    return replace(
        item,
        attributes={**item.attributes, LEFT_OUT: dict(left_out)} if left_out else item.attributes,
        session=segment.home.session,
        stretch=segment.home.stretch,
        place=segment.entries[0].place,
        valid_from=min(said),
        valid_to=max(said),
    )


def of_items(memo: Memo, below: Sequence[Item], made: Summary, now: datetime, level: int) -> Item:
    """The summary of summaries; one of a whole stretch still knows its session."""
    item = _item(memo, made, now, level, [each.id for each in below])
    return replace(
        item,
        session=below[0].session if level == STRETCH else "",
        stretch=below[0].stretch if level == STRETCH else 0,
        place=min(each.place for each in below),
        valid_from=min(each.valid_from for each in below),
        valid_to=max(each.valid_to for each in below),
    )


def left_out_of(item: Item) -> dict[str, str]:
    """The sources of a segment that were not read for it, and the review that hid each."""
    return dict(item.attributes.get(LEFT_OUT, {}))


def remade(item: Item, made: Summary) -> Item:
    """The same summary with another text."""
    attributes = {**item.attributes, "by": made.by}
    return replace(item, text=made.text, attributes=attributes, provisional=made.provisional)


def _item(memo: Memo, made: Summary, now: datetime, level: int, sources: Sequence[str]) -> Item:
    return Item(
        id=new_id(),
        user=memo.user,
        kind=ItemKind.SUMMARY,
        text=made.text,
        attributes={"by": made.by},
        importance=0.5,
        confidence=1.0,
        trust=Trust.DERIVED,
        valid_from=now,
        valid_to=now,
        known_from=now,
        superseded_at=_NEVER,
        expires_at=_NEVER,
        sources=tuple(sources),
        agent=memo.agent,
        level=level,
        provisional=made.provisional,
    )


def put_above(unit: Unit, item: Item, below: Iterable[Item], now: datetime) -> None:
    """Store a summary, and take those it is made of out of sight."""
    unit.items.put(item, expect=0)
    for each in below:
        unit.items.put(replace(each, superseded_at=now), expect=each.revision)


def resting_on(unit: Unit, user: str, items: Iterable[Item]) -> list[Item]:
    """These items and all that rest on them, however far up."""
    found = {item.id: item for item in items}
    edge = list(found)
    while edge:
        above = [item for item in unit.items.sourced_from(user, edge) if item.id not in found]
        found |= {item.id: item for item in above}
        edge = [item.id for item in above]
    return list(found.values())


def take_back(unit: Unit, user: str, items: Iterable[Item], now: datetime) -> list[Item]:
    """Remove these items and all that rest on them; what went.

    What summaries had taken out of sight is seen again, and what they were made of is folded anew;
    what a review had hidden of it stays hidden.
    """
    gone = resting_on(unit, user, items)
    ids = {item.id for item in gone}
    unit.items.remove(user, list(ids))
    summaries = [item for item in gone if item.kind is ItemKind.SUMMARY]
    below = {source for item in summaries for source in item.sources} - ids
    for item in unit.items.get(user, sorted(below)):
        unit.items.put(replace(item, superseded_at=_NEVER), expect=item.revision)
    for agent in {item.agent for item in summaries}:
        unfold(unit, user, agent, [item for item in summaries if item.agent == agent], now)
    return gone


def unfold(unit: Unit, user: str, agent: str, gone: Sequence[Item], now: datetime) -> None:
    """Have the stream looked at again from where these summaries began."""
    memo = unit.memos.get(user, agent)
    if memo is not None:
        place = min(item.place for item in gone)
        hidden = {id_: by for item in gone for id_, by in left_out_of(item).items()}
        unit.memos.put(
            replace(
                memo, folded_to=min(memo.folded_to, place - 1), hidden={**hidden, **memo.hidden}
            ),
            expect=memo.revision,
        )
    request_folding(unit, user, agent, now)


def redo(unit: Unit, user: str, message_id: str, now: datetime) -> None:
    """Have the segment that a message lies in made again, since it reads otherwise now."""
    for item in unit.items.sourced_from(user, [message_id]):
        if item.kind is ItemKind.SUMMARY:
            unit.items.put(replace(item, provisional=True), expect=item.revision)
            request_folding(unit, user, item.agent, now)
