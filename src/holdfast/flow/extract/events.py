"""Events as items: what happened in a stretch, told in gists that rest on messages.

A gist has level 0 and messages as its sources. The event of a stretch has level 1; its sources are its
gists, and all messages that were read, since what is noticed of a talk may come from any of them. It
also notes how far in the log was learned, so it is there even where nothing happened. What was told of
elsewhere is an event too, of no stretch: it is nobody's to learn again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.domain.event import Account
from holdfast.domain.ids import named_id, new_id
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import Json, Message, Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.flow.extract.claims import HAND
from holdfast.flow.extract.hearing import Heard
from holdfast.ports.extractor import Extraction, Gist
from holdfast.ports.unit import Unit

GIST, EVENT = 0, 1
"""The levels."""

NTH = "nth"
"""Under this name a gist keeps its place among those that were told together."""

TO = "to"
"""Under this name an event keeps the place of the last message that was learned from."""

VOICE = "voice"
"""Under this name an event keeps by which name the user spoke."""

_NEVER = from_micros(NEVER)
_ALL = 1 << 62


def event_id(session: str, stretch: int) -> str:
    """Each stretch has one event, however often it is learned from."""
    return named_id("event", session, str(stretch))


def event_of(unit: Unit, user: str, session: str, stretch: int) -> Item | None:
    """The event of a stretch, if somebody has begun to learn from it."""
    return next(iter(unit.items.get(user, [event_id(session, stretch)])), None)


def gists_of(unit: Unit, user: str, session: str, stretch: int) -> list[Item]:
    """Its gists, in the order in which they were told."""
    which = ItemSelection(kind=ItemKind.EVENT, level=GIST, session=session, stretch=stretch)
    found = unit.items.select(user, which, limit=_ALL)
    return sorted(found, key=lambda gist: (gist.place, int(gist.attributes.get(NTH, 0))))


def told_by_hand(gists: Iterable[Item]) -> set[str]:
    """The messages that the user has told in words of their own: nobody tells these again."""
    own = (gist for gist in gists if gist.attributes.get("by") == HAND)
    return {source for gist in own for source in gist.sources}


def gist_items(
    gists: Iterable[Gist], user: str, by_id: Mapping[str, Heard], stretch: int, now: datetime
) -> list[Item]:
    """Gists, fit to be stored. One whose sources are all gone is none."""
    made = []
    for nth, gist in enumerate(gists):
        below = [by_id[source] for source in gist.sources if source in by_id]
        if below:
            item = _gist(gist, user, below, stretch, now)
            made.append(replace(item, attributes={NTH: nth}) if nth else item)
    return made


def _gist(gist: Gist, user: str, below: Sequence[Heard], stretch: int, now: datetime) -> Item:
    first = min(below, key=lambda each: each.place)
    said = [each.message.said_at for each in below]
    return Item(
        id=new_id(),
        user=user,
        kind=ItemKind.EVENT,
        text=gist.text,
        attributes={},
        importance=0.5,
        confidence=0.8,
        trust=Trust.DERIVED,
        valid_from=gist.since or min(said),
        valid_to=gist.until or gist.since or max(said),
        known_from=now,
        superseded_at=_NEVER,
        expires_at=_NEVER,
        sources=tuple(each.message.id for each in below),
        agent=first.message.agent,
        session=first.message.session,
        stretch=stretch,
        level=GIST,
        place=first.place,
    )


def own_gist(unit: Unit, event: Item, text: str, place: int, now: datetime) -> Item:
    """A gist of an event in the user's own words, stored. It rests on all that the event does."""
    below = tuple(message.id for message in unit.log.get(event.user, event.sources))
    gist = replace(
        event,
        id=new_id(),
        text=text,
        attributes={"by": HAND},
        known_from=now,
        sources=below,
        level=GIST,
        place=event.place + place,
        provisional=False,
    )
    return unit.items.put(gist, expect=0)


def items_told(account: Account, said: Sequence[Message], place: int, now: datetime) -> list[Item]:
    """What was told elsewhere, fit to be stored: its gists, and last the event above them.

    It was known there when it was told, so that is how long it is known.
    """
    first, times = said[0], [message.said_at for message in said]
    told_at = min(account.at or max(times), now)
    ids = tuple(message.id for message in said)
    event = Item(
        id=account.id or new_id(),
        user=first.user,
        kind=ItemKind.EVENT,
        text="\n".join(account.lines),
        attributes={"by": HAND},
        importance=0.5,
        confidence=0.8,
        trust=Trust.DERIVED,
        valid_from=account.at or min(times),
        valid_to=account.at or max(times),
        known_from=told_at,
        superseded_at=_NEVER,
        expires_at=_NEVER,
        sources=ids,
        agent=first.agent,
        session=first.session,
        level=EVENT,
        place=place,
    )
    gists = [
        replace(event, id=new_id(), text=line, attributes={"by": HAND, NTH: nth}, level=GIST)
        for nth, line in enumerate(account.lines)
    ]
    tags = {"tags": [list(tag) for tag in account.tags]} if account.tags else {}
    below = (*(gist.id for gist in gists), *ids)
    return [*gists, replace(event, attributes={**event.attributes, **tags}, sources=below)]


def event_item(
    user: str,
    heard: Sequence[Heard],
    gists: Sequence[Item],
    made: Extraction,
    old: Item | None,
    stretch: int,
    now: datetime,
) -> Item:
    """The event after some more messages; what was noticed before is kept."""
    first, last = heard[0], heard[-1]
    said = [each.message.said_at for each in heard]
    before: Mapping[str, Json] = old.attributes if old else {}
    fresh = Item(
        id=event_id(first.message.session, stretch),
        user=user,
        kind=ItemKind.EVENT,
        text="\n".join(gist.text for gist in gists),
        attributes={**_noticed(before, made), "by": made.by, TO: last.place},
        importance=0.5,
        confidence=0.8,
        trust=Trust.DERIVED,
        valid_from=min(said),
        valid_to=max(said),
        known_from=now,
        superseded_at=_NEVER,
        expires_at=_NEVER,
        sources=(*(gist.id for gist in gists), *(each.message.id for each in heard)),
        agent=first.message.agent,
        session=first.message.session,
        stretch=stretch,
        level=EVENT,
        place=first.place,
        provisional=made.provisional,
    )
    if old is None:
        return fresh
    return replace(
        fresh,
        valid_from=min(old.valid_from, fresh.valid_from),
        place=old.place,
        agent=old.agent,
        known_from=old.known_from,
        provisional=old.provisional or fresh.provisional,
        sources=tuple(dict.fromkeys([*fresh.sources, *old.sources])),
    )


def event_text(unit: Unit, event: Item, *, without: Collection[str] = ()) -> Item:
    """The event as its gists read now, without some of them."""
    gists = [item for item in unit.items.get(event.user, event.sources) if item.id not in without]
    sources = tuple(source for source in event.sources if source not in without)
    return replace(event, text="\n".join(gist.text for gist in gists), sources=sources)


def _noticed(before: Mapping[str, Json], made: Extraction) -> dict[str, Json]:
    """Emotions, intents and the like, each once, and tags with their values."""
    noticed: dict[str, Json] = {}
    for name, values in made.sense._asdict().items():
        if every := list(dict.fromkeys([*before.get(name, ()), *values])):
            noticed[name] = every
    tags = [*before.get("tags", ()), *(list(tag) for tag in made.tags)]
    if tags:
        noticed["tags"] = [list(tag) for tag in dict.fromkeys(map(tuple, tags))]
    return noticed
