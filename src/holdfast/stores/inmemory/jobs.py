"""Jobs of a space."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from holdfast.domain.job import Job, JobState
from holdfast.domain.moments import to_micros
from holdfast.ports.jobs import Jobs
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows, copied


class InMemoryJobs(Jobs):
    """Jobs by (user, kind, key), so there cannot be two of one sort."""

    def __init__(self, space: str, rows: Rows, journal: Journal) -> None:
        self._space = space
        self._jobs = rows.jobs
        self._journal = journal

    def enqueue(self, job: Job) -> bool:
        self._journal.require_open()
        old = self._jobs.get(place_of(job))
        if old is not None and old.state is not JobState.DEAD:
            return False
        fresh = replace(
            job, space=self._space, state=JobState.WAITING, attempts=0, lease="", error=""
        )
        self._write(fresh)
        return True

    def advance(self, job: Job, *, leased_until: datetime) -> bool:
        self._journal.require_open()
        held = self._held(job)
        if held is None:
            return False
        self._write(
            replace(
                held,
                payload=job.payload,
                done=job.done,
                total=job.total,
                leased_until=leased_until,
            )
        )
        return True

    def finish(self, job: Job) -> bool:
        self._journal.require_open()
        row = self._held(job) or self._untouched(job)
        return row is not None and self._journal.drop(self._jobs, place_of(row))

    def fail(self, job: Job, *, error: str, state: JobState, run_at: datetime) -> bool:
        self._journal.require_open()
        held = self._held(job)
        if held is None:
            return False
        self._write(replace(held, state=state, error=error, run_at=run_at, lease=""))
        return True

    def get(self, job_id: str) -> Job | None:
        found = self._by_id(job_id)
        return None if found is None else copy_of(found)

    def find(
        self,
        *,
        user: str | None = None,
        state: JobState | None = None,
        after: str = "",
        limit: int = 1000,
    ) -> list[Job]:
        last = self._by_id(after)
        found = (
            job
            for job in self._jobs.values()
            if state in (None, job.state) and user in (None, job.user)
        )
        behind = (job for job in found if last is None or age(job) > age(last))
        return [copy_of(job) for job in sorted(behind, key=age)[:limit]]

    def retry(self, job_id: str | None, *, run_at: datetime) -> int:
        self._journal.require_open()
        chosen = [
            job
            for job in self._jobs.values()
            if (job.id == job_id and _has_failed(job))
            or (job_id is None and job.state is JobState.DEAD)
        ]
        for job in chosen:
            self._write(replace(job, state=JobState.WAITING, attempts=0, run_at=run_at))
        return len(chosen)

    def remove(self, user: str, job_id: str | None = None) -> int:
        self._journal.require_open()
        places = [
            place
            for place, job in self._jobs.items()
            if job.user == user and job_id in (None, job.id)
        ]
        return sum(self._journal.drop(self._jobs, place) for place in places)

    def _by_id(self, job_id: str) -> Job | None:
        return next((job for job in self._jobs.values() if job.id == job_id), None)

    def _held(self, job: Job) -> Job | None:
        """The row, if it still is held as `job` says.

        The attempt is looked at too: an owner may have lost a job and taken it up again.
        """
        row = self._by_id(job.id)
        if row is None or row.state is not JobState.RUNNING:
            return None
        return row if (row.lease, row.attempts) == (job.lease, job.attempts) else None

    def _untouched(self, job: Job) -> Job | None:
        """The row, if nobody has taken it up since `job` was put in."""
        row = self._by_id(job.id)
        if row is None or row.state is not JobState.WAITING:
            return None
        return row if (row.attempts, job.attempts, job.lease) == (0, 0, "") else None

    def _write(self, job: Job) -> None:
        self._journal.put(self._jobs, place_of(job), copy_of(job))


def _has_failed(job: Job) -> bool:
    return job.state is JobState.DEAD or (job.state is JobState.WAITING and job.error != "")


def place_of(job: Job) -> tuple[str, str, str]:
    """Where a job of this sort lies among the jobs of its space."""
    return job.user, job.kind, job.key


def age(job: Job) -> tuple[int, str]:
    """Sorts the oldest job first."""
    return to_micros(job.created_at), job.id


def due_from(job: Job) -> int:
    """When the job wants a worker: when its time comes, or its worker lets the lease run out."""
    return to_micros(job.run_at if job.state is JobState.WAITING else job.leased_until)


def is_due(job: Job, now: datetime) -> bool:
    """Whether the job wants a worker by now."""
    return job.state is not JobState.DEAD and due_from(job) <= to_micros(now)


def copy_of(job: Job) -> Job:
    """The job, with a payload of its own."""
    return replace(job, payload=copied(job.payload))
