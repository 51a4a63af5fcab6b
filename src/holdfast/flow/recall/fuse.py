"""Fuse: one score from several retrievers'."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.flow.recall.retrievers import by_text, latest

WEIGHTS: Mapping[str, float] = {by_text.NAME: 1.0, latest.NAME: 0.05}
"""What each retriever's opinion weighs. Being recent only decides between near-equals."""


def fuse(found: Mapping[str, Mapping[int, float]]) -> list[tuple[int, float, dict[str, float]]]:
    """(place in the log, score, score by retriever), best first; of equals the later one first."""
    total = sum(WEIGHTS[name] for name in found)
    opinions: dict[int, dict[str, float]] = {}
    for name, scores in found.items():
        for seq, score in scores.items():
            opinions.setdefault(seq, {})[name] = score
    fused = [
        (seq, sum(WEIGHTS[name] * score for name, score in by.items()) / total, by)
        for seq, by in opinions.items()
    ]
    return sorted(fused, key=lambda candidate: (-candidate[1], -candidate[0]))
