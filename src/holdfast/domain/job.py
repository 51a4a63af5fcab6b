"""Job: work that a change caused, written in the same transaction as the change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from holdfast.domain.ids import new_id
from holdfast.domain.message import Json


class JobState(StrEnum):
    """Finished jobs leave no row, so there is no state for them."""

    WAITING = "waiting"
    RUNNING = "running"
    DEAD = "dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One piece of work for one user of one space (user "" means the store as a whole).

    At most one job waits or runs for each (space, user, kind, key): asking again is a no-op.
    `lease` names the holder; only the holder may advance, finish or fail the job.
    """

    space: str
    user: str
    kind: str
    key: str = ""
    id: str
    state: JobState = JobState.WAITING
    payload: Mapping[str, Json] = field(default_factory=dict)
    done: int = 0
    total: int = 0
    attempts: int = 0
    run_at: datetime
    lease: str = ""
    leased_until: datetime
    error: str = ""
    created_at: datetime


def asked(
    kind: str,
    user: str,
    now: datetime,
    *,
    key: str = "",
    payload: Mapping[str, Json] | None = None,
    total: int = 0,
) -> Job:
    """A job that nobody has taken up yet, due at once. The unit that enqueues it knows its space."""
    return Job(
        space="",
        user=user,
        kind=kind,
        key=key,
        id=new_id(),
        payload=payload or {},
        total=total,
        run_at=now,
        leased_until=now,
        created_at=now,
    )
