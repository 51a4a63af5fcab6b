"""Fuse: one score for each message from everything that speaks for it or against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import Wanted
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.measures import Measures
from holdfast.flow.recall.retrievers.by_text import by_text
from holdfast.flow.recall.retrievers.by_time import by_time
from holdfast.flow.recall.shares import Shares

Scores = NDArray[np.float64]

TEXT, MEANING, TIME = "text", "meaning", "time"
SPEAKER, KIND, NEAR, SESSION, LATEST = "speaker", "kind", "near", "session", "latest"
TRUTH = "truth"

_MOST_SIGNS = 8
"""Text, meaning, time, speaker, kind, session, near and truth."""


class Fused:
    """Scores by message: the sum, what it is the sum of, and which messages count as found."""

    __slots__ = ("_given", "_names", "among", "fetched", "found", "total")

    def __init__(self, among: NDArray[np.bool_] | None, name: str, weight: float, first: Scores):
        """Begin with one opinion. `among` are the messages asked about; None for all of them."""
        self._names = [name]
        self._given: Scores = np.empty((_MOST_SIGNS, len(first)))
        self.total: Scores = np.multiply(first, weight, out=self._given[0]).copy()
        self.found: NDArray[np.bool_] = first.astype(np.bool_)
        self.among = among
        self.fetched: dict[str, int] = {}
        """How many messages each retriever found, of those that were asked about."""
        self.count(name, self.found)

    def take(self, name: str, opinion: NDArray[Any], weight: float = 1.0) -> None:
        """Add an opinion to the sum."""
        row = self._given[len(self._names)]
        self._names.append(name)
        np.multiply(opinion, weight, out=row)
        self.total += row

    def fetch(self, name: str, found: NDArray[np.bool_]) -> None:
        """Take messages as found."""
        self.found |= found
        self.count(name, found)

    def count(self, name: str, found: NDArray[np.bool_]) -> None:
        """Note how many a retriever found."""
        inside = found if self.among is None else found & self.among
        self.fetched[name] = int(np.count_nonzero(inside))

    def given(self, name: str) -> Scores | None:
        """What a sign gave to each message; None if it had no opinion."""
        return self._given[self._names.index(name)] if name in self._names else None

    def shares(self, places: Sequence[int]) -> list[Shares]:
        """What each of these messages' scores is the sum of."""
        names = tuple(self._names)
        given = self._given[: len(names)].take(places, 1)
        return [Shares(names, given, column) for column in range(len(places))]


def fuse(index: UserIndex, wanted: Wanted, among: NDArray[np.bool_] | None = None) -> Fused:
    """Score every message. Those outside `among` are not counted as fetched."""
    if not wanted.anything:
        return _latest(len(index), among)
    text, session = by_text(index, wanted.asked)
    fused = Fused(among, TEXT, weights.TEXT, text)
    if wanted.vector is not None:
        alike = index.vectors.like(wanted.vector)
        fused.take(MEANING, alike, weights.MEANING)
        fused.fetch(MEANING, alike >= weights.ALIKE)
    if wanted.windows:
        time = by_time(index, wanted.windows)
        fused.take(TIME, time, weights.TIME)
        fused.fetch(TIME, time >= 1.0)
    if wanted.speakers:
        said = np.isin(index.speakers.numbers, wanted.speakers)
        fused.take(SPEAKER, said, weights.SPEAKER)
    measures = index.measures
    worths = measures.worths
    fused.take(KIND, worths.kind if wanted.to_assistant else worths.kind_and_role)
    fused.take(SESSION, _of_session(measures, fused.total, session))
    near = measures.near(text)
    fused.take(NEAR, near)
    fused.fetch(NEAR, near.astype(np.bool_))
    return fused


def _latest(count: int, among: NDArray[np.bool_] | None) -> Fused:
    """Nothing was asked for in particular: what was said last."""
    return Fused(among, LATEST, 1.0, (np.arange(count) + 1.0) / max(count, 1))


def _of_session(measures: Measures, total: Scores, session: Scores) -> Scores:
    """What a message has of its session: the words in it, and the best message of it."""
    groups = measures.by_session
    return groups.spread(measures.several * session + weights.SESSION_BEST * groups.best(total))
