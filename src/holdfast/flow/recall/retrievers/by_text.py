"""By text: messages and sessions that hold the words asked for."""

from __future__ import annotations

from math import log1p

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
    measures = index.measures
    total, sessions, count = len(index), len(measures.session_norm), len(asked.terms)
    places, counts, held_by = index.postings.find(asked.terms)
    if not len(places):
        return np.zeros(total), np.zeros(sessions)
    share = _shares(asked, total, held_by)
    part = counts / (counts + measures.norm[places])
    part *= share.repeat(held_by)
    rows = np.arange(0, count * sessions, sessions).repeat(held_by)
    rows += measures.by_session.numbers[places]
    cells = summed(rows, counts, count * sessions).reshape(count, sessions)
    cells *= share[:, None] / (cells + measures.session_norm)
    return summed(places, part, total), np.add.reduce(cells, axis=0)


def _shares(asked: Asked, total: int, held_by: NDArray[np.int64]) -> Scores:
    """What each term is worth: by its weight and its rarity (BM25's idf), as a share of all."""
    most = weights.COMMON * total if total > weights.FEW else total
    rare = [
        weight * log1p((total - held + 0.5) / (held + 0.5))
        if held <= most or term >= WORDS_FROM
        else 0.0
        for term, weight, held in zip(
            asked.terms, asked.weights.tolist(), held_by.tolist(), strict=True
        )
    ]
    share = (weights.SATURATION + 1) / max(sum(rare), _TINY)
    return np.array([each * share for each in rare])
