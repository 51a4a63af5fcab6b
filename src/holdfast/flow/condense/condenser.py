"""The condenser: brings an agent's memo up to date."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from holdfast.domain.job import Job
from holdfast.flow.condense.fold import fold
from holdfast.flow.condense.lift import close_stretches, is_behind, lift
from holdfast.flow.condense.mend import mend
from holdfast.flow.condense.work import Work
from holdfast.flow.lease import Held
from holdfast.flow.usual import Usual
from holdfast.ports.store import Store
from holdfast.ports.summariser import Summariser
from holdfast.ports.unit import Unit


@dataclass(frozen=True, slots=True)
class Condenser:
    """Makes summaries, each once. Killed at any point, the next worker goes on from there.

    What the summariser cannot do now stays as it is: ModelUnavailable ends the job's attempt, and
    the raw text is in sight until a later one succeeds.
    """

    summariser: Summariser
    usual: Usual

    def condense(self, store: Store, job: Job, held: Held, agent: str) -> Job:
        """Do all that is due for one agent of the job's user; the job as it stands then."""
        work = Work(self.summariser, self.usual, store, held, job, agent)
        for part in (fold, mend, close_stretches, lift):
            part(work)
            if held.stopping():
                break
        return work.job

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """The handler of the job `FOLD`, whose key is the agent."""
        done = False
        while not done:
            job = self.condense(store, job, held, job.key)
            if held.stopping():
                held.give_back(store, job)
                return
            # What came up while the job ran, nobody else was asked to do.
            work = Work(self.summariser, self.usual, store, held, job, job.key)
            done = held.finish(store, job, unless=partial(_is_behind, work))


def _is_behind(work: Work, unit: Unit, _: Job) -> bool:
    return is_behind(work, unit)
