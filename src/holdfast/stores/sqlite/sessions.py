"""Sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache

from holdfast.domain.moments import from_micros, to_micros
from holdfast.domain.session import Session, SessionState
from holdfast.errors import Conflict
from holdfast.ports.sessions import Arrival, Patience
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort

MICROSECOND = timedelta(microseconds=1)


class SqliteSessions(SpacePort):
    """See `ports.sessions.Sessions`."""

    sql = "sessions"
    __slots__ = ()

    def advance(self, user: str, name: str, arrival: Arrival, patience: Patience) -> int | None:
        count, seq, first_at, last_at, told_at, agent = arrival
        began = to_micros(first_at)
        last = began if last_at is first_at else to_micros(last_at)
        told = began if told_at is first_at else to_micros(told_at)
        row = self._maybe(
            "advance", user, name, agent, count, began, last, told, seq, *_micros(patience)
        )
        return row[0] - count + 1 if row else None

    def get(self, user: str, name: str) -> Session | None:
        row = self._row("get", user=user, name=name)
        return _session(row) if row else None

    def latest(
        self,
        user: str,
        *,
        agent: str | None = None,
        state: SessionState | None = None,
        behind: Session | None = None,
        limit: int = 1000,
    ) -> list[Session]:
        rows = self._rows(
            "latest",
            user=user,
            agent=agent,
            state=None if state is None else str(state),
            last_at=None if behind is None else to_micros(behind.last_at),
            behind="" if behind is None else behind.name,
            limit=limit,
        )
        return [_session(row) for row in rows]

    def agents(self, user: str) -> list[str]:
        return [agent for (agent,) in self._rows("agents", user=user)]

    def lately(self, *, limit: int = 1000) -> list[Session]:
        return [_session(row) for row in self._rows("lately", limit=limit)]

    def active(
        self,
        user: str | None = None,
        *,
        untouched_since: datetime | None = None,
        limit: int = 1000,
    ) -> list[Session]:
        bound = None if untouched_since is None else to_micros(untouched_since)
        rows = self._rows("active", user=user, bound=bound, limit=limit)
        return [_session(row) for row in rows]

    def put(self, session: Session, *, expect: int) -> Session:
        values = {
            "user": session.user,
            "name": session.name,
            "agent": session.agent,
            "state": str(session.state),
            "last_number": session.last_number,
            "opened_at": to_micros(session.opened_at),
            "last_at": to_micros(session.last_at),
            "touched_at": to_micros(session.touched_at),
            "stretch": session.stretch,
            "first_number": session.first_number,
            "first_seq": session.first_seq,
            "began_at": to_micros(session.began_at),
        }
        changed = (
            self._change("update", **values, expect=expect)
            if expect
            else self._change("insert", **values)
        )
        if not changed:
            raise Conflict(f"Session {session.name!r} is not at revision {expect} any more.")
        return replace(session, revision=expect + 1)

    def remove(self, user: str, names: Sequence[str]) -> int:
        return self._change_each("remove", ((user, name) for name in names))


@lru_cache(64)
def _micros(patience: Patience) -> tuple[int, int]:
    return patience.idle // MICROSECOND, patience.limit // MICROSECOND


@reading
def _session(row: Row) -> Session:
    (user, name, agent, state, last_number, opened_at, last_at, touched_at, stretch, first_number,
     first_seq, began_at, revision) = row  # fmt: skip
    return Session(
        user=user,
        name=name,
        agent=agent,
        state=SessionState(state),
        last_number=last_number,
        opened_at=from_micros(opened_at),
        last_at=from_micros(last_at),
        touched_at=from_micros(touched_at),
        stretch=stretch,
        first_number=first_number,
        first_seq=first_seq,
        began_at=from_micros(began_at),
        revision=revision,
    )
