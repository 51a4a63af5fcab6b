"""A clock that stands still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from holdfast.ports.clock import Clock


class FrozenClock(Clock):
    """Shows the moment it was set to until it is moved."""

    def __init__(self, moment: datetime = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)) -> None:
        self.set(moment)

    def now(self) -> datetime:
        return self._moment

    def advance(self, seconds: float) -> datetime:
        """Move by so many seconds, back if negative; the new moment."""
        self._moment += timedelta(seconds=seconds)
        return self._moment

    def set(self, moment: datetime) -> None:
        """Jump to a moment. It must know its zone."""
        if moment.tzinfo is None:
            raise ValueError("a clock's moment must know its zone")
        self._moment = moment.astimezone(UTC)
