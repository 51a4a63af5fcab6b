"""The clock."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Tests hand in one that stands still."""

    def now(self) -> datetime:
        """The present moment, in UTC and knowing it."""
        ...
