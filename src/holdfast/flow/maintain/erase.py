"""Erase: the job that removes forgotten bytes once no reader stands in the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from holdfast.domain.job import Job
from holdfast.flow.lease import Held
from holdfast.ports.store import Store

LATER = timedelta(seconds=10)
"""How long to wait before looking again whether the readers have gone."""

Unarchive = Callable[[str, str, Sequence[str]], None]
"""Takes stretches of a space and a user out of the archives."""


@dataclass(frozen=True, slots=True)
class Erase:
    """The handler of the job, which names whose archives are to go too."""

    unarchive: Unarchive | None = None

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """Erase, and finish the job.

        A reader may stand in the way for hours. That is no failure, and however often it happens
        the job is not given up: it looks again later.
        """
        if self.erase(store, job):
            held.finish(store, job)
        else:
            held.give_back(store, job, LATER)

    def erase(self, store: Store, job: Job) -> bool:
        """Whether all bytes are gone."""
        ids = list(job.payload.get("stretches", ()))
        if self.unarchive is not None and ids:
            self.unarchive(job.space, str(job.payload["of"]), ids)
        return store.erase()
