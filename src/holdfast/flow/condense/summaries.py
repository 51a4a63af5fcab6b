"""Summaries as items: how they are made, put above each other, and taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.domain.ids import new_id
from holdfast.domain.item import Item, ItemKind
from holdfast.domain.memo import Memo
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.flow.condense.overlay import Overlay
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.segments import Segment
from holdfast.ports.summariser import Summary
from holdfast.ports.unit import Unit

SEGMENT, STRETCH, TOPIC = 0, 1, 2
"""The levels. Above the first topics there are topics of topics."""

HAND = "hand"
"""Who made what was made by hand."""

TO = "to"
_NEVER = from_micros(NEVER)


def of_segment(
    memo: Memo, segment: Segment, made: Summary, overlay: Overlay, now: datetime
) -> Item:
    """The summary of some messages; those left out are its sources all the same."""
    said = [entry.message.said_at for entry in segment.entries]
    item = _item(memo, made, now, SEGMENT, segment.ids)
    return replace(
        item,
        attributes={
            **item.attributes,
            **overlay.attributes(),
            TO: segment.entries[-1].place,
        },
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
        attributes={**item.attributes, TO: max(map(reach, below))},
        session=below[0].session if level == STRETCH else "",
        stretch=below[0].stretch if level == STRETCH else 0,
        place=min(each.place for each in below),
        valid_from=min(each.valid_from for each in below),
        valid_to=max(each.valid_to for each in below),
    )


def reach(item: Item) -> int:
    """The place in the log of the last message that a summary stands for."""
    return int(item.attributes.get(TO, item.place))


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


def make_above_again(unit: Unit, item: Item, now: datetime) -> None:
    """Have the summaries made again that are made of this one, since it reads otherwise now.

    What a person has written stays.
    """
    for above in unit.items.sourced_from(item.user, [item.id]):
        if above.kind is ItemKind.SUMMARY and above.attributes.get("by") != HAND:
            unit.items.put(replace(above, provisional=True), expect=above.revision)
            request_folding(unit, item.user, item.agent, now)


def resting_on(unit: Unit, user: str, items: Iterable[Item]) -> list[Item]:
    """These items and all that rest on them, however far up.

    What a review wrote rests on all that it had read.
    """
    found = {item.id: item for item in items}
    edge = list(found.values())
    while edge:
        above = unit.items.sourced_from(user, [item.id for item in edge])
        for item in edge:
            above += [*unit.items.get(user, rewritten_by(item)), *_reworded_by(unit, item)]
        fresh = {item.id: item for item in above if item.id not in found}
        found |= fresh
        edge = list(fresh.values())
    return list(found.values())


def rewritten_by(note: Item) -> list[str]:
    """The summaries that a review has given another text; none for any other item."""
    if note.kind is not ItemKind.NOTE:
        return []
    changes = note.attributes.get("changes", ())
    return [str(change["target"]) for change in changes if "after" in change]


def _reworded_by(unit: Unit, note: Item) -> list[Item]:
    """The segments that have read messages in the words of a review; none for any other item."""
    if note.kind is not ItemKind.NOTE:
        return []
    changes = note.attributes.get("changes", ())
    targets = [str(change["target"]) for change in changes if "text" in change]
    found = unit.items.sourced_from(note.user, targets)
    return [
        item
        for item in found
        if any(by == note.id for by, _ in Overlay.in_(item).reworded.values())
    ]


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
    _show_again(unit, user, [item.id for item in gone if item.kind is ItemKind.NOTE])
    return gone


def _show_again(unit: Unit, user: str, reviews: Collection[str]) -> None:
    """What these reviews changed is as it was: the lines that it repeated may be gone."""
    for memo in unit.memos.of(user):
        rest = memo
        for review in reviews:
            rest = rest.before(review)
        if rest != memo:
            unit.memos.put(rest, expect=memo.revision)


def unfold(unit: Unit, user: str, agent: str, gone: Sequence[Item], now: datetime) -> None:
    """Have the stream looked at again from where these summaries began.

    What reviews had changed in their messages is the memo's to know again.
    """
    memo = unit.memos.get(user, agent)
    if memo is not None:
        place = min(item.place for item in gone)
        for item in gone:
            memo = Overlay.in_(item).put_back(memo)
        back = replace(memo, folded_to=min(memo.folded_to, place - 1))
        unit.memos.put(back, expect=memo.revision)
    request_folding(unit, user, agent, now)


def redo(unit: Unit, user: str, message_id: str, now: datetime) -> None:
    """Have the segment that a message lies in made again, since it reads otherwise now.

    What a review thought of its old words is void.
    """
    for memo in unit.memos.of(user):
        if message_id in memo.hidden or message_id in memo.reworded:
            unit.memos.put(memo.without([message_id]), expect=memo.revision)
    for item in unit.items.sourced_from(user, [message_id]):
        if item.kind is ItemKind.SUMMARY:
            overlay = Overlay.in_(item).without(message_id)
            attributes = {**overlay.stripped(item.attributes), **overlay.attributes()}
            again = replace(item, attributes=attributes, provisional=True)
            unit.items.put(again, expect=item.revision)
            request_folding(unit, user, item.agent, now)
