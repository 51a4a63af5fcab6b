"""Courtesy: while work is done behind a conversation, the conversation's threads get their turn soon."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

TURN = 0.0005
"""Seconds. By default a thread that reckons may keep all others waiting ten times as long, each time
that they have waited for the disk."""

_lock = Lock()
_working = 0
_usual = TURN


@contextmanager
def short_turns() -> Iterator[None]:
    """Let threads take short turns meanwhile. It holds for the whole process, so it is given back
    as soon as nobody needs it; a shorter one that somebody has chosen is left alone."""
    global _working, _usual
    with _lock:
        if not _working:
            _usual = sys.getswitchinterval()
            sys.setswitchinterval(min(TURN, _usual))
        _working += 1
    try:
        yield
    finally:
        with _lock:
            _working -= 1
            if not _working:
                sys.setswitchinterval(_usual)
