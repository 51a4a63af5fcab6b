"""Sessions: conversations."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.session import Session
from holdfast.namespaces.rows import SpaceRows


class Sessions(SpaceRows):
    """The conversations of a user."""

    def list(self, user: str, *, limit: int = 1000) -> Sequence[Session]:
        """The user's sessions, the one last spoken in first."""
        return self._store.read(self._space, lambda unit: unit.sessions.latest(user, limit=limit))

    def get(self, user: str, name: str) -> Session | None:
        """One session, or None."""
        return self._store.read(self._space, lambda unit: unit.sessions.get(user, name))
