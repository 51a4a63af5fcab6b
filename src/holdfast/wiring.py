"""Wiring: the only reader of settings. Builds the parts that a Memory is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.domain.moments import zone_named
from holdfast.domain.preference import KNOWN
from holdfast.flow.capture.accept import Limits
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.recorder import Recorder
from holdfast.flow.courtesy import Floor
from holdfast.flow.maintain.erase import Erase
from holdfast.flow.maintain.revision import Revisions
from holdfast.flow.recall.aside import Aside
from holdfast.flow.recall.runs import Runs
from holdfast.flow.usual import Usual
from holdfast.ports.clock import Clock
from holdfast.ports.sessions import Patience
from holdfast.ports.store import Store
from holdfast.settings import Settings, from_home
from holdfast.worker import Equipment, Habits, Worker

if TYPE_CHECKING:
    from holdfast.flow.maintain.archive.job import Archivist
    from holdfast.flow.recall.recall import Recaller
    from holdfast.flow.recall.shelf import Shelf
    from holdfast.ports.embedder import Embedder
    from holdfast.ports.extractor import Extractor
    from holdfast.ports.reranker import Reranker
    from holdfast.ports.reviewer import Reviewer
    from holdfast.ports.summariser import Summariser

IN_MEMORY = ":memory:"


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
    make_summariser: Callable[[], Summariser]
    make_reviewer: Callable[[], Reviewer]
    make_extractor: Callable[[], Extractor]
    marker: Marker
    archivist: Archivist | None
    erase: Erase
    embedder: Embedder | None
    reranker: Reranker | None
    aside: Aside
    runs: Runs
    worker: Worker
    floor: Floor
    context_budget: int
    count_tokens: Callable[[str], int] | None
    recall_cache_mb: int
    read_only: bool
    set_by: Mapping[str, str] = field(default_factory=dict)
    """By what the settings were given that preferences may replace; see `Settings.set_by`."""
    closing: ExitStack = field(default_factory=ExitStack)
    """What the models made here want closed. One that was given is its giver's to close."""

    @cached_property
    def recorder(self) -> Recorder:
        """What records messages that are told."""
        return Recorder(self.marker, self.usual)

    @cached_property
    def summariser(self) -> Summariser:
        """What makes summaries; loaded when there is something to sum up."""
        return self.make_summariser()

    @cached_property
    def reviewer(self) -> Reviewer:
        """What reviews memos; loaded when there is something to review."""
        return self.make_reviewer()

    @cached_property
    def extractor(self) -> Extractor:
        """What finds claims; loaded when there is something to learn from."""
        return self.make_extractor()

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

    @cached_property
    def revisions(self) -> Revisions:
        """What tells whether something has changed."""
        return Revisions(self.store)

    @property
    def indexed(self) -> tuple[int, int]:
        """Of how many users an index is in memory, and about how many bytes they take."""
        return (len(self.shelf), self.shelf.bytes) if "shelf" in self.__dict__ else (0, 0)

    @property
    def torn(self) -> set[tuple[str, str]]:
        """Spaces and users of whom something packed was found damaged; whoever mends it takes it out."""
        return self.shelf.torn if "shelf" in self.__dict__ else set()

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


def limits_of(settings: Settings) -> Limits:
    """How much is accepted in a message."""
    return Limits(
        max_message_chars=settings.max_message_chars,
        max_batch=settings.max_batch,
        max_parts_bytes=settings.max_parts_bytes,
        inline_part_bytes=settings.inline_part_bytes,
        time_zone=settings.time_zone,
    )


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
    extractor: Extractor | None = None,
    count_tokens: Callable[[str], int] | None = None,
) -> Parts:
    """The parts for a file (or for the in-memory store), with the worker running if it should."""
    clock = clock or SystemClock()
    closing = ExitStack()
    embedder = _embedder(settings, closing) if embedder is None else embedder
    reranker = _reranker(settings, closing) if reranker is None else reranker
    make_summariser = _summariser(settings, closing, summariser)
    make_reviewer = _reviewer(settings, closing, reviewer)
    make_extractor = _extractor(settings, closing, extractor)
    marker = Marker(embedder)
    store = store or _store(path, settings, read_only)
    usual = _usual(settings)
    archivist = _archivist(settings)
    erase = Erase(None if archivist is None else archivist.remove)
    floor = Floor()

    def equip() -> Equipment:
        from holdfast.workshop import Workshop, equipment

        return equipment(
            Workshop(
                store,
                clock,
                marker,
                usual,
                parts.summariser,
                parts.reviewer,
                parts.extractor,
                archivist,
                erase,
                timedelta(days=settings.backup_days),
                lambda: parts.torn,
            )
        )

    parts = Parts(
        store=store,
        clock=clock,
        limits=limits_of(settings),
        usual=usual,
        make_summariser=make_summariser,
        make_reviewer=make_reviewer,
        make_extractor=make_extractor,
        archivist=archivist,
        erase=erase,
        marker=marker,
        embedder=embedder,
        reranker=reranker,
        aside=Aside(settings.recall_wait_seconds),
        runs=Runs(),
        worker=_worker(store, equip, clock, settings, floor),
        floor=floor,
        context_budget=settings.context_budget,
        count_tokens=count_tokens,
        recall_cache_mb=settings.recall_cache_mb,
        read_only=read_only,
        # Of a file its name: where it lies is nobody's business who has a key for one space.
        set_by={name: Path(by).name for name, by in settings.set_by(KNOWN).items()},
        closing=closing,
    )
    if not read_only and (settings.worker if worker is None else worker):
        parts.worker.start()
    return parts


