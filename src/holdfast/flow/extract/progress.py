"""Progress: how far each stretch of a session was learned from."""

from __future__ import annotations

from holdfast.domain.item import ItemKind, ItemSelection
from holdfast.domain.job import Job, JobState
from holdfast.domain.learning import Learning, LearningState
from holdfast.domain.message import Selection
from holdfast.domain.session import SessionState, Stretch
from holdfast.flow.extract.events import TO, event_of
from holdfast.flow.extract.request import LEARN
from holdfast.ports.unit import Unit

_ALL = 1 << 62


def learning_in(unit: Unit, user: str, session: str) -> list[Learning]:
    """Of each stretch that has ended, in order."""
    jobs = {
        int(job.payload["stretch"]): job
        for job in unit.jobs.find(user=user, limit=_ALL)
        if job.kind == LEARN and job.payload["session"] == session
    }
    ended = unit.stretches.of(user, session)
    return [_learning(unit, stretch, jobs.get(stretch.number)) for stretch in ended]


def _learning(unit: Unit, stretch: Stretch, job: Job | None) -> Learning:
    event = event_of(unit, stretch.user, stretch.session, stretch.number)
    read = _read(unit, stretch, int(event.attributes[TO])) if event else _short(unit, stretch)
    return Learning(
        session=stretch.session,
        stretch=stretch.number,
        state=_state(stretch, job, read),
        first=stretch.first,
        read=read,
        last=stretch.last,
        by=str(event.attributes.get("by", "")) if event else "",
        provisional=event is not None and event.provisional,
        error=job.error if job else "",
        again=job.run_at if job and job.state is JobState.WAITING else None,
    )


def _state(stretch: Stretch, job: Job | None, read: int) -> LearningState:
    if job is None and stretch.state is not SessionState.SEALED:
        return LearningState.WAITING  # it is asked for when the stretch is sealed
    if job is None:
        return LearningState.LEARNED if read else LearningState.NONE
    if job.state is JobState.RUNNING:
        return LearningState.RUNNING
    return LearningState.FAILED if job.error else LearningState.WAITING


def _read(unit: Unit, stretch: Stretch, reached: int) -> int:
    """The number of the last message that was learned from."""
    which = Selection(
        session=stretch.session,
        after_seq=stretch.first_seq - 1,
        to_seq=min(reached, stretch.last_seq),
    )
    said = unit.log.find(stretch.user, which, limit=_ALL)
    return max((message.number for message in said), default=0)


def _short(unit: Unit, stretch: Stretch) -> int:
    """A stretch of one message has no event: that something was learned of it tells that it was."""
    facts = ItemSelection(kind=ItemKind.FACT, session=stretch.session, stretch=stretch.number)
    return stretch.last if unit.items.select(stretch.user, facts, limit=1) else 0
