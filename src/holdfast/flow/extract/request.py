"""The job that learns from what was said in a stretch of a session."""

from __future__ import annotations

from datetime import datetime

from holdfast.domain.job import asked
from holdfast.ports.unit import Unit

LEARN = "learn"
"""The kind of job."""


def request_learning(unit: Unit, user: str, session: str, stretch: int, now: datetime) -> bool:
    """Ask for it, unless somebody did; whether it was asked for now."""
    payload = {"session": session, "stretch": stretch}
    key = key_of(session, stretch)
    return unit.jobs.enqueue(asked(LEARN, user, now, key=key, payload=payload))


def key_of(session: str, stretch: int) -> str:
    """By what jobs for one user are told apart."""
    return f"{stretch} {session}"
