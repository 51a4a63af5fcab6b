"""The log by the time said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any

from holdfast.domain.message import DEFAULT
from holdfast.domain.moments import from_micros, to_micros
from holdfast.ports.days import Spell
from holdfast.stores.sqlite.port import Row, SpacePort


class SqliteDays(SpacePort):
    """See `ports.days.Days`."""

    sql = "days"
    __slots__ = ()

    def counts(
        self, user: str, bounds: Sequence[datetime], *, agent: str | None = None
    ) -> list[int]:
        counted = [0] * (len(bounds) - 1)
        for part, count in self._asked("counts", user, agent, _parts(bounds)):
            counted[part] = count
        return counted

    def spells(
        self,
        user: str,
        bounds: Sequence[datetime],
        *,
        agent: str | None = None,
        behind: tuple[datetime, str] | None = None,
        limit: int = 1000,
    ) -> list[Spell]:
        last_at, session = behind if behind is not None else (None, "")
        values = {
            **_parts(bounds),
            "behind": None if last_at is None else to_micros(last_at),
            "behind_session": session,
            "last_part": len(bounds) - 2,
            "limit": limit,
        }
        return [
            Spell(part, name, count, from_micros(said_at), seq)
            for part, name, count, said_at, seq in self._asked("spells", user, agent, values)
        ]

    def beside(
        self, user: str, since: datetime, until: datetime, *, agent: str | None = None
    ) -> tuple[datetime | None, datetime | None]:
        values = {"since": to_micros(since), "until": to_micros(until)}
        [(before, after)] = self._asked("beside", user, agent, values)
        return (
            None if before is None else from_micros(before),
            None if after is None else from_micros(after),
        )

    def _asked(self, query: str, user: str, agent: str | None, values: dict[str, Any]) -> list[Row]:
        index, where = "messages_in_order", ""
        if agent is not None:
            where = "AND agent = :agent"
            if agent != DEFAULT:
                index, where = "messages_of_agent", f"{where} AND agent <> 'default'"
        given = {"space": self._space, "user": user, "agent": agent, **values}
        part = given.pop("part", "")
        sql = self._queries[query].format(index=index, where=where, part=part)
        return self._fetched(sql, given)


def _parts(bounds: Sequence[datetime]) -> dict[str, Any]:
    """Which part a message was said in, as an expression, and where the parts begin and end."""
    moments = [to_micros(bound) for bound in bounds]
    *others, (_, last) = _runs(moments) or [(moments[-1], "0")]
    arms = " ".join(f"WHEN said_at < {end} THEN {part}" for end, part in others)
    part = f"CASE {arms} ELSE {last} END" if arms else last
    return {"part": part, "begin": moments[0], "end": moments[-1]}


def _runs(moments: Sequence[int]) -> list[tuple[int, str]]:
    """Neighbouring parts of one length, all but a few: where each run ends, and its parts' numbers.

    A year has 365 parts and, with summer time, five runs.
    """

    def runs() -> Iterator[tuple[int, str]]:
        parts = ((end - begin, begin, at) for at, (begin, end) in enumerate(pairwise(moments)))
        for length, several in groupby(parts, key=lambda part: part[0]):
            if length:  # there are days that a zone has never had
                (_, begin, first), count = next(several), 1 + sum(1 for _ in several)
                yield begin + count * length, f"{first} + (said_at - {begin}) / {length}"

    return list(runs())
