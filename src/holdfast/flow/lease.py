"""Held: how a running job keeps hold of itself from step to step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from holdfast.domain.job import Job, JobState
from holdfast.errors import LeaseLost
from holdfast.ports.clock import Clock
from holdfast.ports.pace import breathe
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

_LOOKED_AT = 50
"""Of so many jobs it is seen whether they are of a kind."""


@dataclass(frozen=True, slots=True)
class Held:
    """A lease that is renewed with every step, in the same transaction as the step's effects."""

    clock: Clock
    lease: timedelta
    stopping: Callable[[], bool] = lambda: False
    """Whether the worker was asked to end: then a long job gives itself back between two steps."""

    def until(self) -> datetime:
        """When the lease ends if nothing is heard."""
        return self.clock.now() + self.lease

    def step(self, store: Store, job: Job, effects: Callable[[Unit, Job], Job]) -> Job:
        """Do a part of the work; `effects` returns the job with its cursor and count moved on."""

        def work(unit: Unit) -> Job:
            moved = effects(unit, job)
            if not unit.jobs.advance(moved, leased_until=self.until()):
                raise LeaseLost(f"Job {job.id} is held by another worker now.")
            return moved

        breathe()
        return store.write(job.space, work)

    def is_followed(self, unit: Unit, job: Job) -> bool:
        """Whether another job of its kind and user is next, never tried yet: what each of them does at
        its end, the last one does for all."""
        now = self.clock.now()
        return any(
            each.kind == job.kind and each.id != job.id and not each.attempts and each.run_at <= now
            for each in unit.jobs.find(user=job.user, state=JobState.WAITING, limit=_LOOKED_AT)
        )

    def give_back(self, store: Store, job: Job, later: timedelta = timedelta()) -> None:
        """Leave the rest for later, from where it stands and with no attempt counted."""
        run_at = self.clock.now() + later
        rest = replace(job, state=JobState.WAITING, attempts=0, lease="", run_at=run_at)

        def work(unit: Unit) -> None:
            if not unit.jobs.finish(job):
                raise LeaseLost(f"Job {job.id} is held by another worker now.")
            unit.jobs.enqueue(rest)

        store.write(job.space, work)

    def finish(
        self,
        store: Store,
        job: Job,
        unless: Callable[[Unit, Job], bool] = lambda _, __: False,
        last: Callable[[Unit], object] = lambda _: None,
    ) -> bool:
        """Be done with it; False, and it goes on, if in the same moment `unless` says so.

        `last` is what it does in that moment, before it is gone.
        """

        def work(unit: Unit) -> bool:
            if unless(unit, job):
                return False
            last(unit)
            if not unit.jobs.finish(job):
                raise LeaseLost(f"Job {job.id} is held by another worker now.")
            return True

        breathe()
        return store.write(job.space, work)
