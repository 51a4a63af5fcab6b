"""When to try again, and how long to wait before."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from holdfast.providers.openai_compatible.limits import Limits

WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429})


def worth_another_try(status: int) -> bool:
    """Whether a status says that the same request may succeed in a moment.

    Of the server's own errors all but one: what is not implemented (501) will not be in a moment.
    """
    return status in WORTH_ANOTHER_TRY or (500 <= status <= 599 and status != 501)


def asked_wait(header: str, now: Callable[[], float] = time.time) -> float | None:
    """The seconds that a Retry-After header asks for: a number, or a date that may have passed.

    None for a header that says neither.
    """
    header = header.strip()
    if header.isascii() and header.isdigit():
        return float(header[:12])  # a longer number is no wait anyone means
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:  # "-0000": UTC by a server that will not say where it stands
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.fromtimestamp(now(), UTC)).total_seconds())


def chance() -> float:
    """A number from 0 to 1."""
    import random  # slow to load, and needed after a failure only

    return random.random()


class Retries:
    """How long to wait after each try: twice as long each time, with jitter, no less than asked."""

    def __init__(
        self,
        limits: Limits,
        sleep: Callable[[float], object] = time.sleep,
        jitter: Callable[[], float] = chance,
    ) -> None:
        self._limits = limits
        self.sleep = sleep
        self._jitter = jitter

    def wait_after(self, tries: int, asked: float | None) -> float | None:
        """The seconds to wait after so many tries, or None if it is to be left at that."""
        longest = self._limits.longest_wait_seconds
        if tries >= self._limits.attempts or (asked is not None and asked > longest):
            return None
        doubled = min(self._limits.first_wait_seconds * 2.0 ** (tries - 1), longest)
        # Half is sure, half is chance: callers that failed together do not come back together.
        return max(asked or 0.0, doubled * (0.5 + 0.5 * self._jitter()))
