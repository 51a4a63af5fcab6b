"""Events: what happened, session by session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from holdfast.domain.event import Event, Gist
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import Json
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.capture.accept import checked_text
from holdfast.flow.capture.names import checked_limit, checked_name, optional_name
from holdfast.flow.capture.times import optional_end, optional_time
from holdfast.flow.capture.values import kept_json
from holdfast.flow.extract.claims import HAND
from holdfast.flow.extract.events import EVENT, event_text, own_gist
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
        agent = optional_name(agent, "agent")
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
        texts = [text for each in lines if (text := checked_text(each, self._parts.limits).strip())]
        now = self._now()

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
        pairs = [
            [checked_name(name, "tag"), checked_name(value, "tag's value")] for name, value in tags
        ]

        def work(unit: Unit) -> Event:
            event = self._event_item(unit, user, event_id)
            changed = replace(event, attributes={**event.attributes, "tags": pairs})
            return _event(unit, unit.items.put(changed, expect=event.revision))

        return self._store.write(self._space, work)

    def annotate(self, user: str, event_id: str, own: Mapping[str, Json]) -> Event:
        """Keep something of the caller's own with an event, in place of what was kept before."""
        value = kept_json(dict(own), "A note")

        def work(unit: Unit) -> Event:
            event = self._event_item(unit, user, event_id)
            changed = replace(event, attributes={**event.attributes, OWN: value})
            return _event(unit, unit.items.put(changed, expect=event.revision))

        return self._store.write(self._space, work)

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
