"""Items: knowledge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.domain.ids import new_id
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import Json, Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.capture.accept import Limits, checked_text
from holdfast.flow.capture.names import (
    MOST_ROWS,
    checked_limit,
    checked_name,
    checked_number,
    optional_name,
    optional_number,
)
from holdfast.flow.capture.shapes import (
    checked_flag,
    checked_mapping,
    checked_place,
    checked_row,
    checked_word,
    name_or_empty,
    optional_word,
)
from holdfast.flow.capture.times import optional_end, optional_time, parsed_time
from holdfast.flow.capture.values import checked_moment, checked_share
from holdfast.flow.condense.derived import of_message
from holdfast.flow.maintain.places import placed
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.unit import Unit


class Items(SpaceRows):
    """Pieces of knowledge with their sources."""

    def add(
        self,
        user: str,
        text: str,
        *,
        kind: ItemKind = ItemKind.NOTE,
        sources: Sequence[str] = (),
        attributes: Mapping[str, Json] | None = None,
        importance: float = 0.5,
        confidence: float = 1.0,
        trust: Trust = Trust.USER,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        expires_at: datetime | None = None,
    ) -> Item:
        """Keep a piece of knowledge, and return it with its id.

        `sources` are the messages it comes from: when one of them is forgotten, it goes too.
        Where nothing else is said, it is true from now on and never expires.
        """
        now, never = self._parts.clock.now(), from_micros(NEVER)
        return self.put(
            Item(
                id=new_id(),
                user=user,
                kind=kind,
                text=checked_text(text, self._parts.limits),
                attributes={} if attributes is None else attributes,
                importance=importance,
                confidence=confidence,
                trust=trust,
                valid_from=valid_from or now,
                valid_to=valid_to or never,
                known_from=now,
                superseded_at=never,
                expires_at=expires_at or never,
                sources=tuple(checked_row(sources, "sources")),
            )
        )

    def put(self, item: Item, *, expect: int = 0) -> Item:
        """Write an item whose revision is still `expect` (0: not there yet), else Conflict.

        Raises NotFound for a source that is not a message of its user.
        """
        item = _checked(item, self._parts.limits)
        checked_number(expect, "revision", least=0, most=MOST_ROWS)

        def work(unit: Unit) -> Item:
            known = {message.id for message in unit.log.get(item.user, item.sources)}
            if missing := set(item.sources) - known:
                raise NotFound(f"{item.user!r} has no message {min(missing)!r}.")
            if unit.users.stamp(item.user) is None:
                unit.users.advance(item.user, 0)
            return unit.items.put(item if expect else placed(unit, item), expect=expect)

        return self._store.write(self._space, work)

    def get(self, user: str, item_id: str) -> Item | None:
        """One item, or None."""
        user, item_id = checked_name(user, "user"), checked_name(item_id, "item id")
        found = self._store.read(self._space, lambda unit: unit.items.get(user, [item_id]))
        return found[0] if found else None

    def find(
        self, user: str, *, kind: ItemKind | None = None, after: str = "", limit: int = 100
    ) -> list[Item]:
        """The user's items by id, a page at a time."""
        user, limit = checked_name(user, "user"), checked_limit(limit)
        kind, after = optional_word(kind, ItemKind, "kind"), checked_place(after)
        return self._store.read(
            self._space, lambda unit: unit.items.find(user, kind=kind, after=after, limit=limit)
        )

    def between(
        self,
        user: str,
        since: datetime | str | float | None = None,
        until: datetime | str | float | None = None,
        *,
        kind: ItemKind = ItemKind.SUMMARY,
        agent: str | None = None,
        session: str | None = None,
        level: int | None = None,
        current: bool = True,
        limit: int = 1000,
    ) -> list[Item]:
        """Items of a kind that speak of a span of time, both ends included, in the log's order.

        With `current` set to False, those too that another item stands for by now: the segments of
        a conversation (`level` 0), and the summaries of whole ones (1) below those of several.
        """
        user, limit = checked_name(user, "user"), checked_limit(limit)
        which = ItemSelection(
            kind=checked_word(kind, ItemKind, "kind"),
            agent=optional_name(agent, "agent"),
            session=optional_name(session, "session"),
            level=optional_number(level, "level"),
            current=current,
            since=optional_time(since, self._parts.limits.time_zone, "since"),
            until=optional_end(until, self._parts.limits.time_zone, "until"),
        )
        return self._store.read(
            self._space, lambda unit: unit.items.select(user, which, limit=limit)
        )

    def derived(self, user: str, message_id: str) -> list[Item]:
        """Everything that was made of a message, directly or through other items.

        Summaries first, from the segment it lies in to those of several conversations; then what
        reviews have noted, and all else. Nothing for a message that is not there.
        """
        user, message_id = checked_name(user, "user"), checked_name(message_id, "message id")
        return self._store.read(self._space, lambda unit: of_message(unit, user, message_id))

    def remove(self, user: str, item_ids: Sequence[str]) -> int:
        """Delete items; how many went."""
        user = checked_name(user, "user")
        ids = [checked_name(each, "item id") for each in checked_row(item_ids, "item ids")]
        return self._store.write(self._space, lambda unit: unit.items.remove(user, ids))


_MOMENTS = ("valid_from", "valid_to", "known_from", "superseded_at", "expires_at")
_COUNTS = ("uses", "stretch", "level", "revision")
_LAST = (1 << 63) - 1
"""The last place that a log can have."""


def _checked(item: Item, limits: Limits) -> Item:
    """The item with everything in it fit to be stored, or InvalidInput."""
    if not isinstance(item, Item):
        raise InvalidInput(f"An item is needed, not {type(item).__name__}.")
    for name in _MOMENTS:
        parsed_time(checked_moment(getattr(item, name), name), limits.time_zone, name)
    for name in _COUNTS:
        _count(getattr(item, name), name)
    sources = checked_row(item.sources, "sources")
    return replace(
        item,
        id=checked_name(item.id, "item id"),
        user=checked_name(item.user, "user"),
        kind=checked_word(item.kind, ItemKind, "kind"),
        text=checked_text(item.text, limits),
        attributes=checked_mapping(item.attributes, "attributes"),
        importance=checked_share(item.importance, "importance"),
        confidence=checked_share(item.confidence, "confidence"),
        trust=checked_word(item.trust, Trust, "trust"),
        sources=tuple(checked_name(source, "source") for source in sources),
        agent=name_or_empty(item.agent, "agent"),
        session=name_or_empty(item.session, "session"),
        place=checked_number(item.place, "place", least=0, most=_LAST),
        provisional=checked_flag(item.provisional, "mark of what is provisional"),
    )


def _count(value: object, noun: str) -> int:
    return checked_number(value, noun, least=0, most=MOST_ROWS)
