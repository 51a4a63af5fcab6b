"""Re-index: make the marks of a user's messages anew, a part at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from holdfast.domain.job import Job, asked
from holdfast.flow.capture.marking import Marker
from holdfast.flow.lease import Held
from holdfast.ports.marks import Makers, Mark, StaleRow
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

REINDEX = "reindex"
ANYBODY = Makers("?", "?")
"""Makers of nothing: by them, every message is stale."""


def request(user: str, total: int, now: datetime, *, afresh: bool = False) -> Job:
    """The job. With `afresh`, marks that are up to date are made again too."""
    return asked(REINDEX, user, now, payload={"after": 0, "afresh": afresh}, total=total)


def request_stale(unit: Unit, by: Makers, now: datetime) -> list[Job]:
    """Ask for every user of the space whose marks are missing or made by another."""
    jobs = [request(user, count, now) for user, count in unit.marks.count_stale(by)]
    return [job for job in jobs if unit.jobs.enqueue(job)]


def request_rest(
    unit: Unit, marker: Marker, user: str, marks: Sequence[Mark], now: datetime
) -> None:
    """Ask for what the marker could not make at once of messages just stored."""
    if marker.leaves(marks):
        unit.jobs.enqueue(request(user, len(marks), now))


class Reindex:
    """The handler of the job."""

    def __init__(self, marker: Marker) -> None:
        self._marker = marker

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """Go on from where the job's cursor stands; killed at any point, the next worker goes on."""
        while True:
            while rows := self._next(store, job):
                marks = self._marker.mended(rows, afresh=_afresh(job))  # no lock is held meanwhile
                job = held.step(store, job, partial(_put, marks))
                if held.stopping():
                    held.give_back(store, job)
                    return
            if held.finish(store, job, unless=self._any_left):
                return
            job = replace(job, payload={"after": 0, "afresh": False})

    def _any_left(self, unit: Unit, job: Job) -> bool:
        """Whether something came as the job was ending, or another embedder has taken over."""
        return bool(unit.marks.stale(job.user, self._marker.by, after_seq=0, limit=1))

    def _next(self, store: Store, job: Job) -> list[StaleRow]:
        """The next messages behind the cursor."""
        by = ANYBODY if _afresh(job) else self._marker.by
        after = int(job.payload["after"])
        return store.read(
            job.space,
            lambda unit: unit.marks.stale(job.user, by, after_seq=after, limit=self._marker.part),
        )


def _afresh(job: Job) -> bool:
    return bool(job.payload.get("afresh"))


def _put(marks: Sequence[tuple[int, Mark]], unit: Unit, job: Job) -> Job:
    unit.marks.put(job.user, marks)
    unit.users.remark(job.user)
    payload = {**job.payload, "after": marks[-1][0]}
    return replace(job, payload=payload, done=job.done + len(marks))
