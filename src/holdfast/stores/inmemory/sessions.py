"""Sessions of a user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.domain.moments import to_micros
from holdfast.domain.session import Session
from holdfast.errors import Conflict
from holdfast.ports.sessions import Sessions
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows


class InMemorySessions(Sessions):
    """Sessions by user and name. Every change counts one revision, `advance` as well as `put`."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._by_user = rows.sessions
        self._journal = journal

    def advance(self, user: str, name: str, count: int, at: datetime) -> int:
        old = self.get(user, name)
        if old is None:
            self._write(Session(user=user, name=name, last_number=count, opened_at=at, last_at=at))
            return 1
        self._write(
            replace(
                old,
                last_number=old.last_number + count,
                last_at=max(old.last_at, at, key=to_micros),
                revision=old.revision + 1,
            )
        )
        return old.last_number + 1

    def get(self, user: str, name: str) -> Session | None:
        return self._of(user).get(name)

    def latest(self, user: str, *, limit: int = 1000) -> list[Session]:
        by_name = sorted(self._of(user).values(), key=lambda session: session.name)
        by_name.sort(key=lambda session: to_micros(session.last_at), reverse=True)
        return by_name[:limit]

    def put(self, session: Session, *, expect: int) -> Session:
        self._journal.require_open()
        old = self.get(session.user, session.name)
        revision = 0 if old is None else old.revision
        if revision != expect:
            raise Conflict(f"Session {session.name!r} is at revision {revision}, not {expect}.")
        return self._write(replace(session, revision=expect + 1))

    def remove(self, user: str, names: Sequence[str]) -> int:
        self._journal.require_open()
        return sum(self._journal.drop(self._of(user), name) for name in names)

    def _of(self, user: str) -> dict[str, Session]:
        return self._by_user.get(user, {})

    def _write(self, session: Session) -> Session:
        self._journal.put(self._by_user.setdefault(session.user, {}), session.name, session)
        return session
