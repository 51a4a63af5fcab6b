"""Wiring: the only reader of settings. Builds the parts that a Memory is made of."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from holdfast.domain.moments import zone_named
from holdfast.flow.capture.accept import Limits
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.stretches import SEAL
from holdfast.flow.capture.usual import Usual
from holdfast.flow.condense.condenser import Condenser
from holdfast.flow.condense.mend import request_mending
from holdfast.flow.condense.request import FOLD
from holdfast.flow.condense.review import REVIEW, Review
from holdfast.flow.maintain.archive.job import ARCHIVE, Archivist
from holdfast.flow.maintain.erase import Erase
from holdfast.flow.maintain.forget import ERASE
from holdfast.flow.maintain.reindex import REINDEX, Reindex, request_stale
from holdfast.flow.maintain.seal import Seal, look_after
from holdfast.flow.recall.aside import Aside
from holdfast.flow.recall.runs import Runs
from holdfast.ports.clock import Clock
from holdfast.ports.sessions import Patience
from holdfast.ports.store import Store
from holdfast.settings import Settings
from holdfast.worker import Chore, Habits, Worker

if TYPE_CHECKING:
    from holdfast.flow.recall.recall import Recaller
    from holdfast.flow.recall.shelf import Shelf
    from holdfast.ports.embedder import Embedder
    from holdfast.ports.reranker import Reranker
    from holdfast.ports.reviewer import Reviewer
    from holdfast.ports.summariser import Summariser

IN_MEMORY = ":memory:"
SCAN_EVERY = timedelta(seconds=60)
HOUSEKEEPING_EVERY = timedelta(hours=1)


class SystemClock:
    """The time of this machine."""

    def now(self) -> datetime:
        """See `ports.clock.Clock`."""
        return datetime.now(UTC)


@dataclass(frozen=True, kw_only=True)
class Parts:
    """What a Memory is made of. Several memories (one for each space) share one."""

    store: Store
    clock: Clock
    limits: Limits
    usual: Usual
    summariser: Summariser
    reviewer: Reviewer
    marker: Marker
    archivist: Archivist | None
    erase: Erase
    embedder: Embedder | None
    reranker: Reranker | None
    aside: Aside
    runs: Runs
    worker: Worker
    context_budget: int
    count_tokens: Callable[[str], int] | None
    recall_cache_mb: int
    read_only: bool
    closing: ExitStack = field(default_factory=ExitStack)
    """What the embedder made here wants closed. One that was given is its giver's to close."""

    @cached_property
    def shelf(self) -> Shelf:
        """The indexes; made, and numpy loaded, when something is first recalled."""
        from holdfast.flow.recall.shelf import Shelf

        return Shelf(self.marker, self.recall_cache_mb << 20)

    @cached_property
    def recaller(self) -> Recaller:
        """What answers questions."""
        from holdfast.flow.recall.recall import Recaller

        return Recaller(self.store, self.shelf, self.runs, self.aside, self.embedder, self.reranker)

    @property
    def indexed(self) -> tuple[int, int]:
        """Of how many users an index is in memory, and about how many bytes they take."""
        return (len(self.shelf), self.shelf.bytes) if "shelf" in self.__dict__ else (0, 0)

    def drop_index(self, space: str, user: str) -> None:
        """Let go of what this process holds of a user, if it holds anything."""
        if "shelf" in self.__dict__:
            self.shelf.drop(space, user)
        self.runs.drop(space, user)

    def close(self) -> None:
        """Stop the worker, then let go of the store and of connections to models."""
        self.aside.close()
        self.closing.close()  # first, so that nobody waits for a model's answer
        self.worker.stop()
        self.store.close()


class _Workshop(NamedTuple):
    """What the worker needs."""

    store: Store
    clock: Clock
    marker: Marker
    usual: Usual
    summariser: Summariser
    reviewer: Reviewer
    archivist: Archivist | None

    @property
    def erase(self) -> Erase:
        """What removes forgotten bytes, from archives too."""
        return Erase(None if self.archivist is None else self.archivist.remove)


