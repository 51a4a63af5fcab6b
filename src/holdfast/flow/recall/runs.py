"""Runs: the traces of the latest recalls, kept in this process alone."""

from __future__ import annotations

import threading
from collections import OrderedDict

from holdfast.domain.recall import Explanation
from holdfast.errors import NotFound

KEPT = 256


class Runs:
    """Explanations by run; the oldest goes when a new one needs its place."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: OrderedDict[str, tuple[str, Explanation]] = OrderedDict()

    def keep(self, space: str, explanation: Explanation) -> None:
        """Remember a run."""
        with self._lock:
            self._runs[explanation.run] = (space, explanation)
            if len(self._runs) > KEPT:
                self._runs.popitem(last=False)

    def get(self, space: str, run: str) -> Explanation:
        """The explanation of a run of this space. Raises NotFound."""
        with self._lock:
            owner, explanation = self._runs.get(run, ("", None))
        if explanation is None or owner != space:
            raise NotFound(
                f"No run {run!r} is remembered.",
                remedy=f"The last {KEPT} of this process are kept; ask again.",
            )
        return explanation

    def drop(self, space: str, user: str) -> None:
        """Forget the runs about a user."""
        with self._lock:
            gone = [r for r, (s, e) in self._runs.items() if s == space and e.user == user]
            for run in gone:
                del self._runs[run]
