"""Compose: which of the recalled messages fit, and in what order they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.domain.context import Context
from holdfast.domain.recall import Dropped, Hit
from holdfast.flow.window.render import fenced, line

SHORTEST = 24
"""A message that would have to be cut to fewer tokens than this is left out instead."""

Count = Callable[[str], int]


def compose(
    hits: Sequence[Hit], *, budget: int, count: Count, counted_by: str, run: str
) -> Context:
    """Pack the hits, best first while they fit, and set them out from the oldest to the newest."""
    chosen: list[tuple[Hit, str]] = []
    dropped: list[Dropped] = []
    for hit in hits:
        text = _fitting(chosen, hit, budget, count)
        if text is None:
            dropped.append(Dropped(source=hit.sources[0], reason="budget", score=hit.score))
        else:
            chosen.append((hit, text))
    text = _text(chosen)
    return Context(
        text=text,
        tokens=count(text),
        budget=budget,
        counted_by=counted_by,
        hits=tuple(hit for hit, _ in _in_time(chosen)),
        dropped=tuple(dropped),
        run=run,
    )


def _fitting(chosen: list[tuple[Hit, str]], hit: Hit, budget: int, count: Count) -> str | None:
    """The hit's line, cut short if only that fits, or None."""
    whole = line(hit)
    if count(_text([*chosen, (hit, whole)])) <= budget:
        return whole
    room = budget - count(_text([*chosen, (hit, line(hit, "…"))]))
    if room < SHORTEST:
        return None
    low, high = 0, len(hit.text)
    while low < high:  # the longest beginning that fits
        middle = (low + high + 1) // 2
        if count(_text([*chosen, (hit, line(hit, hit.text[:middle] + "…"))])) <= budget:
            low = middle
        else:
            high = middle - 1
    return line(hit, hit.text[:low] + "…")


def _text(chosen: Sequence[tuple[Hit, str]]) -> str:
    return fenced([text for _, text in _in_time(chosen)])


def _in_time(chosen: Sequence[tuple[Hit, str]]) -> list[tuple[Hit, str]]:
    return sorted(chosen, key=lambda pair: pair[0].said_at)
