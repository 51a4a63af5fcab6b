"""Turn: who sends. One sender at a time for each spool, among threads and among processes."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from holdfast.client.forks import mind_forks


class Turn:
    """A lock on a file that is tried and never waited for. A process that dies lets go of it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._lock = threading.RLock()
        mind_forks(self)

    def take(self) -> bool:
        """Whether it is our turn now, or was already."""
        with self._lock:
            if self._descriptor is not None:
                return True
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            if not _locked(descriptor):
                os.close(descriptor)
                return False
            self._descriptor = descriptor
            return True

    def pass_on(self) -> None:
        """Let others have their turn."""
        with self._lock:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None

    def before_fork(self) -> None:
        """See `forks`."""
        self._lock.acquire()

    def after_fork(self, *, in_child: bool) -> None:
        """See `forks`. What the child closes is its copy: the turn stays the parent's."""
        if in_child:
            self.pass_on()
        self._lock.release()


def _locked(descriptor: int) -> bool:
    if os.name != "nt":
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
    import msvcrt

    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    return True
