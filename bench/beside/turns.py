"""Turns: as in `bench.rounds`, but what is timed runs in other processes, which time themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from bench.beside.child import Spent
from bench.rounds import Timing

Side = TypeVar("Side")


def in_turns(
    sides: Mapping[Side, Callable[[int], Spent]],
    *,
    counts: Mapping[Side, int],
    rounds: int,
    warm_up: bool = True,
) -> dict[Side, Timing]:
    """Every side in every round, the order moving on by one; the first round may not count."""
    timings = {side: Timing(counts[side]) for side in sides}
    order = list(sides)
    for round_ in range(rounds + warm_up):
        first = round_ % len(order)
        for side in order[first:] + order[:first]:
            spent = sides[side](round_)
            if round_ or not warm_up:
                note(timings[side], spent)
    return timings


def note(timing: Timing, spent: Spent) -> None:
    """Add a round."""
    timing.cpu.append(spent.cpu)
    timing.wall.append(spent.wall)
