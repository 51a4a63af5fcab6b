"""Segments: which messages are to be folded together next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.domain.memo import Memo
from holdfast.domain.session import FEWEST
from holdfast.flow.condense.sizes import kept, segment_size
from holdfast.flow.condense.stream import Entry, Home, Homes, Page, behind, folded
from holdfast.ports.unit import Unit

PAGE = 1000
"""How many rows of the log are looked at together, at least."""


class Segment(NamedTuple):
    """Messages of one stretch, to be folded together."""

    home: Home
    entries: tuple[Entry, ...]

    @property
    def ids(self) -> list[str]:
        """The messages, by id."""
        return [entry.message.id for entry in self.entries]


class Plan(NamedTuple):
    """What is to be folded in a part of the stream, and where the folded part of the log ends."""

    segments: list[Segment]
    folded_to: int


def plan(unit: Unit, memo: Memo, window: int) -> Plan:
    """What is due behind `memo.folded_to`.

    Looks further where a page holds nothing that is: many corrections, or conversations that are
    all still open, keep nobody from what lies behind them.
    """
    limit = max(PAGE, 4 * window)
    while True:
        page = behind(unit, memo.user, memo.agent, memo.folded_to, limit)
        planned = _planned(unit, memo, page, window)
        if planned.segments or page.last or planned.folded_to > memo.folded_to:
            return planned
        limit *= 2


def _planned(unit: Unit, memo: Memo, page: Page, window: int) -> Plan:
    """What is due in a page. What was cleared is not mixed with what came after."""
    user, entries = memo.user, page.entries
    done = folded(unit, user, [entry.message.id for entry in entries])
    tail = {entry.place for entry in entries[max(0, len(entries) - kept(window)) :]}
    homes = Homes(unit, user)
    streams: dict[tuple[Home, bool], list[Entry]] = {}
    for entry in entries:
        key = homes.of(entry.message), entry.place > memo.cleared_to
        streams.setdefault(key, []).append(entry)
    segments = [
        Segment(home, part)
        for (home, _), stream in streams.items()
        for part in _due(stream, home, done, tail, segment_size(window))
    ]
    segments.sort(key=lambda segment: segment.entries[0].place)
    unfolded = (entry.place for entry in entries if entry.message.id not in done)
    return Plan(segments, min(unfolded, default=page.end + 1) - 1)


def _due(
    stream: Sequence[Entry], home: Home, done: set[str], tail: set[int], size: int
) -> Iterator[tuple[Entry, ...]]:
    """The parts of one stretch that are to be folded.

    A part that is not full waits for more, unless no more can come: the stretch has ended, or
    what follows is folded already.
    """
    over = home.ended and home.size >= FEWEST
    for run, closed in _runs(stream, done):
        for first in range(0, len(run), size):
            part = tuple(run[first : first + size])
            full = len(part) == size or closed or home.ended
            out = not any(entry.place in tail for entry in part)
            if over or (full and out):
                yield part


def _runs(stream: Sequence[Entry], done: set[str]) -> Iterator[tuple[list[Entry], bool]]:
    """The unbroken runs of what is not folded, and whether something folded follows."""
    run: list[Entry] = []
    for entry in stream:
        if entry.message.id not in done:
            run.append(entry)
        elif run:
            yield run, True
            run = []
    if run:
        yield run, False
