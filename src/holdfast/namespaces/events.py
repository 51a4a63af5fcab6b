"""Events: what happened, session by session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from holdfast.domain.event import Account, Event, Gist
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import Json
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.capture.accept import checked_text
from holdfast.flow.capture.names import checked_limit, checked_name, optional_name
from holdfast.flow.capture.shapes import (
    checked_mapping,
    checked_pairs,
    checked_row,
    name_or_empty,
)
from holdfast.flow.capture.times import optional_end, optional_time, said_time
from holdfast.flow.extract.claims import HAND
from holdfast.flow.extract.events import EVENT, event_text, items_told, own_gist
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.unit import Unit

Moment = datetime | str | float | None
_ALL = 1 << 62

OWN, QUIET = "own", "quiet"
"""Under these names an event has what its caller keeps with it, and that it is to be told no more."""


class Events(SpaceRows):
    """What was made of sealed sessions: one event for each stretch, told in gists."""

    def list(
        self,
        user: str,
        *,
        agent: str | None = None,
        session: str | None = None,
        since: Moment = None,
        until: Moment = None,
        tag: str | None = None,
        value: str | None = None,
        limit: int = 100,
    ) -> list[Event]:
        """Events, the newest first. `since` and `until` bound when it was talked, both ends included.

        With `agent`, what was talked of with others is not told. `tag` narrows to events that have it, with this `value` if one is given. Conversations in
        which nothing happened have no gists and are left out.
        """
        user, limit = checked_name(user, "user"), checked_limit(limit)
        agent, tag = optional_name(agent, "agent"), optional_name(tag, "tag")
        value = optional_name(value, "tag's value")
        zone = self._parts.limits.time_zone
        which = ItemSelection(
            kind=ItemKind.EVENT,
            level=EVENT,
            session=optional_name(session, "session"),
            since=optional_time(since, zone, "since"),
            until=optional_end(until, zone, "until"),
        )

        def query(unit: Unit) -> list[Event]:
            items = unit.items.select(user, which, limit=_ALL, newest_first=True)
            items = sorted(items, key=lambda item: item.valid_from, reverse=True)
            meant = (item for item in items if item.text and _is_tagged(item, tag, value))
            told = (_event(unit, item, agent) for item in meant)
            return [*islice((event for event in told if event.gists), limit)]

        return self._store.read(self._space, query)

    def get(self, user: str, event_id: str) -> Event | None:
        """One event, or None."""
        user = checked_name(user, "user")

        def query(unit: Unit) -> Event | None:
            found = unit.items.get(user, [checked_name(event_id, "event id")])
            return _event(unit, found[0]) if found and _is_event(found[0]) else None

        return self._store.read(self._space, query)

    def tell(self, user: str, accounts: Sequence[Account]) -> tuple[Event, ...]:
        """Keep as events what was told elsewhere, and return them in the same order.

        Each goes when a message that it rests on is forgotten. One whose id is here already is left
        as it is; Conflict where that id is of something else, NotFound for a message that is not here.
        """
        user = checked_name(user, "user")
        told = [self._checked(account) for account in checked_row(accounts, "accounts")]
        now = self._now()

        def work(unit: Unit) -> tuple[Event, ...]:
            return tuple(_event(unit, _kept(unit, user, account, now)) for account in told)

        return self._store.write(self._space, work)

    def edit(self, user: str, gist_id: str, text: str) -> Event:
        """Tell a gist in other words. From then on it is found by these."""
        text = checked_text(text, self._parts.limits).strip()
        if not text:
            raise InvalidInput("A text is needed.", remedy="To take a gist out, use events.remove.")
        return self._change(user, gist_id, text)

    def remove(self, user: str, gist_id: str) -> Event:
        """Take a gist out of its event. What was said stays in the log."""
        return self._change(user, gist_id, "")

    def retell(self, user: str, event_id: str, lines: Sequence[str]) -> Event:
        """Tell an event in these lines, in place of its gists. It is found by them from then on.

        A line that is among the gists already stays that gist. None at all: nothing happened, and
        the event is told no more.
        """
        texts, now = self._texts(lines), self._now()

        def work(unit: Unit) -> Event:
            event = self._event_item(unit, user, event_id)
            kept = _gists_below(unit, event)
            free, gists = {gist.text: gist for gist in reversed(kept)}, []
            for place, text in enumerate(dict.fromkeys(texts)):
                same = free.pop(text, None)
                gists.append(same or own_gist(unit, event, text, place, now))
            gone = [gist.id for gist in kept if gist not in gists]
            unit.items.remove(event.user, gone)
            below = (source for source in event.sources if source not in {g.id for g in kept})
            quiet = {} if texts else {QUIET: True}
            told = replace(
                event,
                attributes={**event.attributes, **quiet},
                text="\n".join(gist.text for gist in gists),
                sources=(*(gist.id for gist in gists), *below),
            )
            return _event(unit, unit.items.put(told, expect=event.revision))

        return self._store.write(self._space, work)

    def tag(self, user: str, event_id: str, tags: Sequence[tuple[str, str]]) -> Event:
        """Give an event these tags, in place of those that it has."""
        pairs = _pairs(tags)

        def work(unit: Unit) -> Event:
            event = self._event_item(unit, user, event_id)
            changed = replace(event, attributes={**event.attributes, "tags": pairs})
            return _event(unit, unit.items.put(changed, expect=event.revision))

        return self._store.write(self._space, work)

    def annotate(self, user: str, event_id: str, own: Mapping[str, Json]) -> Event:
        """Keep something of the caller's own with an event, in place of what was kept before."""
        value = checked_mapping(own, "note")

        def work(unit: Unit) -> Event:
            event = self._event_item(unit, user, event_id)
            changed = replace(event, attributes={**event.attributes, OWN: value})
            return _event(unit, unit.items.put(changed, expect=event.revision))

        return self._store.write(self._space, work)

    def _checked(self, account: Account) -> Account:
        """The account with everything in it fit to be stored, or InvalidInput."""
        if not isinstance(account, Account):
            raise InvalidInput(f"An account is needed, not {type(account).__name__}.")
        limits, sources = self._parts.limits, checked_row(account.sources, "sources")
        lines = self._texts(account.lines)
        if not sources:
            raise InvalidInput("An event rests on messages.", remedy="Add what tells of it first.")
        at = account.at
        return Account(
            lines=tuple(dict.fromkeys(lines)),
            sources=tuple(checked_name(source, "source") for source in sources),
            id=name_or_empty(account.id, "event id"),
            at=None if at is None else said_time(at, limits.time_zone, self._now()),
            tags=tuple((name, value) for name, value in _pairs(account.tags)),
            own=checked_mapping(account.own, "note"),
        )

    def _texts(self, lines: object) -> Sequence[str]:
        """The lines that say something."""
        limits, given = self._parts.limits, checked_row(lines, "lines")
        return [text for each in given if (text := checked_text(each, limits).strip())]

    def _event_item(self, unit: Unit, user: str, event_id: str) -> Item:
        user, event_id = checked_name(user, "user"), checked_name(event_id, "event id")
        found = unit.items.get(user, [event_id])
        if not found or not _is_event(found[0]):
            raise NotFound(f"{user!r} has no event {event_id!r}.")
        return found[0]

    def _change(self, user: str, gist_id: str, text: str) -> Event:
        user, gist_id = checked_name(user, "user"), checked_name(gist_id, "gist")

        def work(unit: Unit) -> Event:
            gist = next(iter(unit.items.get(user, [gist_id])), None)
            above = [item for item in unit.items.sourced_from(user, [gist_id]) if _is_event(item)]
            if gist is None or not above:
                raise NotFound(f"{user!r} has no gist {gist_id!r}.")
            if text:
                own = {**gist.attributes, "by": HAND}
                unit.items.put(replace(gist, text=text, attributes=own), expect=gist.revision)
            else:
                unit.items.remove(user, [gist_id])
            event = event_text(unit, above[0], without=() if text else (gist_id,))
            return _event(unit, unit.items.put(event, expect=event.revision))

        return self._store.write(self._space, work)


