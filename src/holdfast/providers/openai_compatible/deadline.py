"""The moment by which a request must be over."""

from __future__ import annotations

import time
from collections.abc import Callable


class Deadline:
    """Counts down from the moment it is made."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ends = clock() + seconds

    def left(self) -> float:
        """The seconds left, zero or less if it is over."""
        return self._ends - self._clock()

    def bound(self, seconds: float) -> float:
        """So many seconds, or those that are left if they are fewer. TimeoutError if none are."""
        left = self.left()
        if left <= 0:
            raise TimeoutError
        return min(seconds, left)
