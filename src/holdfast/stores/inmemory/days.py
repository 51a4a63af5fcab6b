"""The log by the time said."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import datetime

from holdfast.domain.message import Message
from holdfast.domain.moments import from_micros, to_micros
from holdfast.ports.days import Days, Spell
from holdfast.stores.inmemory.rows import Rows, UserLog


class InMemoryDays(Days):
    """Reads the rows of the log, and has none of its own."""

    def __init__(self, rows: Rows) -> None:
        self._logs = rows.logs

    def counts(
        self, user: str, bounds: Sequence[datetime], *, agent: str | None = None
    ) -> list[int]:
        counted = [0] * (len(bounds) - 1)
        for part, _ in self._parts(user, bounds, agent):
            counted[part] += 1
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
        said: dict[tuple[int, str], list[tuple[int, int]]] = {}
        for part, message in self._parts(user, bounds, agent):
            place = to_micros(message.said_at), message.seq
            said.setdefault((part, message.session), []).append(place)
        rows = sorted((-part, -max(places)[0], session) for (part, session), places in said.items())
        if behind is not None:
            last = (2 - len(bounds), -to_micros(behind[0]), behind[1])
            rows = [row for row in rows if row > last]
        return [
            Spell(-part, session, len(places), from_micros(-last_at), max(places)[1])
            for part, last_at, session in rows[:limit]
            for places in [said[-part, session]]
        ]

    def beside(
        self, user: str, since: datetime, until: datetime, *, agent: str | None = None
    ) -> tuple[datetime | None, datetime | None]:
        said = [to_micros(message.said_at) for message in self._said(user, agent)]
        before = max((at for at in said if at < to_micros(since)), default=None)
        after = min((at for at in said if at >= to_micros(until)), default=None)
        return (
            None if before is None else from_micros(before),
            None if after is None else from_micros(after),
        )

    def _parts(
        self, user: str, bounds: Sequence[datetime], agent: str | None
    ) -> Iterator[tuple[int, Message]]:
        moments = [to_micros(bound) for bound in bounds]
        for message in self._said(user, agent):
            part = bisect_right(moments, to_micros(message.said_at)) - 1
            if 0 <= part < len(moments) - 1:
                yield part, message

    def _said(self, user: str, agent: str | None) -> Iterator[Message]:
        log = self._logs.get(user) or UserLog()
        return (message for message in log.newest() if agent in (None, message.agent))
