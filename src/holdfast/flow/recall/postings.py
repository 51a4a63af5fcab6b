"""Postings: for each term, the messages that hold it and how often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, pairwise, starmap
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.text.analysis import WORDS_FROM, numbers

Whole = NDArray[np.int64]
Floats = NDArray[np.float64]
Terms = NDArray[np.uint32]
Packed = bytes
"""A message's terms: 32-bit numbers, little-endian."""

_TERM = np.dtype("<u4")
_LOOSE_AT_LEAST = 256
_LOOSE_SHARE = 0.25
"""How many messages may be kept loose, beside the table, before they are merged into them."""

_SCANS = 64
"""So often each term may be looked at, in all, before it is sorted: about what the sorting costs."""

_AT_ONCE = 1 << 23
"""So many comparisons may be made in one go: each takes a byte of memory while it lasts."""


Held = tuple[NDArray[np.integer], NDArray[Any]]
"""The places where a term occurs, and how often in each: numbers of whatever type they are kept in."""

_Loose = dict[int, int]
"""The same of a few: how often, by place."""


class Postings:
    """Terms by message, message by message, as one table sorted by term: places, and how often.

    The first questions about messages that came together are answered by going through them: they
    are sorted as soon as that has cost as much as the sorting does. Several segments stay as they
    are: whose they are has so many messages that the terms are the least of what is looked at. Messages that come later, one by one, are kept loose in a
    dictionary and merged now and then, so that a new one costs what its own terms cost.
    """

    def __init__(self) -> None:
        self._spans: dict[int, slice] = {}
        self._held: Held = _NOWHERE
        self._unsorted: tuple[Terms, Whole] | None = None
        self._segments: list[Segment] = []
        self._looked_at = 0
        self._sorted = 0
        self._length = 0
        self._loose: dict[int, _Loose] = defaultdict(dict)

    @property
    def bytes(self) -> int:
        """About how much memory they take."""
        arrays: list[NDArray[Any]] = [*self._held, *(self._unsorted or ())]
        for terms, begins, places, counts, _ in self._segments:
            arrays += (terms, begins, places, counts)
        return sum(array.nbytes for array in arrays) + 200 * (len(self._spans) + len(self._loose))

    def open(self, segments: list[Segment], length: int) -> None:
        """Begin with segments, which tell of so many messages."""
        self._segments, self._length, self._sorted = segments, length, length

    def extend(self, messages: Sequence[Packed]) -> None:
        """Append messages, each with its terms: 32-bit numbers, little-endian."""
        first, self._length = self._length, self._length + len(messages)
        loose = self._length - self._sorted
        if not first:
            self._unsorted = _laid_out(messages)
            self._sorted = self._length
        elif loose > max(_LOOSE_AT_LEAST, int(self._sorted * _LOOSE_SHARE)):
            self._merge(messages, first)
        else:
            self._keep_loose(messages, first)

    def find(self, terms: Sequence[int], most: float = inf) -> list[Held]:
        """Where each of these terms occurs. They are views, and must not be changed.

        Of a character that more than `most` hold it may be told where so many do, and not where all.
        """
        found, loose = self._table(terms), self._loose
        if not loose:
            return found
        return [
            held
            if term not in loose or (term < WORDS_FROM and len(held[0]) > most)
            else _with(held, loose[term])
            for term, held in zip(terms, found, strict=True)
        ]

    def _table(self, terms: Sequence[int]) -> list[Held]:
        """What is not loose."""
        if self._unsorted is not None:
            every, ends = self._unsorted
            self._looked_at += len(terms)
            if self._looked_at <= _SCANS and len(terms) * len(every) <= _AT_ONCE:
                return _scanned(np.array(terms, np.uint32), every, ends)
            self._sort_all(every, ends)
        if self._segments:
            self._looked_at += len(terms)
            if self._looked_at <= _SCANS or len(self._segments) > 1:
                return _among(self._segments, terms)
            self._sort_segments()
        (places, counts), span_of = self._held, self._spans.get
        return [
            _NOWHERE if (span := span_of(term)) is None else (places[span], counts[span])
            for term in terms
        ]

    def _keep_loose(self, messages: Sequence[Packed], first: int) -> None:
        loose = self._loose
        for place, terms in enumerate(messages, start=first):
            for term in numbers(terms):
                held = loose[term]
                held[place] = held.get(place, 0) + 1

    def _sort_all(self, terms: Terms, ends: Whole) -> None:
        """Make the table of what came first."""
        self._sort(*_counted(terms, ends, 0))
        self._unsorted = None

    def _sort_segments(self) -> None:
        """Make one table of what it began with."""
        segments, self._segments = self._segments, []
        if len(segments) == 1:
            (only,) = segments
            self._held, spans = only.held, starmap(slice, pairwise(only.begins.tolist()))
            self._spans = dict(zip(only.terms.tolist(), spans, strict=True))
            return
        keys = np.concatenate([_keys_of(segment) for segment in segments])
        counts = np.concatenate([segment.counts for segment in segments])
        order = np.argsort(keys, kind="stable")
        self._sort(keys[order], counts[order])

    def _merge(self, messages: Sequence[Packed], first: int) -> None:
        """Sort in what is loose, and these."""
        if self._segments:
            self._sort_segments()
        if self._unsorted is not None:
            self._sort_all(*self._unsorted)
        keys, counts = _counted(*_laid_out(messages), first)
        spans = np.array(
            [(term, span.stop - span.start) for term, span in self._spans.items()], np.int64
        )
        places, old_counts = self._held
        old = _keys(spans[:, 0].repeat(spans[:, 1]), places) if len(spans) else _NO_KEYS
        loose = [(t, p, c) for t, held in self._loose.items() for p, c in held.items()]
        by_term = np.array(loose, np.int64).reshape(-1, 3)
        keys = np.concatenate([old, _keys(by_term[:, 0], by_term[:, 1]), keys])
        counts = np.concatenate([old_counts, by_term[:, 2], counts])
        order = np.argsort(keys, kind="stable")
        self._sort(keys[order], counts[order])
        self._sorted, self._loose = self._length, defaultdict(dict)

    def _sort(self, keys: NDArray[np.uint64], counts: NDArray[Any]) -> None:
        """Set the table, from keys in their order."""
        terms = (keys >> np.uint64(32)).astype(np.int64)
        begins = np.flatnonzero(np.append(True, terms[1:] != terms[:-1])[: len(terms)])
        ends = np.append(begins[1:], len(terms))
        spans = map(slice, begins.tolist(), ends.tolist())
        self._spans = dict(zip(terms[begins].tolist(), spans, strict=False))
        places = (keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
        self._held = places, counts.astype(np.float64)


_NOWHERE: Held = (np.empty(0, np.int64), np.empty(0, np.float64))
_NO_KEYS: NDArray[np.uint64] = np.empty(0, np.uint64)


def _laid_out(messages: Sequence[Packed]) -> tuple[Terms, Whole]:
    """All terms one after the other, and where those of each message end."""
    terms = np.frombuffer(b"".join(messages), _TERM)
    return terms, np.array([*accumulate(map(len, messages))], np.int64) // _TERM.itemsize


class Segment(NamedTuple):
    """A table of some messages: their terms in order, and where the places of each begin.

    `places` are counted from `first`; they and `counts` are of any type that has room for them.
    """

    terms: Terms
    begins: NDArray[np.integer]
    places: NDArray[np.integer]
    counts: NDArray[np.integer]
    first: int = 0

    def apart(self, first: int) -> Segment:
        """The same behind `first` messages, in arrays of its own."""
        terms, begins, places, counts, _ = self
        return Segment(terms.copy(), begins.copy(), places.copy(), counts.copy(), first)

    @property
    def held(self) -> Held:
        """All that it holds, term by term."""
        return self.places + np.int64(self.first), self.counts.astype(np.float64)

    def find(self, terms: Sequence[int]) -> list[Held]:
        """Where each of these terms occurs."""
        wanted = np.array(terms, np.uint32)
        spots = self.terms.searchsorted(wanted)
        known = self.terms.take(spots, mode="clip") == wanted
        begins = self.begins.take(spots, mode="clip").tolist()
        ends = self.begins.take(spots + 1, mode="clip").tolist()
        places, counts, first = self.places, self.counts, self.first
        found = []
        for begin, end, is_known in zip(begins, ends, known.tolist(), strict=True):
            if is_known:
                where = places[begin:end]
                found.append((where + np.int64(first) if first else where, counts[begin:end]))
            else:
                found.append(_NOWHERE)
        return found


def segment(messages: Sequence[Packed]) -> Segment:
    """The table of messages, each with its terms."""
    keys, counts = _counted(*_laid_out(messages), 0)
    terms, begins = np.unique((keys >> np.uint64(32)).astype(np.uint32), return_index=True)
    places = (keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
    return Segment(terms, np.append(begins, len(keys)), places, counts)


def _among(segments: list[Segment], terms: Sequence[int]) -> list[Held]:
    """Where each of these terms occurs, in segments that follow each other."""
    if len(segments) == 1:
        return segments[0].find(terms)
    every = zip(*(segment.find(terms) for segment in segments), strict=True)
    return [
        (np.concatenate(places), np.concatenate(counts))
        for places, counts in (zip(*each, strict=True) for each in every)
    ]


def _keys_of(segment: Segment) -> NDArray[np.uint64]:
    return _keys(segment.terms.repeat(np.diff(segment.begins)), segment.held[0])


def _with(held: Held, loose: _Loose) -> Held:
    places, counts = held
    return (
        np.concatenate((places, [*loose])),
        np.concatenate((counts, [*loose.values()])),
    )


def _scanned(wanted: Terms, terms: Terms, ends: Whole) -> list[Held]:
    """Where each of the wanted occurs, found by looking at all there are."""
    if not len(terms):
        return [_NOWHERE] * len(wanted)
    total = len(ends)
    number, spot = np.divmod((terms == wanted[:, None]).ravel().nonzero()[0], len(terms))
    places = ends.searchsorted(spot, "right")
    cells = np.bincount(number * total + places, minlength=len(wanted) * total)
    held = cells.nonzero()[0]
    upto = held.searchsorted(np.arange(total, len(cells) + 1, total)).tolist()
    found, counts = held % total, cells[held].astype(np.float64)
    return [(found[a:b], counts[a:b]) for a, b in pairwise([0, *upto])]


def _counted(terms: Terms, ends: Whole, first: int) -> tuple[NDArray[np.uint64], Whole]:
    """The key of each term in each message from `first` on, in order, and how often it occurs."""
    places = np.arange(first, first + len(ends)).repeat(np.diff(ends, prepend=0))
    return np.unique(_keys(terms, places), return_counts=True)


def _keys(terms: NDArray[np.integer], places: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Numbers that sort by term, then by place."""
    return (terms.astype(np.uint64) << np.uint64(32)) | places.astype(np.uint64)
