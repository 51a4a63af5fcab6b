"""Rerank: a second look at the best hits, if it comes in time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from holdfast.domain.recall import Hit, Stage
from holdfast.flow.recall.aside import Aside
from holdfast.flow.recall.trace import Trace
from holdfast.ports.reranker import Reranker

NAME = "rerank"
LOOKED_AT = 30
"""How many hits are looked at again, where fewer are wanted."""


def rerank(trace: Trace, reranker: Reranker, aside: Aside) -> None:
    """Put the trace's hits into the reranker's order. Late or failing, it changes nothing."""
    hits = trace.hits
    if not hits:
        return
    texts = [hit.text for hit in hits]
    answer = aside.ask(lambda: _checked(reranker.score(trace.question.text, texts), len(texts)))
    scores, note = answer.value, answer.skipped and f"skipped: {answer.skipped}"
    if scores is not None:
        order = sorted(range(len(hits)), key=lambda at: -scores[at])
        trace.hits = tuple(_scored(hits[at], scores[at]) for at in order)
        note = reranker.identity
    trace.notes.append(Stage(name=NAME, taken=len(hits), kept=len(hits), note=note))


def _scored(hit: Hit, score: float) -> Hit:
    return replace(hit, score=score, scores={**hit.scores, NAME: score})


def _checked(scores: Sequence[float], count: int) -> list[float]:
    """The scores as they are, or ValueError."""
    numbers = [float(score) for score in scores]
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise ValueError("a reranker must give one finite number a text")
    return numbers
