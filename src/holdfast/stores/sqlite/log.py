"""The log of messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import repeat
from typing import Any

import apsw

from holdfast.domain.entry import Entry
from holdfast.domain.message import DEFAULT, Message, Selection
from holdfast.domain.moments import from_micros, to_micros, zone_named, zone_of
from holdfast.errors import Conflict
from holdfast.ports.marks import Mark
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort, from_json, to_json
from holdfast.stores.sqlite.queries import queries

_NO_MARK = Mark()
_TEXTS = {str}
_AT_ONCE = 256
"""How many messages are asked for in one statement."""

_ROOMS = (16, 64, _AT_ONCE)
"""For so many texts there are statements; each serves for fewer too, and need not be made anew."""

_NARROWED_BY = {
    "session": "AND session = :session",
    "agent": "AND agent = :agent",
    "since": "AND said_at >= :since",
    "until": "AND said_at <= :until",
}


class SqliteLog(SpacePort):
    """See `ports.log.Log`."""

    sql = "log"
    __slots__ = ()

    def append(
        self, entries: Sequence[Entry], marks: Sequence[Mark] = (), *, fresh: bool = False
    ) -> None:
        sql, rows = _append(fresh), _values(entries, marks or repeat(_NO_MARK))
        try:
            if len(entries) == 1:
                (values,) = rows
                self._run(sql, (self._space, *values))
            else:
                self._run_each(sql, rows)
        except apsw.ConstraintError as error:
            raise Conflict("One of these messages is already in the log.") from error
        for entry in entries:
            if entry.version > 1:
                self._change("supersede", user=entry.user, id=entry.id)

    def get(self, user: str, ids: Sequence[str]) -> list[Message]:
        found: dict[str, Message] = {}
        for first in range(0, len(ids), _AT_ONCE):
            some = ids[first : first + _AT_ONCE]
            sql = self._queries["get"].format(ids=",".join("?" * len(some)))
            for message in _messages(self._fetched(sql, (self._space, user, *some))):
                found[message.id] = message
        return [found[id_] for id_ in ids if id_ in found]

    def texts(self, user: str, seqs: Sequence[int]) -> dict[int, tuple[str, str]]:
        found: dict[int, tuple[str, str]] = {}
        for first in range(0, len(seqs), _AT_ONCE):
            some = seqs[first : first + _AT_ONCE]
            room = next(room for room in _ROOMS if room >= len(some))
            sql = self._queries["texts"].format(seqs=_places(room))
            nothing = (None,) * (room - len(some))
            found |= _texts(self._fetched(sql, (self._space, user, *some, *nothing)))
        return found

    def versions(self, user: str, message_id: str) -> list[Message]:
        return _messages(self._rows("versions", user=user, id=message_id))

    def sent(self, user: str, session: str, client_ids: Sequence[str]) -> dict[str, Message]:
        found = {}
        for client_id in client_ids:
            row = self._row("sent", user=user, session=session, client_id=client_id)
            if row:
                (found[client_id],) = _messages([row])
        return found

    def find(
        self, user: str, which: Selection, *, limit: int, newest_first: bool = False
    ) -> list[Message]:
        order = "seq DESC" if newest_first else "seq"
        return self._select("find", user, which, limit, order)

    def between(self, user: str, which: Selection, *, limit: int) -> list[Message]:
        return self._select("between", user, which, limit)

    def remove(self, user: str, ids: Sequence[str]) -> int:
        # One by one: what goes along with a message is not to be counted.
        return sum([self._change("remove", user=user, id=id_) for id_ in ids])

    def _select(
        self, query: str, user: str, which: Selection, limit: int, order: str = ""
    ) -> list[Message]:
        where, values = _narrowed(which)
        index = "messages_in_order"
        if which.agent not in (None, DEFAULT):
            index, where = "messages_of_agent", f"{where} AND agent <> 'default'"
        sql = self._queries[query].format(index=index, where=where, order=order)
        values |= {"space": self._space, "user": user, "limit": limit}
        return _messages(self._fetched(sql, values))


def _narrowed(which: Selection) -> tuple[str, dict[str, Any]]:
    """The conditions of a selection, and the values they bind."""
    values: dict[str, Any] = {
        "session": which.session,
        "agent": which.agent,
        "since": None if which.since is None else to_micros(which.since),
        "until": None if which.until is None else to_micros(which.until),
    }
    values = {name: value for name, value in values.items() if value is not None}
    clauses = [_NARROWED_BY[name] for name in values]
    if which.after_seq:
        clauses.append("AND seq > :after_seq")
        values["after_seq"] = which.after_seq
    if which.to_seq is not None:
        clauses.append("AND seq <= :to_seq")
        values["to_seq"] = which.to_seq
    if not which.all_versions:
        clauses.append("AND NOT superseded")
    return " ".join(clauses), values


@cache
def _append(fresh: bool) -> str:
    named = queries(SqliteLog.sql)
    return named["append"].format(superseded=0 if fresh else named["superseded_from_the_start"])


def _values(entries: Iterable[Entry], marks: Iterable[Mark]) -> Iterator[tuple[Any, ...]]:
    """In the order of the query `append`. Messages that share a moment have it worked out once."""
    said = stored = None
    for entry, mark in zip(entries, marks, strict=False):
        (id_, user, session, agent, seq, number, version, role, speaker, text, parts, extra,
         said_at, stored_at, client_id) = entry  # fmt: skip
        if said_at is not said:
            said, said_micros, zone = said_at, to_micros(said_at), zone_of(said_at)
        if stored_at is not stored:
            stored = stored_at
            stored_micros = said_micros if stored_at is said_at else to_micros(stored_at)
        yield (
            user,
            seq,
            id_,
            version,
            session,
            agent,
            number,
            said_micros,
            zone,
            stored_micros,
            role,
            speaker,
            client_id,
            *mark,
            text,
            to_json([dict(part) for part in parts]) if parts else None,
            to_json(dict(extra)) if extra else None,
        )


@cache
def _places(count: int) -> str:
    return ",".join("?" * count)


@reading
def _texts(rows: list[Row]) -> dict[int, tuple[str, str]]:
    for _, text, zone in rows:
        if type(text) is not str or type(zone) is not str:
            raise TypeError("a message's words or its zone are missing")
        zone_named(zone)  # raises for a zone that nobody knows
    return {seq: (text, zone) for seq, text, zone in rows}


@reading
def _messages(rows: list[Row]) -> list[Message]:
    return [_message(row) for row in rows]


def _message(row: Row) -> Message:
    (user, session, agent, seq, number, id_, version, role, speaker, text, parts, extra,
     said_at, said_zone, stored_at, client_id) = row  # fmt: skip
    if not _TEXTS.issuperset(map(type, (user, session, agent, id_, role, text))):
        raise TypeError("a message's words or names are missing")
    if speaker is not None and type(speaker) is not str:
        raise TypeError("a speaker has no name")
    return Message(
        id=id_,
        user=user,
        session=session,
        agent=agent,
        seq=seq,
        number=number,
        version=version,
        role=role,
        speaker=speaker,
        text=text,
        parts=tuple(from_json(parts)) if parts else (),
        extra=from_json(extra) if extra else {},
        said_at=from_micros(said_at, said_zone),
        stored_at=from_micros(stored_at),
        client_id=client_id,
    )