def build(
    path: str | Path,
    settings: Settings,
    *,
    read_only: bool = False,
    worker: bool | None = None,
    clock: Clock | None = None,
    store: Store | None = None,
    embedder: Embedder | None = None,
    reranker: Reranker | None = None,
    summariser: Summariser | None = None,
    reviewer: Reviewer | None = None,
    count_tokens: Callable[[str], int] | None = None,
) -> Parts:
    """The parts for a file (or for the in-memory store), with the worker running if it should."""
    clock = clock or SystemClock()
    closing = ExitStack()
    embedder = _embedder(settings, closing) if embedder is None else embedder
    marker = Marker(embedder)
    store = store or _store(path, settings, read_only)
    usual = Usual(
        Patience(
            timedelta(seconds=settings.session_idle_seconds),
            timedelta(seconds=settings.session_limit_seconds),
        ),
        settings.memo_window,
        settings.memo_review,
    )
    workshop = _Workshop(
        store=store,
        clock=clock,
        marker=marker,
        usual=usual,
        summariser=summariser or _summariser(settings, closing),
        reviewer=reviewer or _reviewer(settings, closing),
        archivist=_archivist(settings),
    )
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
        usual=usual,
        summariser=workshop.summariser,
        reviewer=workshop.reviewer,
        archivist=workshop.archivist,
        erase=workshop.erase,
        marker=marker,
        embedder=embedder,
        reranker=reranker,
        aside=Aside(settings.recall_wait_seconds),
        runs=Runs(),
        worker=_worker(workshop, settings),
        context_budget=settings.context_budget,
        count_tokens=count_tokens,
        recall_cache_mb=settings.recall_cache_mb,
        read_only=read_only,
        closing=closing,
    )
    if not read_only and (settings.worker if worker is None else worker):
        parts.worker.start()
    return parts


def _embedder(settings: Settings, closing: ExitStack) -> Embedder | None:
    from holdfast.providers.choose import embedder_from

    return embedder_from(settings, closing)


def _summariser(settings: Settings, closing: ExitStack) -> Summariser:
    from holdfast.providers.choose import summariser_from
    from holdfast.providers.rules import RulesSummariser

    return summariser_from(settings, closing, RulesSummariser())


def _reviewer(settings: Settings, closing: ExitStack) -> Reviewer:
    from holdfast.providers.choose import reviewer_from
    from holdfast.providers.rules import RulesReviewer

    return reviewer_from(settings, closing, RulesReviewer())


def _archivist(settings: Settings) -> Archivist | None:
    """Archives are kept where a folder is named for them."""
    if not settings.archive_dir:
        return None
    from holdfast.stores.files.archives import FileArchives

    root = Path(settings.archive_dir).expanduser()
    return Archivist(FileArchives(root), zone_named(settings.time_zone), settings.archive_gz)


def _store(path: str | Path, settings: Settings, read_only: bool) -> Store:
    if str(path) == IN_MEMORY:
        from holdfast.stores.inmemory.store import InMemoryStore

        return InMemoryStore()
    from holdfast.stores.sqlite.store import SqliteStore

    return SqliteStore.open(
        Path(path).expanduser(), read_only=read_only, busy_seconds=settings.busy_seconds
    )


def _worker(parts: _Workshop, settings: Settings) -> Worker:
    store, clock, marker, usual = parts.store, parts.clock, parts.marker, parts.usual
    condenser = Condenser(parts.summariser, usual)

    def scan() -> None:
        """End what has been silent for too long, and have stand-ins made again."""
        now = clock.now()
        look_after(store, usual, now)
        if getattr(parts.summariser, "well", True):
            request_mending(store, now)

    def housekeeping() -> None:
        """Ask for what an upgrade made stale, and let old backups go."""
        store.expire_backups(clock.now() - timedelta(days=settings.backup_days))
        for space in store.spaces():
            if store.read(space, lambda unit: unit.marks.count_stale(marker.by)):
                store.write(space, lambda unit: request_stale(unit, marker.by, clock.now()))

    compacted: dict[str, datetime] = {}

    def compaction() -> None:
        """Put the conversations of a day into one file, where their habits say so."""
        if parts.archivist is None:
            return
        for space in store.spaces():
            now = clock.now()
            if parts.archivist.compact(store, space, now, compacted.get(space)):
                compacted[space] = now

    return Worker(
        store,
        {
            **({} if parts.archivist is None else {ARCHIVE: parts.archivist}),
            ERASE: parts.erase,
            REINDEX: Reindex(marker),
            FOLD: condenser,
            SEAL: Seal(condenser, usual, archived=parts.archivist is not None),
            REVIEW: Review(parts.reviewer, usual),
        },
        clock,
        Habits(
            attempts=settings.job_attempts,
            lease=timedelta(seconds=settings.job_lease_seconds),
            poll_seconds=settings.worker_poll_seconds,
        ),
        [
            Chore(SCAN_EVERY, scan),
            Chore(SCAN_EVERY, compaction),
            Chore(HOUSEKEEPING_EVERY, housekeeping),
        ],
    )
