"""Session: a conversation, by the caller's own name for it. It runs in stretches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from holdfast.domain.message import DEFAULT

FEWEST = 2
"""Fewer messages than this make no conversation: nothing is derived from them."""


class SessionState(StrEnum):
    """Where a stretch stands between its first message and its rest."""

    ACTIVE = "active"
    SEALING = "sealing"
    SEALED = "sealed"
    FAILED = "failed"


class Ending(StrEnum):
    """Why a stretch ended."""

    IDLE = "idle"
    LIMIT = "limit"
    LATE = "late"
    NEW_SESSION = "new session"
    BY_HAND = "by hand"
    CLEARED = "cleared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A conversation of one user, and its present stretch.

    `last_number` never goes back, so numbers are never reused. `agent` is the one it was opened
    with. `last_at` is when something was last said in it, `touched_at` when it was last told to
    us: they differ in imported history. `stretch` counts from 1; `first_number`, `first_seq` and
    `began_at` are where it began. `state` is the state of that stretch.
    """

    user: str
    name: str
    agent: str = DEFAULT
    state: SessionState = SessionState.ACTIVE
    last_number: int = 0
    opened_at: datetime
    last_at: datetime
    touched_at: datetime
    stretch: int = 1
    first_number: int = 1
    first_seq: int = 0
    began_at: datetime
    revision: int = 1

    @property
    def empty(self) -> bool:
        """Whether nothing has been said in its present stretch."""
        return self.last_number < self.first_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of a session that has ended: messages `first` to `last` of it, by number.

    They lie between `first_seq` and `last_seq` in the user's log, with those of other sessions
    between them. `id` names its archive. `error` says why it failed, and is empty in every other
    state.
    """

    user: str
    session: str
    number: int
    id: str
    agent: str = DEFAULT
    state: SessionState = SessionState.SEALING
    ending: Ending
    first: int
    last: int
    first_seq: int
    last_seq: int
    began_at: datetime
    last_at: datetime
    ended_at: datetime
    error: str = ""
    revision: int = 1