def _usual(settings: Settings) -> Usual:
    patience = Patience(
        timedelta(seconds=settings.session_idle_seconds),
        timedelta(seconds=settings.session_limit_seconds),
    )
    return Usual(patience, settings.memo_window, settings.memo_review, settings.learning)


def _embedder(settings: Settings, closing: ExitStack) -> Embedder | None:
    from holdfast.providers.choose import embedder_from

    return embedder_from(settings, closing)


def _reranker(settings: Settings, closing: ExitStack) -> Reranker | None:
    from holdfast.providers.choose import reranker_from

    return reranker_from(settings, closing)


def _summariser(
    settings: Settings, closing: ExitStack, given: Summariser | None
) -> Callable[[], Summariser]:
    """What makes it. A model is looked for now, so that a wrong setting is told at once."""
    from holdfast.providers.choose import has_model, summariser_from

    def made() -> Summariser:
        from holdfast.providers.rules import RulesSummariser

        return summariser_from(settings, closing, RulesSummariser())

    if given is None and not has_model(settings, "summary"):
        return made
    present = given or made()
    return lambda: present


def _reviewer(
    settings: Settings, closing: ExitStack, given: Reviewer | None
) -> Callable[[], Reviewer]:
    """As for summaries."""
    from holdfast.providers.choose import has_model, reviewer_from

    def made() -> Reviewer:
        from holdfast.providers.rules import RulesReviewer

        return reviewer_from(settings, closing, RulesReviewer())

    if given is None and not has_model(settings, "review"):
        return made
    present = given or made()
    return lambda: present


def _extractor(
    settings: Settings, closing: ExitStack, given: Extractor | None
) -> Callable[[], Extractor]:
    """As for summaries."""
    from holdfast.providers.choose import extractor_from, has_model

    def made() -> Extractor:
        from holdfast.providers.rules.extractor import RulesExtractor

        return extractor_from(settings, closing, RulesExtractor())

    if given is None and not has_model(settings, "extract"):
        return made
    present = given or made()
    return lambda: present


def _archivist(settings: Settings) -> Archivist | None:
    """Archives are kept where a folder is named for them."""
    if not settings.archive_dir:
        return None
    from holdfast.flow.maintain.archive.job import Archivist
    from holdfast.stores.files.archives import FileArchives

    root = from_home(settings.archive_dir)
    return Archivist(FileArchives(root), zone_named(settings.time_zone), settings.archive_gz)


def _store(path: str | Path, settings: Settings, read_only: bool) -> Store:
    if str(path) == IN_MEMORY:
        from holdfast.stores.inmemory.store import InMemoryStore

        return InMemoryStore()
    from holdfast.stores.sqlite.store import SqliteStore

    return SqliteStore.open(
        from_home(path), read_only=read_only, busy_seconds=settings.busy_seconds
    )


def _worker(
    store: Store,
    equip: Callable[[], Equipment],
    clock: Clock,
    settings: Settings,
    floor: Floor,
) -> Worker:
    habits = Habits(
        attempts=settings.job_attempts,
        lease=timedelta(seconds=settings.job_lease_seconds),
        poll_seconds=settings.worker_poll_seconds,
    )
    return Worker(store, equip, clock, habits, floor)
