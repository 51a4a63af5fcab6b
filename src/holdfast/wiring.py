"""Wiring: the only reader of settings. Builds the parts that a Memory is made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from holdfast.flow.capture.accept import Limits
from holdfast.flow.maintain.erase import erase
from holdfast.flow.maintain.forget import ERASE
from holdfast.flow.maintain.reindex import REINDEX, reindex, request_stale
from holdfast.flow.recall.runs import Runs
from holdfast.flow.recall.shelf import Shelf
from holdfast.ports.clock import Clock
from holdfast.ports.store import Store
from holdfast.settings import Settings
from holdfast.text.terms import ANALYSIS
from holdfast.worker import Habits, Worker

IN_MEMORY = ":memory:"


class SystemClock:
    """The time of this machine."""

    def now(self) -> datetime:
        """See `ports.clock.Clock`."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a Memory is made of. Several memories (one for each space) share one."""

    store: Store
    clock: Clock
    limits: Limits
    shelf: Shelf
    runs: Runs
    worker: Worker
    context_budget: int
    read_only: bool

    def close(self) -> None:
        """Stop the worker, then let go of the store."""
        self.worker.stop()
        self.store.close()


def build(
    path: str | Path,
    settings: Settings,
    *,
    read_only: bool = False,
    worker: bool | None = None,
    clock: Clock | None = None,
    store: Store | None = None,
) -> Parts:
    """The parts for a file (or for the in-memory store), with the worker running if it should."""
    clock = clock or SystemClock()
    store = store or _store(path, settings, read_only)
    parts = Parts(
        store=store,
        clock=clock,
        limits=Limits(
            max_message_chars=settings.max_message_chars,
            max_batch=settings.max_batch,
            max_parts_bytes=settings.max_parts_bytes,
            inline_part_bytes=settings.inline_part_bytes,
            time_zone=settings.time_zone,
        ),
        shelf=Shelf(settings.recall_cache_mb << 20),
        runs=Runs(),
        worker=_worker(store, clock, settings),
        context_budget=settings.context_budget,
        read_only=read_only,
    )
    if not read_only and (settings.worker if worker is None else worker):
        parts.worker.start()
    return parts


def _store(path: str | Path, settings: Settings, read_only: bool) -> Store:
    if str(path) == IN_MEMORY:
        from holdfast.stores.inmemory.store import InMemoryStore

        return InMemoryStore()
    from holdfast.stores.sqlite.store import SqliteStore

    return SqliteStore.open(
        Path(path).expanduser(), read_only=read_only, busy_seconds=settings.busy_seconds
    )


def _worker(store: Store, clock: Clock, settings: Settings) -> Worker:
    def housekeeping() -> None:
        """Ask for what an upgrade made stale, and let old backups go."""
        store.expire_backups(clock.now() - timedelta(days=settings.backup_days))
        for space in store.spaces():
            if store.read(space, lambda unit: unit.terms.count_stale(ANALYSIS)):
                store.write(space, lambda unit: request_stale(unit, clock.now()))

    return Worker(
        store,
        {ERASE: erase, REINDEX: reindex},
        clock,
        Habits(
            attempts=settings.job_attempts,
            lease=timedelta(seconds=settings.job_lease_seconds),
            poll_seconds=settings.worker_poll_seconds,
        ),
        housekeeping,
    )
