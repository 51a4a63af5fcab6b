"""Buckets: how often someone may do something, for many at once and within bounded memory."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable

MOST = 10_000
"""How many are remembered. Beyond, those who have been away the longest are forgotten."""


class Buckets:
    """Token buckets: so many a second, and twice as many after a rest."""

    def __init__(self, rate: float, clock: Callable[[], float], most: int = MOST) -> None:
        self._rate = rate
        self._burst = max(1.0, 2 * rate)
        self._clock = clock
        self._most = most
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, who: Hashable) -> float:
        """Take one; 0, or the seconds after which there will be one."""
        now = self._clock()
        left, then = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        taken = left >= 1
        self._left[who] = (left - 1 if taken else left, now)
        self._left.move_to_end(who)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0.0 if taken else (1 - left) / self._rate

    def __len__(self) -> int:
        return len(self._left)


class Failures:
    """What went wrong lately: at most so many in any span of time."""

    def __init__(
        self, count: int, seconds: float, clock: Callable[[], float], most: int = MOST
    ) -> None:
        self._count = count
        self._seconds = seconds
        self._clock = clock
        self._most = most
        self._times: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def wait(self, who: Hashable) -> float:
        """0, or the seconds that someone who failed too often has to stay away."""
        times = self._times.get(who)
        if times is None or len(times) < self._count:
            return 0.0
        return max(0.0, times[0] + self._seconds - self._clock())

    def add(self, who: Hashable) -> None:
        """Note one more."""
        times = self._times.setdefault(who, deque(maxlen=self._count))
        times.append(self._clock())
        self._times.move_to_end(who)
        if len(self._times) > self._most:
            self._times.popitem(last=False)

    def __len__(self) -> int:
        return len(self._times)
