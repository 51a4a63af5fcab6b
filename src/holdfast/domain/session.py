"""Session: a conversation, by the caller's own name for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class SessionState(StrEnum):
    """Where a session stands between its first message and its archive."""

    ACTIVE = "active"
    SEALING = "sealing"
    SEALED = "sealed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A conversation of one user. `last_number` never goes back, so numbers are never reused."""

    user: str
    name: str
    state: SessionState = SessionState.ACTIVE
    last_number: int = 0
    opened_at: datetime
    last_at: datetime
    revision: int = 1
