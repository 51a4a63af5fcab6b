"""Rounds: every side takes its turn in every round, so that noise falls on all of them alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import NamedTuple

Turn = Callable[[int], AbstractContextManager[Callable[[], object]]]
"""Prepares a side's turn in a round, gives what is to be timed, and clears up afterwards."""


class Spent(NamedTuple):
    """What a side gives back that knows better itself what it used: CPU time, and time, in seconds."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some figures, and the middle half of them."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Spread:
        """The spread of one figure or more."""
        figures = sorted(figures)
        if len(figures) == 1:
            return cls(figures[0], figures[0], figures[0])
        low, median, high = statistics.quantiles(figures, n=4, method="inclusive")
        return cls(median, low, high)

    def shown(self, factor: float = 1.0, form: str = ",.2f") -> str:
        """As text: the median, then the middle half."""
        low, high = sorted((self.low * factor, self.high * factor))
        return f"{self.median * factor:{form}} ({low:{form}}-{high:{form}})"


@dataclass(slots=True)
class Timing:
    """What a side took, in seconds, round by round; `count` is how much it did in each."""

    count: int
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def cpu_each(self) -> Spread:
        """CPU seconds for one."""
        return Spread.of(seconds / self.count for seconds in self.cpu)

    def wall_each(self) -> Spread:
        """Wall seconds for one."""
        return Spread.of(seconds / self.count for seconds in self.wall)

    def per_cpu_second(self) -> Spread:
        """How many in a second of CPU time."""
        return Spread.of(self.count / seconds for seconds in self.cpu)

    def per_second(self) -> Spread:
        """How many in a second on the clock."""
        return Spread.of(self.count / seconds for seconds in self.wall)


def cpu_ratio(dividend: Timing, divisor: Timing) -> Spread:
    """How many times the divisor's CPU time the dividend took, for one: round by round."""
    scale = divisor.count / dividend.count
    return Spread.of(a / b * scale for a, b in zip(dividend.cpu, divisor.cpu, strict=True))


def wall_ratio(dividend: Timing, divisor: Timing) -> Spread:
    """The same by the clock."""
    scale = divisor.count / dividend.count
    return Spread.of(a / b * scale for a, b in zip(dividend.wall, divisor.wall, strict=True))


def in_rounds(
    sides: Mapping[str, Turn],
    *,
    counts: int | Mapping[str, int],
    rounds: int,
    cpu: Callable[[], float] = time.process_time,
) -> dict[str, Timing]:
    """Time the sides in turn, after one round that does not count.

    The order moves on by one from round to round. `cpu` reads the CPU time used so far; by default
    that of the whole process with all its threads, in user mode and in the kernel.
    """
    timings = {name: Timing(counts if isinstance(counts, int) else counts[name]) for name in sides}
    names = list(sides)
    gc.collect()
    gc.freeze()  # what was there before is not gone through again on anyone's account
    for round_ in range(rounds + 1):
        first = round_ % len(names)
        for name in names[first:] + names[:first]:
            gc.collect()  # before the side prepares: going through all there is leaves nothing warm
            with sides[name](round_) as run:
                used, began = cpu(), time.perf_counter()
                told = run()
                used, took = cpu() - used, time.perf_counter() - began
                if isinstance(told, Spent):
                    used, took = told
            if round_:
                timings[name].cpu.append(used)
                timings[name].wall.append(took)
    gc.unfreeze()
    return timings
