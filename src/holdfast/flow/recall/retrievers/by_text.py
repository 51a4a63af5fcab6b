"""By text: messages and sessions that hold the words asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import Asked
from holdfast.flow.recall.columns import summed
from holdfast.flow.recall.index import UserIndex
from holdfast.text.analysis import WORDS_FROM

Scores = NDArray[np.float64]

_TINY = 1e-9


def by_text(index: UserIndex, asked: Asked) -> tuple[Scores, Scores]:
    """BM25 of each message, and of each session as one text, as shares of what is asked.

    A message that holds every word once, and is neither long nor short, has about 1.
    """
    total, sessions, count = len(index), len(index.sessions), len(asked.terms)
    places, counts, held_by = index.postings.find(asked.terms)
    if not len(places):
        return np.zeros(total), np.zeros(sessions)
    measures = index.measures
    share = _shares(asked, total, held_by)
    part = share.repeat(held_by)
    part *= counts / (counts + measures.norm[places])
    rows = np.arange(0, count * sessions, sessions).repeat(held_by)
    rows += index.sessions.numbers[places]
    cells = summed(rows, counts, count * sessions).reshape(count, sessions)
    cells *= share[:, None] / (cells + measures.session_norm)
    return summed(places, part, total), np.add.reduce(cells, axis=0)


def _shares(asked: Asked, total: int, held_by: NDArray[np.int64]) -> Scores:
    """What each term is worth: by its weight and its rarity (BM25's idf), as a share of all."""
    rare = asked.weights * np.log1p((total - held_by + 0.5) / (held_by + 0.5))
    if total > weights.FEW and asked.terms[-1] < WORDS_FROM:
        rare *= (np.array(asked.terms) >= WORDS_FROM) | (held_by <= weights.COMMON * total)
    return rare * ((weights.SATURATION + 1) / max(float(np.add.reduce(rare)), _TINY))
