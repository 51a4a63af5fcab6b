"""Tasks: what callers want written, and what becomes of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import apsw

from holdfast.errors import StoreFailed
from holdfast.stores.sqlite.connections import Connection
from holdfast.stores.sqlite.failures import translate

Unit = Callable[[Connection], Sequence[Any]]
Work = Callable[[Sequence[Any]], Unit]
"""Makes a unit of work of what callers gave; it returns a value for each. Equal work is one unit."""


class Task:
    """One caller's work, and what became of it."""

    __slots__ = ("apart", "done", "error", "given", "leads", "signal", "value", "work")

    def __init__(self, work: Work, given: Any) -> None:
        self.work = work
        self.given = given
        self.apart = False
        self.done = False
        self.leads = False
        self.value: Any = None
        self.error: BaseException | None = None
        self.signal: threading.Lock | None = None

    def expect_signal(self) -> None:
        """Make what its caller is going to wait for. Who writes at once waits for nothing."""
        self.signal = threading.Lock()
        self.signal.acquire()

    def wake(self) -> None:
        """Let its caller go on. Waking who is awake already is fine."""
        if self.signal is None:
            return
        try:  # noqa: SIM105  suppress costs more than all the rest of waking
            self.signal.release()
        except RuntimeError:
            pass


def parties(group: list[Task]) -> list[list[Task]]:
    """Those whose work is the same, together."""
    if len(group) == 1:
        return [group]
    found: dict[Hashable, list[Task]] = {}
    for task in group:
        found.setdefault(task if task.apart else task.work, []).append(task)
    return list(found.values())


def without_culprit(group: list[Task], party: list[Task], error: Exception) -> list[Task]:
    """Who is to be tried again after a unit raised; all, if it may be any of several: those apart."""
    if len(party) == 1:
        party[0].error = outward(error)
        return [task for task in group if task is not party[0]]
    for task in party:
        task.apart = True
    return group


def outward(error: BaseException) -> BaseException:
    """The error as the caller is to see it."""
    if isinstance(error, apsw.Error):
        ours = translate(error)
        ours.__cause__ = error
        return ours
    if isinstance(error, Exception):
        return error
    return StoreFailed(f"The writing was interrupted ({type(error).__name__}).")
