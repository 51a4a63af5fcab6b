"""Users of a space."""

from __future__ import annotations

import secrets

from holdfast.domain.moments import to_micros
from holdfast.domain.user import Amount, Remembered, Stamp
from holdfast.ports.users import Users
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows
from holdfast.stores.inmemory.sheaves import drop_from


class InMemoryUsers(Users):
    """A stamp for every user."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._rows = rows
        self._stamps = rows.stamps
        self._journal = journal

    def advance(self, user: str, count: int) -> Stamp:
        old = self._stamps.get(user) or Stamp(epoch=_fresh_epoch(), last_seq=0)
        new = old._replace(last_seq=old.last_seq + count)
        self._journal.put(self._stamps, user, new)
        return new

    def stamp(self, user: str | None) -> Stamp | None:
        if user is None:
            return Stamp(*map(sum, zip(Stamp(0, 0), *self._stamps.values(), strict=True)))
        return self._stamps.get(user)

    def renew(self, user: str) -> None:
        self._journal.require_open()
        old = self._stamps.get(user)
        if old is not None:
            self._journal.put(self._stamps, user, old._replace(epoch=_fresh_epoch()))

    def remark(self, user: str) -> None:
        self._journal.require_open()
        old = self._stamps.get(user)
        if old is not None:
            self._journal.put(self._stamps, user, old._replace(marked=old.marked + 1))

    def names(self, *, after: str = "", limit: int = 1000) -> list[str]:
        return sorted(name for name in self._stamps if name > after)[:limit]

    def remembered(self, *, after: str = "", limit: int = 1000) -> list[Remembered]:
        return [self._of(name) for name in self.names(after=after, limit=limit)]

    def amount(self, user: str, *, session: str | None = None, agent: str | None = None) -> Amount:
        log = self._rows.logs.get(user)
        said = [
            message
            for message in (log.rows.values() if log else ())
            if session in (None, message.session) and agent in (None, message.agent)
        ]
        return Amount(len({message.id for message in said}), len(said))

    def _of(self, user: str) -> Remembered:
        log, sessions = self._rows.logs.get(user), self._rows.sessions.get(user, {})
        last = max((each.last_at for each in sessions.values()), key=to_micros, default=None)
        return Remembered(user, len(log.places) if log else 0, len(sessions), last)

    def remove(self, user: str) -> None:
        self._journal.drop(self._stamps, user)
        drop_from(self._rows.sheaves.get(user, {}), 0, self._journal)


def _fresh_epoch() -> int:
    """Random, so that no two beginnings are alike, and small enough for any database."""
    return secrets.randbits(62)
