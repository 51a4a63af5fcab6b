"""Progress: how far the work is that follows from stretches that have ended."""

from __future__ import annotations

from holdfast.domain.job import Job
from holdfast.domain.session import SessionState
from holdfast.flow.capture.stretches import SEAL
from holdfast.flow.condense.review import REVIEW
from holdfast.flow.extract.request import LEARN
from holdfast.flow.maintain.archive.request import ARCHIVE
from holdfast.ports.unit import Unit

_ALL = 1 << 62


def progress(unit: Unit, user: str, agent: str) -> SessionState:
    """Of all the talks of a user with an agent: SEALED, SEALING, or FAILED if it is put off."""
    unsettled = [each for each in unit.stretches.unsettled(user, limit=_ALL) if each.agent == agent]
    jobs = [job for job in unit.jobs.find(user=user, limit=_ALL) if _follows(unit, job, agent)]
    if any(each.state is SessionState.FAILED for each in unsettled) or any(j.error for j in jobs):
        return SessionState.FAILED
    return SessionState.SEALING if unsettled or jobs else SessionState.SEALED


def _follows(unit: Unit, job: Job, agent: str) -> bool:
    """Whether the job is one of those that follow from such a talk."""
    if job.kind == REVIEW:
        return job.key == agent
    if job.kind not in (SEAL, LEARN, ARCHIVE):
        return False
    session = unit.sessions.get(job.user, str(job.payload["session"]))
    return session is not None and session.agent == agent
