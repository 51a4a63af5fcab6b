"""Sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.domain.moments import from_micros, to_micros
from holdfast.domain.session import Session, SessionState
from holdfast.errors import Conflict
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort


class SqliteSessions(SpacePort):
    """See `ports.sessions.Sessions`."""

    sql = "sessions"
    __slots__ = ()

    def advance(self, user: str, name: str, count: int, at: datetime) -> int:
        last: int = self._only("advance", user, name, count, to_micros(at))[0]
        return last - count + 1

    def get(self, user: str, name: str) -> Session | None:
        row = self._row("get", user=user, name=name)
        return _session(row) if row else None

    def latest(self, user: str, *, limit: int = 1000) -> list[Session]:
        return [_session(row) for row in self._rows("latest", user=user, limit=limit)]

    def put(self, session: Session, *, expect: int) -> Session:
        values = {
            "user": session.user,
            "name": session.name,
            "state": str(session.state),
            "last_number": session.last_number,
            "opened_at": to_micros(session.opened_at),
            "last_at": to_micros(session.last_at),
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


@reading
def _session(row: Row) -> Session:
    user, name, state, last_number, opened_at, last_at, revision = row
    return Session(
        user=user,
        name=name,
        state=SessionState(state),
        last_number=last_number,
        opened_at=from_micros(opened_at),
        last_at=from_micros(last_at),
        revision=revision,
    )
