"""Runs: the traces of the latest recalls, kept in this process alone."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from holdfast.domain.recall import Explanation
from holdfast.errors import NotFound
from holdfast.ports.unit import Unit

if TYPE_CHECKING:
    from holdfast.flow.recall.trace import Trace  # numpy, which is slow to load

KEPT = 64
"""As many as stay in the processor's cache: to make room for one then costs half as much."""

UNKNOWN = 0
"""The epoch of a user who is not known."""


class Runs:
    """Explanations by run; the oldest goes when a new one needs its place."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: OrderedDict[str, tuple[str, int, Trace]] = OrderedDict()

    def keep(self, space: str, epoch: int, trace: Trace) -> None:
        """Remember a run, made when the user's log had this epoch."""
        with self._lock:
            self._runs[trace.run] = (space, epoch, trace)
            if len(self._runs) > KEPT:
                self._runs.popitem(last=False)

    def get(self, unit: Unit, space: str, run: str) -> Explanation:
        """The explanation of a run of this space. Raises NotFound.

        A run is dropped when something of its user was forgotten since, by whatever process.
        """
        with self._lock:
            owner, epoch, trace = self._runs.get(run, ("", 0, None))
        if trace is not None and owner == space:
            stamp = unit.users.stamp(trace.user)
            if epoch != UNKNOWN and (stamp is None or stamp.epoch != epoch):
                self.drop(space, trace.user)
                trace = None
        if trace is None or owner != space:
            raise NotFound(
                f"No run {run!r} is remembered.",
                remedy=f"The last {KEPT} of this process are kept; ask again.",
            )
        return trace.explanation()

    def drop(self, space: str, user: str) -> None:
        """Forget the runs about a user."""
        with self._lock:
            gone = [r for r, (s, _, t) in self._runs.items() if s == space and t.user == user]
            for run in gone:
                del self._runs[run]
