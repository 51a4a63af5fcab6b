"""Fuse: one score for each message from everything that speaks for it or against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import Wanted
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.measures import Measures
from holdfast.flow.recall.retrievers.by_text import by_text
from holdfast.flow.recall.retrievers.by_time import by_time

Scores = NDArray[np.float64]

TEXT, MEANING, TIME = "text", "meaning", "time"
SPEAKER, KIND, NEAR, SESSION, LATEST = "speaker", "kind", "near", "session", "latest"
TRUTH = "truth"


@dataclass(slots=True)
class Fused:
    """Scores by message: the sum, what it is the sum of, and which messages count as found."""

    total: Scores
    found: NDArray[np.bool_]
    parts: list[tuple[str, float, NDArray[Any]]] = field(default_factory=list)
    """Name, weight and opinion of all that had one."""
    fetched: dict[str, int] = field(default_factory=dict)
    """How many messages each retriever found, of those that were asked about."""
    among: NDArray[np.bool_] | None = None
    """Which messages are asked about; None for all of them."""

    def take(self, name: str, weight: float, opinion: NDArray[Any]) -> None:
        """Add an opinion to the sum."""
        self.parts.append((name, weight, opinion))
        self.total += opinion if weight == 1.0 else weight * opinion

    def fetch(self, name: str, found: NDArray[np.bool_]) -> None:
        """Take messages as found."""
        self.found |= found
        self.count(name, found)

    def count(self, name: str, found: NDArray[np.bool_]) -> None:
        """Note how many a retriever found."""
        inside = found if self.among is None else found & self.among
        self.fetched[name] = int(np.count_nonzero(inside))

    def scores_of(self, places: Iterable[int]) -> list[dict[str, float]]:
        """What each of these messages' scores is the sum of."""
        parts = [(name, weight, opinion.item) for name, weight, opinion in self.parts]
        return [{name: weight * item(at) for name, weight, item in parts} for at in places]


def fuse(index: UserIndex, wanted: Wanted, among: NDArray[np.bool_] | None = None) -> Fused:
    """Score every message. Those outside `among` are not counted as fetched."""
    if not wanted.anything:
        return _latest(len(index), among)
    text, session = by_text(index, wanted.asked)
    fused = Fused(
        weights.TEXT * text, text.astype(np.bool_), [(TEXT, weights.TEXT, text)], among=among
    )
    fused.count(TEXT, fused.found)
    if wanted.vector is not None:
        alike = index.vectors.like(wanted.vector)
        fused.take(MEANING, weights.MEANING, alike)
        fused.fetch(MEANING, alike >= weights.ALIKE)
    if wanted.windows:
        time = by_time(index, wanted.windows)
        fused.take(TIME, weights.TIME, time)
        fused.fetch(TIME, time >= 1.0)
    if wanted.speakers:
        fused.take(SPEAKER, weights.SPEAKER, np.isin(index.speakers.numbers, wanted.speakers))
    measures = index.measures
    worths = measures.worths
    fused.take(KIND, 1.0, worths.kind if wanted.to_assistant else worths.kind_and_role)
    fused.take(SESSION, 1.0, _of_session(measures, fused.total, session))
    near = measures.near(text)
    fused.take(NEAR, 1.0, near)
    fused.fetch(NEAR, near.astype(np.bool_))
    return fused


def _latest(count: int, among: NDArray[np.bool_] | None) -> Fused:
    """Nothing was asked for in particular: what was said last."""
    order = (np.arange(count) + 1.0) / max(count, 1)
    every = np.ones(count, np.bool_)
    fused = Fused(order, every, [(LATEST, 1.0, order)], among=among)
    fused.count(LATEST, every)
    return fused


def _of_session(measures: Measures, total: Scores, session: Scores) -> Scores:
    """What a message has of its session: the words in it, and the best message of it."""
    groups = measures.by_session
    return groups.spread(measures.several * session + weights.SESSION_BEST * groups.best(total))
