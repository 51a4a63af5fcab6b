"""The job that folds what has left the window into summaries."""

from __future__ import annotations

from datetime import datetime

from holdfast.domain.job import asked
from holdfast.ports.unit import Unit

FOLD = "fold"
"""The kind of job. Its key is the agent."""


def request_folding(unit: Unit, user: str, agent: str, now: datetime) -> bool:
    """Ask for it, unless somebody did; whether it was asked for now."""
    return unit.jobs.enqueue(asked(FOLD, user, now, key=agent))
