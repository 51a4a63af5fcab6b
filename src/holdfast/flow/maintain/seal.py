"""Seal: make of a stretch that has ended what is to be made of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from holdfast.domain.job import Job, JobState
from holdfast.domain.message import Selection
from holdfast.domain.session import SessionState, Stretch
from holdfast.flow.capture.buffers import end_late, late
from holdfast.flow.capture.stretches import SEAL, end_idle, request_sealing, settle
from holdfast.flow.condense.condenser import Condenser
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.review import request_review
from holdfast.flow.condense.sizes import GROUP
from holdfast.flow.condense.summaries import SEGMENT, STRETCH
from holdfast.flow.condense.work import in_sight
from holdfast.flow.extract.request import request_learning
from holdfast.flow.lease import Held
from holdfast.flow.maintain.archive.request import request_archiving
from holdfast.flow.usual import Usual, learning_of, patience_of, review_of
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

_ALL = 1 << 62


@dataclass(frozen=True, slots=True)
class Seal:
    """The handler of the job. Killed at any point, the next worker finishes it."""

    condenser: Condenser
    usual: Usual
    archived: bool = False
    """Whether what is sealed is to be archived."""

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """Summarise it and mark it sealed. One that was re-opened meanwhile is left."""
        if self._stretch(store, job) is None:
            held.finish(store, job)
            return
        agents = store.read(job.space, lambda unit: _agents(unit, job))
        for agent in agents:
            job = self.condenser.condense(store, job, held, agent)
            if held.stopping():
                held.give_back(store, job)
                return
        held.finish(store, job, last=lambda unit: self._settle(unit, job, agents, held))

    def failed(self, unit: Unit, job: Job, error: str) -> None:
        """Note why it failed; it is tried again."""
        stretch = _of(unit, job)
        if stretch is not None and stretch.state is not SessionState.SEALED:
            settle(unit, stretch, SessionState.FAILED, error)

    def _stretch(self, store: Store, job: Job) -> Stretch | None:
        """The stretch, if there is still something to do."""
        found = store.read(job.space, lambda unit: _of(unit, job))
        return None if found is None or found.state is SessionState.SEALED else found

    def _settle(self, unit: Unit, job: Job, agents: list[str], held: Held) -> None:
        """In the moment that the job ends: the stretch is sealed, and what follows is asked for."""
        stretch = _of(unit, job)
        if stretch is None or stretch.state is SessionState.SEALED:
            return
        settle(unit, stretch, SessionState.SEALED)
        now = held.clock.now()
        if learning_of(unit, self.usual):
            request_learning(unit, job.user, stretch.session, stretch.number, now)
        if self.archived:
            request_archiving(unit, stretch, now)
        for agent in agents:
            open_ = in_sight(unit, job.user, agent, SEGMENT)
            left = any((i.session, i.stretch) == (stretch.session, stretch.number) for i in open_)
            if left or len(in_sight(unit, job.user, agent, STRETCH)) >= GROUP:
                request_folding(unit, job.user, agent, now)
            if review_of(unit, self.usual):
                request_review(unit, job.user, agent, now)


def look_after(store: Store, usual: Usual, now: datetime) -> int:
    """End the stretches that are over, and help those that are stuck; how many it touched."""
    touched = 0
    for space in store.spaces():
        if store.read(space, lambda unit: _is_due(unit, usual, now)):
            touched += store.write(space, lambda unit: _tend(unit, usual, now))
    return touched


def _is_due(unit: Unit, usual: Usual, now: datetime) -> bool:
    patience = patience_of(unit, usual)
    bound = now - min(patience.idle, patience.limit)
    idle = unit.sessions.active(untouched_since=bound, limit=1)
    return bool(idle or unit.stretches.unsettled(limit=1) or late(unit, now))


def _tend(unit: Unit, usual: Usual, now: datetime) -> int:
    ended = [*end_idle(unit, patience_of(unit, usual), now), *end_late(unit, now)]
    return len(ended) + _unstick(unit, now)


def _unstick(unit: Unit, now: datetime) -> int:
    """A stretch that waits for a job that is dead, or gone, would wait for ever."""
    jobs = {
        (job.user, str(job.payload["session"]), job.payload["stretch"]): job
        for job in unit.jobs.find(limit=_ALL)
        if job.kind == SEAL
    }
    stuck = 0
    for stretch in unit.stretches.unsettled(limit=_ALL):
        job = jobs.get((stretch.user, stretch.session, stretch.number))
        if stretch.state is not SessionState.SEALING:
            continue
        if job is None:
            stuck += request_sealing(unit, stretch, now)
        elif job.state is JobState.DEAD:
            settle(unit, stretch, SessionState.FAILED, job.error)
            stuck += 1
    return stuck


def _of(unit: Unit, job: Job) -> Stretch | None:
    return unit.stretches.get(job.user, str(job.payload["session"]), int(job.payload["stretch"]))


def _agents(unit: Unit, job: Job) -> list[str]:
    """Who was spoken with in the stretch."""
    stretch = _of(unit, job)
    if stretch is None:
        return []
    which = Selection(
        session=stretch.session,
        after_seq=stretch.first_seq - 1,
        to_seq=stretch.last_seq,
        all_versions=True,
    )
    return sorted({message.agent for message in unit.log.find(job.user, which, limit=_ALL)})
