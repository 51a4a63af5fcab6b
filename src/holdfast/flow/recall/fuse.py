"""Fuse: one score for each message from everything that speaks for it or against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import Wanted
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.measures import KEPT_WHOLE, Measures
from holdfast.flow.recall.retrievers.by_text import by_text
from holdfast.flow.recall.retrievers.by_time import by_time

T = TypeVar("T")
Untold = tuple[Callable[[int], dict[str, float]], int]
"""What tells the scores of a message, and which."""
Part = tuple[str, float, NDArray[Any]]
"""A sign's name, its weight, and what it thinks of each message."""
Scores = NDArray[np.float64]

TEXT, MEANING, TIME = "text", "meaning", "time"
SPEAKER, KIND, NEAR, SESSION, LATEST = "speaker", "kind", "near", "session", "latest"
TRUTH = "truth"


@dataclass(slots=True)
class Fused:
    """Scores by message: the sum, what it is the sum of, and which messages count as found."""

    total: Scores
    found: NDArray[np.bool_]
    parts: list[Part] = field(default_factory=list)
    """What each sign thinks of every message, and what that weighs."""
    among: NDArray[np.bool_] | None = None
    """Which messages are asked about; None for all of them."""

    def take(self, name: str, weight: float, opinion: NDArray[Any]) -> None:
        """Add an opinion to the sum. It must not change afterwards."""
        self.parts.append((name, weight, opinion))
        self.total += weight * opinion

    def fetched(self) -> dict[str, int]:
        """How many messages each retriever found, of those that were asked about."""
        return {
            name: _count(_FINDS[name](opinion), self.among)
            for name, _, opinion in self.parts
            if name in _FINDS
        }

    def later(self, tell: Callable[[], T]) -> Callable[[], T]:
        """What tells the same when it is asked, of few messages from the arrays, which it keeps."""
        if len(self.total) <= KEPT_WHOLE:
            return tell
        told = tell()
        return lambda: told

    def scores_of(self, places: Sequence[int]) -> list[Untold]:
        """For each of these messages what tells, when it is asked, what its score is the sum of."""
        parts = self.parts
        if len(self.total) > KEPT_WHOLE:
            parts = [(name, weight, opinion.take(places)) for name, weight, opinion in parts]
            places = range(len(places))
        tell = partial(_scores, parts)
        return [(tell, place) for place in places]


def _scores(parts: Sequence[Part], place: int) -> dict[str, float]:
    return {name: weight * opinion.item(place) for name, weight, opinion in parts}


def _some(opinion: NDArray[Any]) -> NDArray[np.bool_]:
    return opinion > 0.0


def _alike(opinion: NDArray[Any]) -> NDArray[np.bool_]:
    return opinion >= weights.ALIKE


def _inside(opinion: NDArray[Any]) -> NDArray[np.bool_]:
    return opinion >= 1.0


_FINDS: Mapping[str, Callable[[NDArray[Any]], NDArray[np.bool_]]] = {
    TEXT: _some,
    MEANING: _alike,
    TIME: _inside,
    NEAR: _some,
    TRUTH: _some,
    LATEST: _some,
}
"""Which messages are found by a sign alone. The others only rank what is found."""


def _count(found: NDArray[np.bool_], among: NDArray[np.bool_] | None) -> int:
    return int(np.count_nonzero(found if among is None else found & among))


def fuse(index: UserIndex, wanted: Wanted, among: NDArray[np.bool_] | None = None) -> Fused:
    """Score every message. Those outside `among` are not counted as fetched."""
    if not wanted.anything:
        return _latest(len(index), among)
    text, session = by_text(index, wanted.asked)
    measures = index.measures
    near = measures.near(text)
    total, found = weights.TEXT * text, _some(text + near)
    parts: list[Part] = [(TEXT, weights.TEXT, text)]
    alike = None
    if wanted.vector is not None:
        alike = index.vectors.like(wanted.vector)
        parts.append((MEANING, weights.MEANING, alike))
        total += weights.MEANING * alike
        found |= _alike(alike)
    if wanted.windows:
        time = by_time(index, wanted.windows)
        parts.append((TIME, weights.TIME, time))
        total += weights.TIME * time
        found |= _inside(time)
    if wanted.speakers:
        said = np.isin(index.speakers.numbers, wanted.speakers)
        parts.append((SPEAKER, weights.SPEAKER, said))
        total += weights.SPEAKER * said
    kind = measures.kind if wanted.to_assistant else measures.kind_and_role
    total += kind
    beside = _of_session(measures, total, session, alike)
    total += beside
    total += near
    parts += ((KIND, 1.0, kind), (SESSION, 1.0, beside), (NEAR, 1.0, near))
    return Fused(total, found, parts, among)


def _latest(count: int, among: NDArray[np.bool_] | None) -> Fused:
    """Nothing was asked for in particular: what was said last."""
    order = (np.arange(count) + 1.0) / max(count, 1)
    return Fused(order, np.ones(count, np.bool_), [(LATEST, 1.0, order)], among)


def _of_session(measures: Measures, total: Scores, session: Scores, alike: Scores | None) -> Scores:
    """What a message has of its session: the words in it, what it means, and its best message."""
    groups = measures.by_session
    worth = groups.best(total)
    worth *= weights.SESSION_BEST
    worth += measures.several * session
    if alike is not None:
        worth += measures.each * groups.sum(alike)
    return groups.spread(worth)
