"""Jobs of a space: rows that a change leaves behind for later."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from holdfast.domain.job import Job, JobState


class Jobs(Protocol):
    """Work to do. Taking one up crosses spaces and is the store's own business (`Store.lease`)."""

    def enqueue(self, job: Job) -> bool:
        """Add a waiting job. False, and nothing added, if one of its kind and key is there.

        A dead one counts as not there: it is replaced, and its count of attempts starts anew.
        """
        ...

    def advance(self, job: Job, *, leased_until: datetime) -> bool:
        """Write the job's payload, done and total, and hold it longer.

        False if its lease is someone else's by now: then the caller must undo its unit.
        """
        ...

    def finish(self, job: Job) -> bool:
        """Delete the job. False if its lease is someone else's by now.

        A job that nobody has taken up yet (no lease, no attempt) may be finished as it was put in.
        """
        ...

    def fail(self, job: Job, *, error: str, state: JobState, run_at: datetime) -> bool:
        """Give the job back, waiting until `run_at`, or dead. False if the lease was lost."""
        ...

    def get(self, job_id: str) -> Job | None:
        """The job, or None."""
        ...

    def find(
        self,
        *,
        user: str | None = None,
        state: JobState | None = None,
        after: str = "",
        limit: int = 1000,
    ) -> list[Job]:
        """The space's jobs, oldest first; those behind the job `after`, if it is still there.

        Of one user, these alone are looked at, however many the space has.
        """
        ...

    def retry(self, job_id: str | None, *, run_at: datetime) -> int:
        """Have a job that failed wait until then, with no attempts behind it; how many do.

        One that failed is dead, or waits with an error. 0 for any other, and for none. None in
        place of an id means all that are dead.
        """
        ...

    def remove(self, user: str, job_id: str | None = None) -> int:
        """Delete all jobs of a user, or one of them, held or not; how many went."""
        ...
