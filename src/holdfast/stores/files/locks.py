"""Locks on files: one holder at a time, among threads and among processes."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_GUARD = threading.Lock()
_HOLDS: dict[str, _Hold] = {}


class _Hold:
    """What this process knows of a lock: whose turn it is, and how often that thread has it."""

    def __init__(self) -> None:
        self.turn = threading.RLock()
        self.depth = 0


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold the lock that the file stands for; True unless this thread held it before.

    The file is made if it is not there, in a folder that is. A process that dies lets go.
    """
    with _GUARD:
        hold = _HOLDS.setdefault(str(path.absolute()), _Hold())
    with hold.turn:
        descriptor = _opened(path) if hold.depth == 0 else None
        hold.depth += 1
        try:
            yield descriptor is not None
        finally:
            hold.depth -= 1
            if descriptor is not None:
                os.close(descriptor)


def _opened(path: Path) -> int:
    """The file, open and locked. One that was deleted while we waited for it counts for nothing."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
            if path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    if os.name != "nt":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)
        return
    import msvcrt

    while True:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
        except OSError:  # it gives up after ten tries
            continue
        return
