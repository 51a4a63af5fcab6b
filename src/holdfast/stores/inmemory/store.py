"""The store."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from holdfast.domain.finding import Finding
from holdfast.domain.job import Job, JobState
from holdfast.errors import Closed, InvalidInput
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.stores.inmemory.jobs import age, copy_of, due_from, is_due, place_of
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows
from holdfast.stores.inmemory.unit import InMemoryUnit

T = TypeVar("T")


class InMemoryStore(Store):
    """Rows by space, and one lock: whoever holds it reads or changes alone."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._busy = False
        self._closed = False
        self._spaces: dict[str, Rows] = {}
        self._changes = 0

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        with self._turn():
            _require_name(space)
            self._changes += 1
            journal = Journal()
            unit = InMemoryUnit(space, self._spaces.setdefault(space, Rows()), journal)
            try:
                return work(unit)
            except BaseException:
                journal.undo()
                raise
            finally:
                journal.seal()

    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        with self._turn():
            _require_name(space)
            rows = self._spaces.get(space) or Rows()
            return query(InMemoryUnit(space, rows, Journal(sealed=True)))

    def lease(self, owner: str, *, now: datetime, until: datetime, attempts: int) -> Job | None:
        with self._turn():
            for job in self._due(now):
                if job.attempts < attempts:
                    return self._leased(job, owner, until)
                self._give_up(job)
            return None

    def spaces(self) -> list[str]:
        with self._turn():
            return sorted(space for space, rows in self._spaces.items() if rows.in_use())

    def erase(self) -> bool:
        """There are no files: what was deleted is gone."""
        with self._turn():
            return True

    def expire_backups(self, before: datetime) -> int:  # noqa: ARG002  there are no backups
        """Nothing is ever copied."""
        with self._turn():
            return 0

    def check(self, *, thorough: bool, quick: bool = False) -> list[Finding]:
        with self._turn():
            findings = [Finding("kind", True, "In memory: gone when this process ends.")]
            if thorough and not quick:
                findings.append(self._finding_on_logs())
            return findings

    def changes(self) -> int:
        """See `ports.changes.Changes`."""
        with self._turn():
            return self._changes

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._spaces.clear()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for everyone else to be done, then be alone."""
        with self._lock:
            if self._closed:
                raise Closed("The store was closed.")
            if self._busy:
                raise InvalidInput("A unit of work must not call its store again.")
            self._busy = True
            try:
                yield
            finally:
                self._busy = False

    def _due(self, now: datetime) -> list[Job]:
        """Those that have been due the longest come first."""
        jobs = (job for rows in self._spaces.values() for job in rows.jobs.values())
        due = (job for job in jobs if is_due(job, now))
        return sorted(due, key=lambda job: (due_from(job), age(job)))

    def _leased(self, job: Job, owner: str, until: datetime) -> Job:
        self._changes += 1
        leased = replace(
            job,
            state=JobState.RUNNING,
            attempts=job.attempts + 1,
            lease=owner,
            leased_until=until,
        )
        self._spaces[job.space].jobs[place_of(job)] = leased
        return copy_of(leased)

    def _give_up(self, job: Job) -> None:
        self._changes += 1
        error = job.error or "Every worker that took it up died before it was done."
        dead = replace(job, state=JobState.DEAD, lease="", error=error)
        self._spaces[job.space].jobs[place_of(job)] = dead

    def _finding_on_logs(self) -> Finding:
        """No log may reach beyond what its user's stamp has given out."""
        ahead = sum(
            max(log.rows, default=0) > rows.stamps[user].last_seq
            for rows in self._spaces.values()
            for user, log in rows.logs.items()
            if user in rows.stamps
        )
        return Finding(
            "logs",
            not ahead,
            f"{ahead} logs reach beyond their stamps.",
            "Reserve places with Users.advance before appending." if ahead else "",
        )


def _require_name(space: str) -> None:
    if not space:
        raise InvalidInput("A space must have a name.")
