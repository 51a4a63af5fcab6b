"""Aside: models that a recall asks while it waits, but not for long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from holdfast.errors import HoldfastError

T = TypeVar("T")

MOST_WAITING = 8
"""So many calls may be under way; while that many hang, further ones are skipped at once."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came of a call: a value, or why there is none."""

    value: T | None
    skipped: str = ""


class _Call(Generic[T]):
    """A call under way: its value or its error, once it has come back."""

    def __init__(self, call: Callable[[], T], after: Callable[[], None]) -> None:
        self._call, self._after = call, after
        self._back = threading.Event()
        self.value: T | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Make it."""
        try:
            self.value = self._call()
        except BaseException as error:  # noqa: BLE001  handed to the one who asked
            self.error = error
        finally:
            self._after()
            self._back.set()

    def wait(self, seconds: float) -> bool:
        """Whether it came back in time."""
        return self._back.wait(seconds)


class Aside:
    """Runs calls in threads of its own and waits for each so long and no longer."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._free = threading.Semaphore(MOST_WAITING)
        self._closed = False

    def ask(self, call: Callable[[], T]) -> Answer[T]:
        """The call's value, if it comes in time. A call that is late goes on and is not heard."""
        if self._closed:
            return Answer(None, "closed")
        if not self._free.acquire(blocking=False):
            return Answer(None, "earlier calls have not come back")
        asked = _Call(call, self._free.release)
        # Not of a pool: the threads of one are waited for when the process ends.
        threading.Thread(target=asked.run, name="holdfast-aside", daemon=True).start()
        if not asked.wait(self._seconds):
            return Answer(None, f"no answer within {self._seconds:g} s")
        if asked.error is None:
            return Answer(asked.value)
        if isinstance(asked.error, HoldfastError):
            return Answer(None, asked.error.message)
        return Answer(None, type(asked.error).__name__)

    def close(self) -> None:
        """Take no more calls. Those under way are not waited for."""
        self._closed = True
