"""Revision: a word for how things stand, by which whoever shows them knows when to look again."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator

from holdfast.ports.changes import Changes
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

LATELY, ACTIVE = 50, 200
"""So many of the sessions last spoken in, and of those that are open, are looked at one by one."""

KEPT = 1000
"""So many revisions are remembered with the state of the store that they were read in."""


class Revisions:
    """Reads revisions; again only when something was committed since."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, str | None], tuple[int, str]] = OrderedDict()

    def of(self, space: str, user: str | None) -> str:
        """The revision of a user, or (None) of the whole space."""
        if not isinstance(self._store, Changes):
            return self._read(space, user)
        changes, whose = self._store.changes(), (space, user)
        with self._lock:
            known = self._known.get(whose)
        if known is not None and known[0] == changes:
            return known[1]
        revision = self._read(space, user)
        with self._lock:  # what was committed meanwhile may be in it; then it is only read again
            self._known[whose] = changes, revision
            self._known.move_to_end(whose)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return revision

    def _read(self, space: str, user: str | None) -> str:
        rows = self._store.read(space, lambda unit: [*_rows(unit, user)])
        return hashlib.blake2b(repr(rows).encode("utf-8", "replace"), digest_size=12).hexdigest()


def _rows(unit: Unit, user: str | None) -> Iterator[object]:
    """What changes whenever something that is shown does."""
    yield unit.users.stamp(user)
    if user is None:
        sessions = unit.sessions.lately(limit=LATELY)
    else:
        sessions = unit.sessions.latest(user, limit=LATELY)
        yield from ((memo.agent, memo.revision) for memo in unit.memos.of(user))
    yield from ((each.user, each.name, each.revision) for each in sessions)
    yield from ((each.user, each.name) for each in unit.sessions.active(user, limit=ACTIVE))
    yield from ((each.id, each.revision) for each in unit.stretches.unsettled(user))
    yield from ((each.id, each.revision) for each in unit.items.provisional(user))
    yield from ((each.name, each.revision) for each in unit.preferences.all())
    for job in unit.jobs.find(user=user):
        yield job.id, job.state, job.attempts, job.done, job.error
