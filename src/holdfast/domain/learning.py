"""Learning: how far knowledge has been made of a stretch of a session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class LearningState(StrEnum):
    """What became of it."""

    NONE = "none"
    """Nothing was learned: nobody asked for it, or there was nothing to learn."""
    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"
    """It was tried in vain, and is tried again at `again`, or is dead and waits for somebody."""
    LEARNED = "learned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """How far a stretch of a session was learned from.

    Its messages `first` to `read`, by number, are done (`read` is 0 while none is), out of all up to
    `last`. `by` names who read them; what a stand-in read is `provisional`, and is read again.
    `error` says why it failed last, `again` when it is tried next.
    """

    session: str
    stretch: int
    state: LearningState
    first: int
    read: int
    last: int
    by: str = ""
    provisional: bool = False
    error: str = ""
    again: datetime | None = None
