"""Stretches of sessions that have ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.domain.session import SessionState, Stretch
from holdfast.errors import Conflict
from holdfast.ports.stretches import Stretches
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows


class InMemoryStretches(Stretches):
    """Stretches by user, session and number."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._by_user = rows.stretches
        self._journal = journal

    def get(self, user: str, session: str, number: int) -> Stretch | None:
        return self._of(user).get((session, number))

    def of(self, user: str, session: str) -> list[Stretch]:
        return [each for (name, _), each in sorted(self._of(user).items()) if name == session]

    def put(self, stretch: Stretch, *, expect: int) -> Stretch:
        self._journal.require_open()
        key = (stretch.session, stretch.number)
        old = self._of(stretch.user).get(key)
        revision = 0 if old is None else old.revision
        if revision != expect:
            raise Conflict(
                f"Stretch {stretch.number} of {stretch.session!r} is at revision {revision}, "
                f"not {expect}."
            )
        new = replace(stretch, revision=expect + 1)
        self._journal.put(self._by_user.setdefault(stretch.user, {}), key, new)
        return new

    def unsettled(self, user: str | None = None, *, limit: int = 1000) -> list[Stretch]:
        owners = sorted(self._by_user) if user is None else [user]
        every = (each for owner in owners for _, each in sorted(self._of(owner).items()))
        return [each for each in every if each.state is not SessionState.SEALED][:limit]

    def remove(self, user: str, sessions: Sequence[str], *, number: int | None = None) -> int:
        self._journal.require_open()
        names = set(sessions)
        keys = [key for key in self._of(user) if key[0] in names and number in (None, key[1])]
        return sum(self._journal.drop(self._of(user), key) for key in keys)

    def _of(self, user: str) -> dict[tuple[str, int], Stretch]:
        return self._by_user.get(user, {})
