"""Pauses: how long to leave a server, or one user's messages, alone after a failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from holdfast.providers.openai_compatible.retries import chance

LONGEST_ASKED = 600.0
"""A server is left alone as long as it asks, but no longer than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How patient a sender is, in seconds."""

    first: float = 0.2
    longest: float = 30.0
    idle: float = 5.0
    """How often it looks for messages that another process has left behind."""
    turn: float = 0.05
    """How often it looks whether another sender is done."""


@dataclass(slots=True)
class _Pause:
    failures: int = 0
    until: float = 0.0
    asked: bool = False


class Pauses:
    """Pauses by what they are for: twice as long after each failure, with jitter."""

    def __init__(
        self,
        pace: Pace,
        *,
        now: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = chance,
    ) -> None:
        self._pace, self._now, self._jitter = pace, now, jitter
        self._pauses: dict[Hashable, _Pause] = {}

    def over(self, what: Hashable) -> bool:
        """Whether it may be tried."""
        pause = self._pauses.get(what)
        return pause is None or pause.until <= self._now()

    def lengthen(self, what: Hashable, *, asked: float | None = None, slow: bool = False) -> None:
        """Note a failure. `asked` is what the server asked for; `slow`: wait long from the start."""
        pause = self._pauses.setdefault(what, _Pause())
        doubled = self._pace.first * 2.0 ** min(pause.failures, 30)
        wait = self._pace.longest if slow else min(doubled, self._pace.longest)
        # Half is sure, half is chance: senders that failed together do not come back together.
        wait *= 0.5 + 0.5 * self._jitter()
        pause.failures += 1
        pause.asked = asked is not None
        pause.until = self._now() + max(wait, min(asked or 0.0, LONGEST_ASKED))

    def end(self, what: Hashable) -> None:
        """Note that it went well."""
        self._pauses.pop(what, None)

    def hurry(self) -> None:
        """End the pauses of our own choice; those that the server asked for stay."""
        for pause in list(self._pauses.values()):  # another thread may be adding
            if not pause.asked:
                pause.until = 0.0

    def shortest(self) -> float:
        """The seconds until something may be tried again, or until it is time to look anew."""
        now = self._now()
        left = [pause.until - now for pause in self._pauses.values() if pause.until > now]
        return min([*left, self._pace.idle])
