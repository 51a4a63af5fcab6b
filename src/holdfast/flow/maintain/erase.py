"""Erase: the job that removes forgotten bytes once no reader stands in the way."""

from __future__ import annotations

from datetime import timedelta

from holdfast.domain.job import Job
from holdfast.flow.maintain.lease import Held
from holdfast.ports.store import Store

LATER = timedelta(seconds=10)
"""How long to wait before looking again whether the readers have gone."""


def erase(store: Store, job: Job, held: Held) -> None:
    """Erase, and finish the job.

    A reader may stand in the way for hours. That is no failure, and however often it happens the
    job is not given up: it looks again later.
    """
    if store.erase():
        held.finish(store, job)
    else:
        held.give_back(store, job, LATER)
