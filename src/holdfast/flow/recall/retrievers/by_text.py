"""By text: messages that hold the words asked for."""

from __future__ import annotations

from holdfast.flow.recall.ask import Question
from holdfast.flow.recall.index import UserIndex

NAME = "text"


def by_text(index: UserIndex, question: Question, among: frozenset[int] | None) -> dict[int, float]:
    """Candidates by place in the log; the best of them scores 1."""
    scores = index.score(question.terms, among)
    best = max(scores.values(), default=0.0)
    return {seq: score / best for seq, score in scores.items()} if best else {}
