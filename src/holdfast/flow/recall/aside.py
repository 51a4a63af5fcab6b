"""Aside: models that a recall asks while it waits, but not for long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
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
        self._closed = False

    def ask(self, call: Callable[[], T]) -> Answer[T]:
        """The call's value, if it comes in time. A call that is late goes on and is not heard."""
        if self._closed:
            return Answer(None, "closed")
        if not self._free.acquire(blocking=False):
            return Answer(None, "earlier calls have not come back")
        asked: Future[T] = Future()
        # Not of a pool: the threads of one are waited for when the process ends.
        threading.Thread(
            target=self._run, args=(call, asked), name="holdfast-aside", daemon=True
        ).start()
        try:
            return Answer(asked.result(self._seconds))
        except TimeoutError:
            return Answer(None, f"no answer within {self._seconds:g} s")
        except HoldfastError as error:
            return Answer(None, error.message)
        except Exception as error:  # noqa: BLE001  the edge: somebody else's model, and recall goes on
            return Answer(None, type(error).__name__)

    def _run(self, call: Callable[[], T], asked: Future[T]) -> None:
        try:
            asked.set_result(call())
        except BaseException as error:  # noqa: BLE001  handed to the one who asked
            asked.set_exception(error)
        finally:
            self._free.release()

    def close(self) -> None:
        """Take no more calls. Those under way are not waited for."""
        self._closed = True
