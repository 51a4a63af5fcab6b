"""Sessions of a user."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from holdfast.domain.session import Session


class Sessions(Protocol):
    """Conversations and their running numbers."""

    def advance(self, user: str, name: str, count: int, at: datetime) -> int:
        """Reserve the next `count` numbers and return the first of them. Unknown: opened at `at`.

        Also moves `last_at` forward to `at`, never back.
        """
        ...

    def get(self, user: str, name: str) -> Session | None:
        """The session, or None."""
        ...

    def latest(self, user: str, *, limit: int = 1000) -> list[Session]:
        """The user's sessions, the one last spoken in first."""
        ...

    def put(self, session: Session, *, expect: int) -> Session:
        """Write a session whose revision is still `expect` (0: not there yet), else Conflict.

        Returns it with its new revision, which is `expect` + 1.
        """
        ...

    def remove(self, user: str, names: Sequence[str]) -> int:
        """Delete these sessions' rows (not their messages); how many went."""
        ...