def _pairs(tags: Sequence[tuple[str, str]]) -> list[list[str]]:
    pairs = checked_pairs(tags, "tags")
    return [
        [checked_name(name, "tag"), checked_name(value, "tag's value")] for name, value in pairs
    ]


def _kept(unit: Unit, user: str, account: Account, now: datetime) -> Item:
    """The event of an account: the one of its id that is here, or else it is stored."""
    here = unit.items.get(user, [account.id]) if account.id else []
    if here and _is_event(here[0]):
        return here[0]
    said = unit.log.get(user, account.sources)
    if missing := set(account.sources) - {message.id for message in said}:
        raise NotFound(f"{user!r} has no message {min(missing)!r}.")
    place = min(unit.log.versions(user, message.id)[0].seq for message in said)
    *gists, event = items_told(account, said, place, now)
    if account.own:
        event = replace(event, attributes={**event.attributes, OWN: account.own})
    for gist in gists:
        unit.items.put(gist, expect=0)
    return unit.items.put(event, expect=0)


def _gists_below(unit: Unit, event: Item) -> list[Item]:
    return [each for each in unit.items.get(event.user, event.sources) if not each.level]


def _is_event(item: Item) -> bool:
    return item.kind is ItemKind.EVENT and item.level == EVENT


def _is_tagged(item: Item, tag: str | None, value: str | None) -> bool:
    if tag is None:
        return True
    tags = [tuple(pair) for pair in item.attributes.get("tags", ())]
    return any(name == tag and value in (None, found) for name, found in tags)


def _event(unit: Unit, item: Item, agent: str | None = None) -> Event:
    """An event; with `agent`, as it was talked of with this one."""
    kept = item.attributes
    below = unit.items.get(item.user, item.sources)
    gists = [each for each in below if not each.level and agent in (None, each.agent)]
    return Event(
        id=item.id,
        session=item.session,
        stretch=item.stretch,
        agent=agent or item.agent,
        began_at=item.valid_from,
        ended_at=item.valid_to,
        gists=tuple(_gist(each) for each in gists),
        tags=tuple((str(name), str(value)) for name, value in kept.get("tags", ())),
        by=str(kept.get("by", "")),
        provisional=item.provisional,
        **{name: tuple(kept.get(name, ())) for name in _NOTICED},
    )


_NOTICED = ("emotions", "intents", "keywords", "times", "places")


def _gist(item: Item) -> Gist:
    return Gist(
        id=item.id,
        text=item.text,
        since=item.valid_from,
        until=item.valid_to,
        sources=item.sources,
        revision=item.revision,
    )
