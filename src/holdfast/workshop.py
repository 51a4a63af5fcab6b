"""The workshop: what the worker does, and with what."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from holdfast.flow.capture.stretches import SEAL
from holdfast.flow.condense.condenser import Condenser
from holdfast.flow.condense.mend import request_mending
from holdfast.flow.condense.request import FOLD
from holdfast.flow.condense.review import REVIEW, Review
from holdfast.flow.extract.learn import Learn
from holdfast.flow.extract.request import LEARN
from holdfast.flow.extract.unlearn import request_better
from holdfast.flow.maintain.archive.request import ARCHIVE
from holdfast.flow.maintain.bind import bind_behind
from holdfast.flow.maintain.forget import ERASE
from holdfast.flow.maintain.reindex import REINDEX, Reindex, request_stale
from holdfast.flow.maintain.seal import Seal, look_after
from holdfast.ports.extractor import is_well as can_learn
from holdfast.ports.summariser import is_well
from holdfast.worker import Chore, Equipment, Handler

if TYPE_CHECKING:
    from holdfast.flow.capture.marking import Marker
    from holdfast.flow.maintain.archive.job import Archivist
    from holdfast.flow.maintain.erase import Erase
    from holdfast.flow.usual import Usual
    from holdfast.ports.clock import Clock
    from holdfast.ports.extractor import Extractor
    from holdfast.ports.reviewer import Reviewer
    from holdfast.ports.store import Store
    from holdfast.ports.summariser import Summariser

BIND_EVERY = timedelta(seconds=10)
SCAN_EVERY = timedelta(seconds=60)
HOUSEKEEPING_EVERY = timedelta(hours=1)


class Workshop(NamedTuple):
    """What the worker needs."""

    store: Store
    clock: Clock
    marker: Marker
    usual: Usual
    summariser: Summariser
    reviewer: Reviewer
    extractor: Extractor
    archivist: Archivist | None
    erase: Erase
    backups_last: timedelta
    torn: Callable[[], set[tuple[str, str]]]


def equipment(shop: Workshop) -> Equipment:
    """Handlers and chores."""
    return Equipment(
        _handlers(shop),
        [
            Chore(SCAN_EVERY, lambda: _scan(shop)),
            Chore(SCAN_EVERY, _Compaction(shop)),
            Chore(BIND_EVERY, lambda: _bind(shop)),
            Chore(HOUSEKEEPING_EVERY, lambda: _keep_house(shop)),
        ],
    )


def _handlers(shop: Workshop) -> dict[str, Handler]:
    condenser = Condenser(shop.summariser, shop.usual)
    handlers: dict[str, Handler] = {
        ERASE: shop.erase,
        REINDEX: Reindex(shop.marker),
        FOLD: condenser,
        SEAL: Seal(condenser, shop.usual, archived=shop.archivist is not None),
        REVIEW: Review(shop.reviewer, shop.usual),
        LEARN: Learn(shop.extractor, shop.usual),
    }
    if shop.archivist is not None:
        handlers[ARCHIVE] = shop.archivist
    return handlers


def _scan(shop: Workshop) -> None:
    """End what has been silent for too long, and have stand-ins made again."""
    now = shop.clock.now()
    look_after(shop.store, shop.usual, now)
    if is_well(shop.summariser):
        request_mending(shop.store, now)
    if can_learn(shop.extractor):
        request_better(shop.store, now)


def _bind(shop: Workshop) -> None:
    """Let go of leaves that were found damaged, and make what is missing."""
    torn = shop.torn()
    while torn:
        space, user = torn.pop()
        shop.store.write(space, lambda unit: unit.sheaves.drop(user))  # noqa: B023  called at once
    bind_behind(shop.store, shop.marker.by)


def _keep_house(shop: Workshop) -> None:
    """Ask for what an upgrade made stale, and let old backups go."""
    store, by, now = shop.store, shop.marker.by, shop.clock.now()
    store.expire_backups(now - shop.backups_last)
    for space in store.spaces():
        if store.read(space, lambda unit: unit.marks.count_stale(by)):
            store.write(space, lambda unit: request_stale(unit, by, now))


class _Compaction:
    """Puts the conversations of a day into one file, when their habits say so."""

    def __init__(self, shop: Workshop) -> None:
        self._shop = shop
        self._last: dict[str, datetime] = {}

    def __call__(self) -> None:
        store, archivist = self._shop.store, self._shop.archivist
        if archivist is None:
            return
        for space in store.spaces():
            now = self._shop.clock.now()
            if archivist.compact(store, space, now, self._last.get(space)):
                self._last[space] = now
