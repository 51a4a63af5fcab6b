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
from holdfast.flow.recall.postings import Held
from holdfast.text.analysis import WORDS_FROM

Scores = NDArray[np.float64]

_TINY = 1e-9


def by_text(index: UserIndex, asked: Asked) -> tuple[Scores, Scores]:
    """BM25 of each message, and of each session as one text, as shares of what is asked.

    A message that holds every word once, and is neither long nor short, has about 1.
    """
    measures, total = index.measures, len(index)
    sessions = len(measures.session_norm)
    share, found = _worth(asked, index.postings.find(asked.terms), total)
    if not found:
        return np.zeros(total), np.zeros(sessions)
    count, times = len(found), np.array([len(held.places) for held in found])
    places = np.concatenate([held.places for held in found])
    counts = np.concatenate([held.counts for held in found])
    part = counts / (counts + measures.norm[places])
    part *= share.repeat(times)
    rows = np.arange(0, count * sessions, sessions).repeat(times)
    rows += measures.by_session.numbers[places]
    cells = summed(rows, counts, count * sessions).reshape(count, sessions)
    cells *= share[:, None] / (cells + measures.session_norm)
    return summed(places, part, total), np.add.reduce(cells)


def _worth(asked: Asked, found: Iterable[Held], total: int) -> tuple[Scores, list[Held]]:
    """What each term is worth: by its weight and its rarity (BM25's idf), as a share of all.

    Terms that no message holds have their share, but only the others are told, and none that is
    worth nothing: characters that many messages hold are most of what is found.
    """
    most = weights.COMMON * total if total > weights.FEW else total
    rare, told, worth = [], [], []
    for term, weight, held in zip(asked.terms, asked.weights, found, strict=True):
        count = len(held.places)
        if count <= most or term >= WORDS_FROM:
            each = weight * log1p((total - count + 0.5) / (count + 0.5))
            rare.append(each)
            if count:
                worth.append(each)
                told.append(held)
    return np.array(worth) * ((weights.SATURATION + 1) / max(sum(rare), _TINY)), told
