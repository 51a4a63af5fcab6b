"""Compose: which of the recalled messages fit, and in what order they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.domain.context import Context
from holdfast.domain.moments import to_micros
from holdfast.domain.recall import Dropped, Hit
from holdfast.flow.window.render import fenced, line

SHORTEST = 24
"""A message that would have to be cut to fewer tokens than this is left out instead."""

BREAK = 1
"""What the break between two lines costs."""

MOST_LETTERS = 16
"""No token holds more letters than this, so a longer beginning need not be tried."""

Count = Callable[[str], int]


def compose(
    hits: Sequence[Hit], *, budget: int, count: Count, counted_by: str, run: str
) -> Context:
    """Pack the hits, best first while they fit, and set them out from the oldest to the newest.

    Lines are counted one by one as they are chosen; should the whole then count for more than its
    lines, the last ones chosen are taken out again.
    """
    chosen: list[tuple[Hit, str]] = []
    dropped: list[Dropped] = []
    room = budget - count(fenced([""]))
    for hit in hits:
        text = _fitting(hit, room, count)
        if text is None:
            dropped.append(_left_out(hit))
        else:
            chosen.append((hit, text))
            room -= count(text) + BREAK
    while count(_text(chosen)) > budget:
        dropped.append(_left_out(chosen.pop()[0]))
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


def _fitting(hit: Hit, room: int, count: Count) -> str | None:
    """The hit's line, cut short if only that fits, or None."""
    whole = line(hit)
    if count(whole) <= room:
        return whole
    if room - count(line(hit, "…")) < SHORTEST:
        return None
    low, high = 0, min(len(hit.text), room * MOST_LETTERS)
    while low < high:  # the longest beginning that fits
        middle = (low + high + 1) // 2
        if count(line(hit, hit.text[:middle] + "…")) <= room:
            low = middle
        else:
            high = middle - 1
    return line(hit, hit.text[:low] + "…")


def _left_out(hit: Hit) -> Dropped:
    return Dropped(source=hit.sources[0], reason="budget", score=hit.score)


def _text(chosen: Sequence[tuple[Hit, str]]) -> str:
    return fenced([text for _, text in _in_time(chosen)])


def _in_time(chosen: Sequence[tuple[Hit, str]]) -> list[tuple[Hit, str]]:
    return sorted(chosen, key=lambda pair: (to_micros(pair[0].said_at), pair[0].seq))
