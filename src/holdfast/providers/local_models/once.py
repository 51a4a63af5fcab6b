"""A thing that is made at its first use, by one thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Once(Generic[Thing]):
    """Calls `make` at the first `get`. If that raises, the next `get` tries again."""

    def __init__(self, make: Callable[[], Thing]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: list[Thing] = []

    def get(self) -> Thing:
        """The thing."""
        if not self._made:
            with self._lock:
                if not self._made:
                    self._made.append(self._make())
        return self._made[0]
