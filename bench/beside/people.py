"""People: whose memories are in the stores, how many, and in which order they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.texts import messages

SMALL, MIDDLE, LARGE = 100, 1_000, 10_000
ASKED = {SMALL: "user-0", MIDDLE: "middle", LARGE: "large"}
"""Who is asked about."""

SOMEONE_ELSE = "user-1"
BATCH = 100
"""Memories of one user that come in one call."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Stage:
    """A store so far: `total` memories once `joining` have come to those who were there before."""

    total: int
    joining: tuple[tuple[str, int], ...]
    sizes: tuple[int, ...]
    """How many memories those have who are asked about."""


def stages(totals: Sequence[int]) -> list[Stage]:
    """Each holds the one before it. Big users come first, so that they are there if time runs out."""
    found: list[Stage] = []
    here, small = 0, 0
    sizes: tuple[int, ...] = (SMALL,)
    for total in totals:
        joining: list[tuple[str, int]] = []
        for size in (MIDDLE, LARGE):
            if size not in sizes and size < total:
                joining.append((ASKED[size], size))
                sizes = (*sizes, size)
        room = total - here - sum(size for _, size in joining)
        joining += [(f"user-{small + each}", SMALL) for each in range(room // SMALL)]
        small += room // SMALL
        here = total
        found.append(Stage(total, tuple(joining), sizes))
    return found


def distinct(count: int, seed: int) -> list[str]:
    """So many texts, no two alike: one that came twice would be one vector twice."""
    found: dict[str, None] = {}
    while len(found) < count:
        found |= dict.fromkeys(messages(count, seed=seed))
        seed += 1
    return list(found)[:count]


def pairs(stage: Stage, texts: Iterator[str]) -> list[Pair]:
    """What is said in a stage, in order; the texts are used up."""
    return [(user, next(texts)) for user, size in stage.joining for _ in range(size)]
