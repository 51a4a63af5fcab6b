"""Sessions of a user."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from holdfast.domain.message import DEFAULT
from holdfast.domain.session import Session, SessionState


class Arrival(NamedTuple):
    """Messages that come to a session together.

    `seq` is the place of the first of them in the user's log. They were said between `first_at`
    and `last_at`, and are told to us at `told_at`.
    """

    size: int
    seq: int
    first_at: datetime
    last_at: datetime
    told_at: datetime
    agent: str = DEFAULT


class Patience(NamedTuple):
    """How long a stretch lasts: without a word, and at most."""

    idle: timedelta
    limit: timedelta


FOREVER = Patience(timedelta(days=365 * 10_000), timedelta(days=365 * 10_000))
"""The patience of those who take messages as they come."""


class Sessions(Protocol):
    """Conversations and their running numbers."""

    def advance(self, user: str, name: str, arrival: Arrival, patience: Patience) -> int | None:
        """Reserve the next numbers and return the first of them. Unknown: opened by this arrival.

        None, and nothing reserved, if the session's stretch is over: it is not active, or the
        arrival comes more than `patience.idle` behind its `last_at`, or more than
        `patience.limit` behind its `began_at`. Otherwise `last_at` and `touched_at` move forward
        to the arrival's, never back.
        """
        ...

    def get(self, user: str, name: str) -> Session | None:
        """The session, or None."""
        ...

    def latest(
        self,
        user: str,
        *,
        agent: str | None = None,
        state: SessionState | None = None,
        behind: Session | None = None,
        limit: int = 1000,
    ) -> list[Session]:
        """The user's sessions, the one last spoken in first; by name where that is equal.

        Agent and state narrow. With `behind`, only those that come behind that one in this order.
        """
        ...

    def agents(self, user: str) -> list[str]:
        """The agents that the user's sessions were opened with, by name."""
        ...

    def lately(self, *, limit: int = 1000) -> list[Session]:
        """Sessions of all users, the one last spoken in first."""
        ...

    def active(
        self,
        user: str | None = None,
        *,
        untouched_since: datetime | None = None,
        limit: int = 1000,
    ) -> list[Session]:
        """Active sessions of one user or (None) of all, by user and name.

        With `untouched_since`, only those last told of before that moment.
        """
        ...

    def put(self, session: Session, *, expect: int) -> Session:
        """Write a session whose revision is still `expect` (0: not there yet), else Conflict.

        Returns it with its new revision, which is `expect` + 1.
        """
        ...

    def remove(self, user: str, names: Sequence[str]) -> int:
        """Delete these sessions' rows (not their messages); how many went."""
        ...
