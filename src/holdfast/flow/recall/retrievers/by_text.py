"""By text: messages and sessions that hold the words asked for."""

from __future__ import annotations

from collections.abc import Iterable
from math import log1p

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import Asked
from holdfast.flow.recall.columns import summed
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.measures import Measures
from holdfast.flow.recall.postings import Held
from holdfast.text.analysis import WORDS_FROM

Scores = NDArray[np.float64]

_TINY = 1e-9
_FEW = 28
"""So many places are gone through by hand."""


def by_text(index: UserIndex, asked: Asked) -> tuple[Scores, Scores]:
    """BM25 of each message, and of each session as one text, as shares of what is asked.

    A message that holds every word once, and is neither long nor short, has about 1.
    """
    measures, total = index.measures, len(index)
    sessions = len(measures.session_norm)
    most = weights.COMMON * total if total > weights.FEW else total
    worth, found = _worth(asked, index.postings.find(asked.terms, most), total, most)
    sizes = [len(places) for places, _ in found]
    if sum(sizes) <= _FEW:
        return _by_hand(measures, worth, found, total)
    share, count, times = np.array(worth), len(found), np.array(sizes)
    places = np.concatenate([places for places, _ in found])
    counts = np.concatenate([counts for _, counts in found])
    part = counts / (counts + measures.norm.take(places))
    part *= share.repeat(times)
    rows = np.arange(0, count * sessions, sessions).repeat(times)
    rows += measures.by_session.numbers.take(places)
    cells = summed(rows, counts, count * sessions).reshape(count, sessions)
    cells *= share[:, None] / (cells + measures.session_norm)
    return summed(places, part, total), np.add.reduce(cells)


def _by_hand(
    measures: Measures, worth: list[float], found: list[Held], total: int
) -> tuple[Scores, Scores]:
    """The same, one by one: of a few, numpy's calls cost more than they save."""
    norm, session_of = measures.norm.item, measures.by_session.numbers.item
    messages: dict[int, float] = {}
    sessions = [0.0] * len(measures.session_norm)
    for each, (places, counts) in zip(worth, found, strict=True):
        cells: dict[int, float] = {}
        for place, count in zip(places.tolist(), counts.tolist(), strict=True):
            messages[place] = messages.get(place, 0.0) + count / (count + norm(place)) * each
            session = session_of(place)
            cells[session] = cells.get(session, 0.0) + count
        for session, count in cells.items():
            sessions[session] += count * (each / (count + measures.session_norm.item(session)))
    scores = np.zeros(total)
    for place, score in messages.items():
        scores[place] = score
    return scores, np.array(sessions)


def _worth(
    asked: Asked, found: Iterable[Held], total: int, most: float
) -> tuple[list[float], list[Held]]:
    """What each term is worth: by its weight and its rarity (BM25's idf), as a share of all.

    Terms that no message holds have their share, but only the others are told, and none that is
    worth nothing: characters that many messages hold are most of what is found.
    """
    rare, told, worth = [], [], []
    for term, weight, held in zip(asked.terms, asked.weights, found, strict=True):
        count = len(held[0])
        if count <= most or term >= WORDS_FROM:
            each = weight * log1p((total - count + 0.5) / (count + 0.5))
            rare.append(each)
            if count:
                worth.append(each)
                told.append(held)
    share = (weights.SATURATION + 1) / max(sum(rare), _TINY)
    return [each * share for each in worth], told
