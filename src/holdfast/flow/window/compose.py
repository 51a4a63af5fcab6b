"""Compose: which of the recalled messages fit, and in what order they stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from holdfast.domain.context import Context
from holdfast.domain.moments import to_micros
from holdfast.domain.recall import Dropped, Hit
from holdfast.flow.window.render import STANDING, fenced, line, standing_line

SHORTEST = 24
"""A message that would have to be cut to fewer tokens than this is left out instead."""

BUDGET, HELD = "budget", "already in the window"
"""Why a hit is left out."""

STANDING_SHARE = 2
"""Standing instructions take no more than the budget divided by this."""

BREAK = 1
"""What the break between two lines costs."""

MOST_LETTERS = 16
"""No token holds more letters than this, so a longer beginning need not be tried."""

Count = Callable[[str], int]


def compose(
    hits: Sequence[Hit],
    *,
    budget: int,
    count: Count,
    counted_by: str,
    run: str,
    standing: Sequence[str] = (),
    holding: Collection[str] = (),
) -> Context:
    """Pack the standing instructions, then the hits, best first while they fit, oldest on top.

    `holding` are ids and texts of messages that the prompt holds already: they are left out. Lines
    are counted one by one as they are chosen; should the whole then count for more than its lines,
    the last ones chosen are taken out again.
    """
    stable = _stable(standing, budget // STANDING_SHARE, count)
    begun = f"{stable}\n" if stable else ""
    chosen: list[tuple[Hit, str]] = []
    dropped: list[Dropped] = []
    room = budget - count(begun) - count(fenced([""]))
    for hit in hits:
        held = hit.text in holding or not set(hit.sources).isdisjoint(holding)
        text = None if held else _fitting(hit, room, count)
        if text is None:
            dropped.append(_left_out(hit, HELD if held else BUDGET))
        else:
            chosen.append((hit, text))
            room -= count(text) + BREAK
    while chosen and count(begun + _text(chosen)) > budget:
        dropped.append(_left_out(chosen.pop()[0], BUDGET))
    text = begun + _text(chosen) if chosen else stable
    return Context(
        text=text,
        stable=stable,
        tokens=count(text),
        budget=budget,
        counted_by=counted_by,
        hits=tuple(hit for hit, _ in _in_time(chosen)),
        dropped=tuple(dropped),
        run=run,
    )


def _stable(standing: Sequence[str], room: int, count: Count) -> str:
    """As many of the standing instructions as there is room for, the first ones first."""
    lines = [standing_line(text) for text in standing]
    while lines and count(fenced(lines, STANDING)) > room:
        lines.pop()
    return fenced(lines, STANDING)


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


def _left_out(hit: Hit, reason: str) -> Dropped:
    return Dropped(source=hit.sources[0], reason=reason, score=hit.score)


def _text(chosen: Sequence[tuple[Hit, str]]) -> str:
    return fenced([text for _, text in _in_time(chosen)])


def _in_time(chosen: Sequence[tuple[Hit, str]]) -> list[tuple[Hit, str]]:
    return sorted(chosen, key=lambda pair: (to_micros(pair[0].said_at), pair[0].seq))
