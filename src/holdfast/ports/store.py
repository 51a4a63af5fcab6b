"""The store: where units of work run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, TypeVar

from holdfast.domain.finding import Finding
from holdfast.domain.job import Job
from holdfast.ports.unit import Unit

T = TypeVar("T")


class Store(Protocol):
    """Durable, shared by threads, and by processes where the back-end is a file or a server."""

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        """Run `work` and return its value once everything it changed is durable.

        If it raises, nothing it changed is kept and the error goes to the caller. Units of a store
        run one after another, so what `work` reads cannot change before it is done; units of
        several callers may share one commit. An empty space raises InvalidInput. `work` must touch
        nothing but its unit, must not call the store again, and may be run more than once: only
        what its last run did is kept.
        """
        ...

    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        """Run `query` on a snapshot and return its value. An empty space raises InvalidInput."""
        ...

    def lease(self, owner: str, *, now: datetime, until: datetime, attempts: int) -> Job | None:
        """Take up the oldest due job of any space, or None.

        Due is a waiting job whose `run_at` has come, and a running one whose lease ran out (its
        worker died). Leasing counts as an attempt; a job that already had `attempts` of them is
        marked dead instead, and the next one is looked at.
        """
        ...

    def spaces(self) -> list[str]:
        """Every space that has users, jobs or preferences, in order."""
        ...

    def erase(self) -> bool:
        """Make what was deleted unreadable in the store's own files (backups are not touched).

        False when a reader of an older state is in the way; calling again later is then needed.
        """
        ...

    def expire_backups(self, before: datetime) -> int:
        """Remove copies of the whole store made before that moment; how many went."""
        ...

    def check(self, *, thorough: bool, quick: bool = False) -> list[Finding]:
        """Look the store over. Never changes anything and never raises for what it finds.

        With `quick`, only at what does not take longer the more there is.
        """
        ...

    def close(self) -> None:
        """Finish what was accepted and let go. Further calls raise Closed; closing twice is fine."""
        ...
