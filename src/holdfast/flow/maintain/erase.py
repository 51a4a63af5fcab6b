"""Erase: the job that removes forgotten bytes once no reader stands in the way."""

from __future__ import annotations

from holdfast.domain.job import Job
from holdfast.errors import StoreBusy
from holdfast.flow.maintain.lease import Held
from holdfast.ports.store import Store


def erase(store: Store, job: Job, held: Held) -> None:
    """Erase, and finish the job."""
    if not store.erase():
        raise StoreBusy("A process still reads the state before the forgetting.")
    held.finish(store, job)
