"""Sessions of a user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from holdfast.domain.moments import to_micros
from holdfast.domain.session import Session, SessionState
from holdfast.errors import Conflict
from holdfast.ports.sessions import Arrival, Patience, Sessions
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows


class InMemorySessions(Sessions):
    """Sessions by user and name. Every change counts one revision, `advance` as well as `put`."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._by_user = rows.sessions
        self._journal = journal

    def advance(self, user: str, name: str, arrival: Arrival, patience: Patience) -> int | None:
        old = self.get(user, name)
        if old is None:
            self._write(_opened(user, name, arrival))
            return 1
        if _is_over(old, arrival, patience):
            return None
        self._write(
            replace(
                old,
                last_number=old.last_number + arrival.size,
                last_at=max(old.last_at, arrival.last_at, key=to_micros),
                touched_at=max(old.touched_at, arrival.told_at, key=to_micros),
                revision=old.revision + 1,
            )
        )
        return old.last_number + 1

    def get(self, user: str, name: str) -> Session | None:
        return self._of(user).get(name)

    def latest(
        self,
        user: str,
        *,
        agent: str | None = None,
        state: SessionState | None = None,
        behind: Session | None = None,
        limit: int = 1000,
    ) -> list[Session]:
        found = sorted(self._of(user).values(), key=_place)
        return [
            session
            for session in found
            if agent in (None, session.agent)
            and state in (None, session.state)
            and (behind is None or _place(session) > _place(behind))
        ][:limit]

    def agents(self, user: str) -> list[str]:
        return sorted({session.agent for session in self._of(user).values()})

    def lately(self, *, limit: int = 1000) -> list[Session]:
        every = [
            session for user in sorted(self._by_user) for session in self.latest(user, limit=limit)
        ]
        every.sort(key=lambda session: to_micros(session.last_at), reverse=True)
        return every[:limit]

    def active(
        self,
        user: str | None = None,
        *,
        untouched_since: datetime | None = None,
        limit: int = 1000,
    ) -> list[Session]:
        owners = sorted(self._by_user) if user is None else [user]
        every = (session for owner in owners for _, session in sorted(self._of(owner).items()))
        found = (each for each in every if each.state is SessionState.ACTIVE)
        if untouched_since is not None:
            bound = to_micros(untouched_since)
            found = (each for each in found if to_micros(each.touched_at) < bound)
        return list(islice(found, limit))

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


def _place(session: Session) -> tuple[int, str]:
    """Where it stands among the user's: the one last spoken in comes first."""
    return -to_micros(session.last_at), session.name


def _opened(user: str, name: str, arrival: Arrival) -> Session:
    return Session(
        user=user,
        name=name,
        agent=arrival.agent,
        last_number=arrival.size,
        opened_at=arrival.first_at,
        last_at=arrival.last_at,
        touched_at=arrival.told_at,
        first_seq=arrival.seq,
        began_at=arrival.first_at,
    )


def _is_over(session: Session, arrival: Arrival, patience: Patience) -> bool:
    return (
        session.state is not SessionState.ACTIVE
        or arrival.first_at - session.last_at > patience.idle
        or arrival.first_at - session.began_at > patience.limit
    )
