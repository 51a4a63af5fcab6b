"""Compose: which of the recalled messages fit, and in what order they stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from holdfast.domain.context import Context
from holdfast.domain.moments import to_micros
from holdfast.domain.recall import Dropped, Hit
from holdfast.domain.slot import Slot
from holdfast.flow.window.render import KNOWN, STANDING, fenced, known_line, line, standing_line

SHORTEST = 24
"""A message that would have to be cut to fewer tokens than this is left out instead."""

BUDGET, HELD = "budget", "already in the window"
"""Why a hit is left out."""

STANDING_SHARE = 2
"""Standing instructions take no more than the budget divided by this."""

KNOWN_SHARE = 4
"""What is known of the user takes no more than the budget divided by this."""

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
    known: Sequence[Slot] = (),
    holding: Collection[str] = (),
) -> Context:
    """Pack the standing instructions and what is known, then the hits, best first while they fit,
    oldest on top.

    `holding` are ids and texts of messages that the prompt holds already: they are left out. Lines
    are counted one by one as they are chosen; should the whole then count for more than its lines,
    the last ones chosen are taken out again.
    """
    parts = [_block(map(standing_line, standing), STANDING, budget // STANDING_SHARE, count)]
    parts.append(_block(map(known_line, known), KNOWN, budget // KNOWN_SHARE, count))
    stable = "\n".join(filter(None, parts))
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


def _block(lines: Iterable[str], opening: str, room: int, count: Count) -> str:
    """As many of the lines as there is room for, the first ones first."""
    kept: list[str] = []
    left = room - count(fenced([""], opening))
    for each in lines:
        left -= count(each) + BREAK
        if left < 0:
            break
        kept.append(each)
    while kept and count(fenced(kept, opening)) > room:  # the whole may count for more
        kept.pop()
    return fenced(kept, opening)


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
