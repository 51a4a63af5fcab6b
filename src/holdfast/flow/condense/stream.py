"""The stream: what was said to one agent, in the order it was first said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holdfast.domain.item import ItemKind
from holdfast.domain.message import Message, Selection
from holdfast.domain.session import SessionState
from holdfast.ports.unit import Unit


class Entry(NamedTuple):
    """A message as it reads now, and its place in the log when it was first said."""

    message: Message
    place: int


class Home(NamedTuple):
    """The stretch that a message belongs to."""

    session: str
    stretch: int
    ended: bool
    size: int


class Page(NamedTuple):
    """A part of the stream: `end` is how far was looked, `last` whether nothing lies behind it."""

    entries: list[Entry]
    end: int
    last: bool


def behind(unit: Unit, user: str, agent: str, place: int, limit: int) -> Page:
    """The messages behind a place, looking at no more than `limit` rows of the log.

    A correction is a row of the log too, and does not move the message it corrects.
    """
    which = Selection(agent=agent, after_seq=place, all_versions=True)
    rows = unit.log.find(user, which, limit=limit)
    end = rows[-1].seq if rows else place
    return Page(_newest(unit, user, rows), end, len(rows) < limit)


def latest(unit: Unit, user: str, agent: str, count: int) -> list[Entry]:
    """The last `count` messages, oldest of them first, however many corrections lie among them."""
    which = Selection(agent=agent, all_versions=True)
    limit = count
    while True:
        rows = unit.log.find(user, which, limit=limit, newest_first=True)
        if len(rows) < limit or sum(row.version == 1 for row in rows) >= count:
            return _newest(unit, user, rows[::-1])[-count:]
        limit *= 2


def _newest(unit: Unit, user: str, rows: Sequence[Message]) -> list[Entry]:
    places = {row.id: row.seq for row in rows if row.version == 1}
    return [Entry(message, places[message.id]) for message in unit.log.get(user, list(places))]


def folded(unit: Unit, user: str, ids: Sequence[str]) -> set[str]:
    """Those of the messages that are among the sources of a segment."""
    items = unit.items.sourced_from(user, ids)
    return {
        source
        for item in items
        if item.kind is ItemKind.SUMMARY and item.level == 0
        for source in item.sources
    }


class Homes:
    """Which stretch each message belongs to. Looks every session up once."""

    def __init__(self, unit: Unit, user: str) -> None:
        self._unit = unit
        self._user = user
        self._bounds: dict[str, list[tuple[int, Home]]] = {}

    def of(self, message: Message) -> Home:
        """The stretch; one that nobody has noted counts as ended long ago."""
        if message.session not in self._bounds:
            self._bounds[message.session] = self._look_up(message.session)
        for first, home in self._bounds[message.session]:
            if message.number >= first:
                return home
        return Home(message.session, 0, ended=True, size=0)

    def _look_up(self, name: str) -> list[tuple[int, Home]]:
        """The session's stretches, last first, each with the number that it begins with."""
        stretches = self._unit.stretches.of(self._user, name)
        bounds = [
            (each.first, Home(name, each.number, ended=True, size=each.last - each.first + 1))
            for each in stretches
        ]
        session = self._unit.sessions.get(self._user, name)
        if session is not None and session.state is SessionState.ACTIVE:
            size = session.last_number - session.first_number + 1
            present = Home(name, session.stretch, ended=False, size=size)
            bounds.append((session.first_number, present))
        return bounds[::-1]
