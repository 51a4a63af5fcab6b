"""Courtesy: work that is done behind a conversation lets the conversation go first.

Threads of one process share one interpreter. Who only reckons keeps the others waiting each time
that they come back from the disk, so that a question of a tenth of a millisecond takes several. While
a conversation is going on, what works behind it works for a moment and rests for many.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock

TURN = 0.0005
"""Seconds. By default a thread that reckons may keep all others waiting ten times as long, each time
that they have waited for the disk."""

SPELL = 1.0
"""So many seconds after somebody has spoken the conversation is still going on."""

PIECE = 0.001
"""So many seconds of reckoning deserve a rest."""

SHARE = 25
"""One part of so many is worked while a conversation is going on. Fewer than one call in twenty is
to feel that somebody works."""

LONGEST = 2.0
"""No rest is longer, whatever was done at a stretch."""

PATIENCE = timedelta(minutes=1)
"""What is overdue by so much rests no longer, and before that less and less: nothing is put off for
ever by those who never fall silent."""

_lock = Lock()
_working = 0
_usual = TURN


@contextmanager
def short_turns() -> Iterator[None]:
    """Let threads take short turns meanwhile. It holds for the whole process, so it is given back
    as soon as nobody needs it; a shorter one that somebody has chosen is left alone."""
    _count_working(1)
    try:
        yield
    finally:
        _count_working(-1)


def _count_working(change: int) -> None:
    global _working, _usual
    with _lock:
        if not _working:
            _usual = sys.getswitchinterval()
        _working += change
        sys.setswitchinterval(min(TURN, _usual) if _working else _usual)


class Floor:
    """Who has it speaks. Any thread may take it, at any time; it is lost by silence."""

    __slots__ = ("_clock", "_taken_at")

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._taken_at = float("-inf")

    def take(self) -> None:
        """Say that somebody speaks."""
        self._taken_at = self._clock()

    def is_taken(self) -> bool:
        """Whether a conversation is going on."""
        return self._clock() - self._taken_at < SPELL


class Breath:
    """The pauses of one thread that works behind a conversation."""

    def __init__(
        self,
        floor: Floor,
        rest: Callable[[float], object],
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        """`rest` waits for so many seconds, or for less if there is a reason to; `worked` tells how
        long this thread has reckoned."""
        self._floor, self._rest, self._worked = floor, rest, worked
        self._since = worked()
        self._share = SHARE

    def begin(self, late: timedelta) -> None:
        """Begin with something that is so late."""
        left = 1 - min(max(late / PATIENCE, 0), 1)
        self._share = round(1 + (SHARE - 1) * left)

    def pause(self) -> None:
        """Rest, if somebody is to go first and there was work to rest from. Only within `short_turns`,
        which end meanwhile: they cost the others something."""
        worked = self._worked() - self._since
        if worked < PIECE:
            return
        if self._share > 1 and self._floor.is_taken():
            _count_working(-1)
            try:
                self._rest(min(worked * (self._share - 1), LONGEST))
            finally:
                _count_working(1)
        self._since = self._worked()
