"""A disk under a process that is killed, or that fails, at a chosen call: before, during or after it."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from holdfast.stores.files.disk import Disk


class Killed(BaseException):
    """The process is no more. Not an Exception: nothing may take it for one and go on."""


class When(Enum):
    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


class DyingDisk(Disk):
    """Works until its `last` call, and is dead from then on. Counts its calls.

    With an `error` that call fails with it, and the disk works again afterwards.
    """

    def __init__(
        self,
        last: int | None = None,
        when: When = When.DURING,
        error: OSError | None = None,
    ) -> None:
        self.calls = 0
        self.dead = False
        self._last, self._when, self._error = last, when, error

    def _step(self) -> bool:
        """Count a call; whether it is the last."""
        if self.dead:
            raise Killed
        self.calls += 1
        last = self.calls == self._last
        if last and self._when is When.BEFORE:
            self._end(last)
        return last

    def _end(self, last: bool) -> None:
        if last and self._error is not None:
            raise self._error
        if last:
            self.dead = True
            raise Killed

    def write(self, path: Path, data: bytes) -> None:
        last = self._step()
        half = last and self._when is When.DURING
        super().write(path, data[: len(data) // 2] if half else data)
        self._end(last)

    def add(self, path: Path, data: bytes) -> None:
        last = self._step()
        half = last and self._when is When.DURING
        super().add(path, data[: len(data) // 2] if half else data)
        self._end(last)

    def sync(self, path: Path) -> None:
        last = self._step()
        self._end(last)  # nothing is lost by a kill that was not synced, so tests may go fast

    def rename(self, old: Path, new: Path) -> None:
        last = self._step()
        super().rename(old, new)
        self._end(last)

    def remove(self, path: Path) -> None:
        last = self._step()
        super().remove(path)
        self._end(last)

    def make_folder(self, path: Path) -> None:
        last = self._step()
        super().make_folder(path)
        self._end(last)
