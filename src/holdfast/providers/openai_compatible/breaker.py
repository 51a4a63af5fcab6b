"""A circuit breaker: a server that keeps failing is left alone for a while."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock


class Breaker:
    """Opens after so many failures in a row; after the cool-down one call at a time may try.

    ``enter`` first; if it gives None go on, and then say ``leave(worked)`` exactly once, with None
    where nothing was learned about the server. Threads may share one.
    """

    def __init__(
        self,
        failures_to_open: int,
        cool_down: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = failures_to_open
        self._cool_down = cool_down
        self._clock = clock
        self._lock = Lock()
        self._failures = 0
        self._opened: float | None = None
        self._trying = False

    @property
    def open(self) -> bool:
        """Whether a call would be turned away just now. Asking changes nothing."""
        with self._lock:
            return self._left() is not None

    def enter(self) -> float | None:
        """None if a call may be made, else the seconds until one may."""
        with self._lock:
            left = self._left()
            if left is None and self._opened is not None:
                self._trying = True
            return left

    def leave(self, worked: bool | None) -> None:
        """Say how the call went."""
        with self._lock:
            self._trying = False
            if worked:
                self._failures, self._opened = 0, None
            elif worked is False:
                self._failures += 1
                if self._failures >= self._most:
                    self._opened = self._clock()

    def _left(self) -> float | None:
        """None if a call may be made, else the seconds until one may."""
        if self._opened is None:
            return None
        left = self._opened + self._cool_down - self._clock()
        return max(left, 0.0) if left > 0 or self._trying else None
