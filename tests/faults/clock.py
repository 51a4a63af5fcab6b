"""A clock that can be put forward."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass
class LaterClock:
    """The machine's clock, put forward: past a dead worker's lease, or a pause between attempts."""

    ahead: timedelta = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead
