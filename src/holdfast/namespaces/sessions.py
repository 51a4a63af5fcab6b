"""Sessions: conversations."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.session import Session
from holdfast.flow.capture.names import checked_limit, checked_name
from holdfast.namespaces.rows import SpaceRows


class Sessions(SpaceRows):
    """The conversations of a user."""

    def list(self, user: str, *, limit: int = 1000) -> Sequence[Session]:
        """The user's sessions, the one last spoken in first."""
        user, limit = checked_name(user, "user"), checked_limit(limit)
        return self._store.read(self._space, lambda unit: unit.sessions.latest(user, limit=limit))

    def get(self, user: str, name: str) -> Session | None:
        """One session, or None."""
        user, name = checked_name(user, "user"), checked_name(name, "session")
        return self._store.read(self._space, lambda unit: unit.sessions.get(user, name))
