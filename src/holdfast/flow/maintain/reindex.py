"""Re-index: make the stored terms of a user anew, a part at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from holdfast.domain.ids import new_id
from holdfast.domain.job import Job
from holdfast.flow.maintain.lease import Held
from holdfast.ports.store import Store
from holdfast.ports.terms import TermEntry
from holdfast.ports.unit import Unit
from holdfast.text.terms import ANALYSIS, stored_terms

REINDEX = "reindex"
ANY = ""
"""The version of no analysis: by it, every message is stale."""

PART = 200
"""How many messages are done in one transaction."""


def request(user: str, total: int, now: datetime, *, afresh: bool = False) -> Job:
    """The job. With `afresh`, terms that are up to date are made again too."""
    return Job(
        space="",
        user=user,
        kind=REINDEX,
        id=new_id(),
        payload={"after": 0, "afresh": afresh},
        total=total,
        run_at=now,
        leased_until=now,
        created_at=now,
    )


def request_stale(unit: Unit, now: datetime) -> list[Job]:
    """Ask for every user of the space whose terms are missing or of an older analysis."""
    jobs = [request(user, count, now) for user, count in unit.terms.count_stale(ANALYSIS)]
    return [job for job in jobs if unit.jobs.enqueue(job)]


def reindex(store: Store, job: Job, held: Held) -> None:
    """Go on from where the job's cursor stands; killed at any point, the next worker goes on."""
    while (moved := held.step(store, job, _part)) is not job:
        job = moved
        if held.stopping():
            held.give_back(store, job)
            return
    held.finish(store, job)


def _part(unit: Unit, job: Job) -> Job:
    """Do the next messages behind the cursor. The same job comes back when there are none."""
    wanted = ANY if job.payload.get("afresh") else ANALYSIS
    after = int(job.payload["after"])
    rows = unit.terms.stale(job.user, wanted, after_seq=after, limit=PART)
    if not rows:
        return job
    entries = [TermEntry(seq, ANALYSIS, " ".join(stored_terms(text))) for seq, text in rows]
    unit.terms.put(job.user, entries)
    payload = {**job.payload, "after": rows[-1].seq}
    return replace(job, payload=payload, done=job.done + len(rows))
