"""The condenser: brings an agent's memo up to date."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.domain.job import Job
from holdfast.flow.capture.usual import Usual, window_of
from holdfast.flow.condense.fold import fold
from holdfast.flow.condense.lift import close_stretches, lift
from holdfast.flow.condense.mend import mend
from holdfast.flow.condense.segments import plan
from holdfast.flow.condense.work import Work, memo_of
from holdfast.flow.maintain.lease import Held
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
            done = held.finish(store, job, unless=self._is_behind)

    def _is_behind(self, unit: Unit, job: Job) -> bool:
        """Whether something came up while the job ran: nobody else was asked to do it."""
        memo = memo_of(unit, job.user, job.key)
        return bool(plan(unit, memo, window_of(unit, self.usual)).segments)
