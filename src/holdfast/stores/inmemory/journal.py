"""Journal: how to take back what a unit of work changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from holdfast.errors import StoreReadOnly

K = TypeVar("K")
V = TypeVar("V")


class Journal:
    """All changes go through here. It remembers the step back from each of them.

    A sealed journal refuses every change: that of a read, and that of a unit that has ended.
    """

    def __init__(self, *, sealed: bool = False) -> None:
        self._steps_back: list[Callable[[], None]] = []
        self._sealed = sealed

    def require_open(self) -> None:
        """Raise StoreReadOnly where nothing may change."""
        if self._sealed:
            raise StoreReadOnly(
                "A change was asked of a unit that is for reading only, or has ended.",
                remedy="Make the change inside Store.write.",
            )

    def put(self, table: dict[K, V], key: K, value: V) -> None:
        """Set ``table[key]``."""
        self.require_open()
        if key in table:
            self._steps_back.append(partial(table.__setitem__, key, table[key]))
        else:
            self._steps_back.append(partial(table.__delitem__, key))
        table[key] = value

    def drop(self, table: dict[K, V], key: K) -> bool:
        """Delete ``table[key]``. False if there is none."""
        self.require_open()
        if key not in table:
            return False
        self._steps_back.append(partial(table.__setitem__, key, table[key]))
        del table[key]
        return True

    def undo(self) -> None:
        """Take every change back, the last one first."""
        while self._steps_back:
            self._steps_back.pop()()

    def seal(self) -> None:
        """Let nothing change from now on."""
        self._sealed = True
        self._steps_back.clear()
