"""Baselines: the plain ways to shorten a text, to measure a summariser against."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from holdfast.ports.summariser import Line
from holdfast.text.analysis import terms
from holdfast.text.sentences import sentences

_SEED = 7
_DAMPING = 0.85
_STEPS = 30


def lead(lines: Sequence[Line], limit: int) -> str:
    """The beginning, cut at the limit."""
    return " ".join(line.text for line in lines)[:limit]


def at_random(lines: Sequence[Line], limit: int) -> str:
    """Whole sentences by lot. The lots are the same each time."""
    found = _sentences(lines)
    order = list(range(len(found)))
    random.Random(_SEED).shuffle(order)
    return _packed(found, order, limit)


def text_rank(lines: Sequence[Line], limit: int) -> str:
    """Whole sentences, those first that share most words with the others (TextRank).

    The likeness of two is the words they share by the logarithms of their lengths; the ranks are
    found by power iteration.
    """
    import numpy as np

    found = _sentences(lines)
    words = [frozenset(terms(each).word_ids) for each in found]
    alike = np.zeros((len(found), len(found)))
    for i, one in enumerate(words):
        for j in range(i):
            shared = len(one & words[j])
            if shared:
                size = np.log(1 + len(one)) + np.log(1 + len(words[j]))
                alike[i, j] = alike[j, i] = shared / size
    sums = alike.sum(axis=1, keepdims=True)
    steps = np.divide(alike, sums, out=np.zeros_like(alike), where=sums > 0)
    ranks = np.full(len(found), 1 / max(1, len(found)))
    for _ in range(_STEPS):
        ranks = (1 - _DAMPING) / max(1, len(found)) + _DAMPING * (steps.T @ ranks)
    order = sorted(range(len(found)), key=lambda at: (-ranks[at], at))
    return _packed(found, order, limit)


def _sentences(lines: Iterable[Line]) -> list[str]:
    return [each for line in lines for each in sentences(line.text)]


def _packed(found: Sequence[str], order: Sequence[int], limit: int) -> str:
    """The sentences that fit, taken in an order, put as they stood; the first cut if none fits."""
    chosen: list[int] = []
    room = limit
    for at in order:
        if len(found[at]) + bool(chosen) <= room:
            room -= len(found[at]) + bool(chosen)
            chosen.append(at)
    if not chosen and order:
        return found[order[0]][:limit]
    return " ".join(found[at] for at in sorted(chosen))
