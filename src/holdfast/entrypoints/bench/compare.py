"""Whether one run of questions found more than another, or whether that may be chance."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from holdfast.entrypoints.bench.recall import Score
from holdfast.entrypoints.bench.sets import Asked, RecallSet
from holdfast.errors import InvalidInput

Run = Mapping[tuple[str, str], tuple[str, ...]]
"""Ranked ids by set and question."""

DRAWS = 10_000
SEED = 1
MARGIN = 2.5
"""Per cent that is cut off at either end: what is left is where the difference lies."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of both runs over the same questions, in per cent, and how sure the change is."""

    before: float
    after: float
    low: float
    high: float

    @property
    def fell(self) -> bool:
        """Whether it is worse, and not by chance."""
        return self.high < 0


def run_in(path: Path) -> Run:
    """A run as `holdfast bench recall --out` writes it. InvalidInput if it is none."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                found[row["set"], row["id"]] = tuple(dict.fromkeys(row["ranked"]))
            except (ValueError, KeyError, TypeError) as error:
                raise InvalidInput(
                    f"{path.name}, line {number}: this is no line of a run.",
                    remedy="Make one with `holdfast bench recall SETS --out RUN.jsonl`.",
                ) from error
    return found


def compared(
    sets: Iterable[RecallSet], before: Run, after: Run, *, without: Sequence[str] = ()
) -> dict[str, tuple[int, dict[str, Difference]]]:
    """By set: how many questions, and R@10 and MRR. A question that a run lacks scores nothing."""
    table = {}
    for each in sets:
        asked = [
            one
            for talk in each.conversations
            for one in talk.asked
            if one.evidence and one.category not in without
        ]
        if asked:
            rows = [_figures(one, each.name, before) for one in asked]
            others = [_figures(one, each.name, after) for one in asked]
            table[each.name] = (
                len(asked),
                {
                    name: _difference([row[name] for row in rows], [row[name] for row in others])
                    for name in rows[0]
                },
            )
    return table


def _figures(asked: Asked, name: str, run: Run) -> dict[str, float]:
    score = Score()
    score.take(asked.evidence, run.get((name, asked.id), ()))
    return {"R@10": score.at_10, "MRR": score.reciprocal}


def _difference(before: Sequence[float], after: Sequence[float]) -> Difference:
    """By a paired bootstrap: the same questions drawn anew with repetition, again and again."""
    old, new = np.array(before), np.array(after)
    draw = np.random.default_rng(SEED).choice
    changes = [draw(new - old, len(old)).mean() for _ in range(DRAWS)]
    low, high = np.percentile(changes, [MARGIN, 100 - MARGIN])
    return Difference(*(100 * float(v) for v in (old.mean(), new.mean(), low, high)))
