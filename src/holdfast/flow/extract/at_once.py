"""At once: learn from a stretch now, by whoever waits for it, and not when a worker comes to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from holdfast.domain.job import Job, asked
from holdfast.domain.session import Ending, Session, Stretch
from holdfast.errors import ModelUnavailable
from holdfast.flow.capture.stretches import end
from holdfast.flow.extract.learn import Learn
from holdfast.flow.extract.request import LEARN, key_of
from holdfast.flow.lease import Held
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

PUT_OFF = timedelta(minutes=2)
"""So long a worker leaves the job to the one who waits. Should that one die, it is done by then."""


@dataclass(frozen=True, slots=True)
class OwnHands(Held):
    """The hold that somebody has on a job whom no worker gave it to.

    A worker that does it at the same time does no harm: what has been learned from is not again.
    """

    def is_followed(self, _unit: Unit, _job: Job) -> bool:
        """Never: somebody waits for what this one does."""
        return False

    def step(self, store: Store, job: Job, effects: Callable[[Unit, Job], Job]) -> Job:
        return store.write(job.space, lambda unit: effects(unit, job))

    def finish(
        self,
        store: Store,
        job: Job,
        unless: Callable[[Unit, Job], bool] = lambda _, __: False,
        last: Callable[[Unit], object] = lambda _: None,
    ) -> bool:
        def work(unit: Unit) -> bool:
            if unless(unit, job):
                return False
            last(unit)
            unit.jobs.finish(job)
            return True

        return store.write(job.space, work)


def end_and_claim(
    unit: Unit, sessions: Iterable[Session], now: datetime
) -> tuple[list[Stretch], list[Job]]:
    """End these sessions; the stretches, and the jobs of those that nobody learns from yet.

    The jobs are put off for a while, so that no worker is faster than the one who waits.
    """
    ended, jobs = [], []
    for session in sessions:
        payload = {"session": session.name, "stretch": session.stretch}
        key = key_of(session.name, session.stretch)
        job = replace(
            asked(LEARN, session.user, now, key=key, payload=payload), run_at=now + PUT_OFF
        )
        mine = unit.jobs.enqueue(job)
        stretch = end(unit, session, Ending.BY_HAND, now)
        if stretch is not None:
            ended.append(stretch)
            jobs += [job] if mine else []
        elif mine:
            unit.jobs.finish(job)
    return ended, jobs


def learn_at_once(store: Store, space: str, learn: Learn, jobs: Iterable[Job], held: Held) -> bool:
    """Do the jobs; False if something could not be learned now, and is left to a worker."""
    good = True
    for job in jobs:
        mine = replace(job, space=space)
        try:
            learn(store, mine, held)
        except ModelUnavailable:
            good = False
            store.write(space, lambda unit, job=job: _hand_over(unit, job, held.clock.now()))  # type: ignore[misc]
    return good


def _hand_over(unit: Unit, job: Job, now: datetime) -> None:
    """Have a worker do it now, and note why it fails if it does."""
    if unit.jobs.finish(job):
        unit.jobs.enqueue(replace(job, run_at=now))
