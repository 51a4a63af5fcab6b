"""Aside: models that a recall asks while it waits, but not for long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
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


class Aside:
    """Runs calls in threads of its own and waits for each so long and no longer."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._free = threading.Semaphore(MOST_WAITING)
        self._threads = ThreadPoolExecutor(MOST_WAITING, thread_name_prefix="holdfast-aside")

    def ask(self, call: Callable[[], T]) -> Answer[T]:
        """The call's value, if it comes in time. A call that is late goes on and is not heard."""
        if not self._free.acquire(blocking=False):
            return Answer(None, "earlier calls have not come back")
        try:
            asked: Future[T] = self._threads.submit(call)
        except RuntimeError:  # of threads that were shut down
            self._free.release()
            return Answer(None, "closed")
        asked.add_done_callback(lambda _: self._free.release())
        try:
            return Answer(asked.result(self._seconds))
        except TimeoutError:
            return Answer(None, f"no answer within {self._seconds:g} s")
        except HoldfastError as error:
            return Answer(None, error.message)
        except Exception as error:  # noqa: BLE001  the edge: somebody else's model, and recall goes on
            return Answer(None, type(error).__name__)

    def close(self) -> None:
        """Take no more calls. Those under way are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)
