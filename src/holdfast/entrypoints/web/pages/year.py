"""Year: a year at a glance, as twelve small months."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import ceil
from typing import NamedTuple

from holdfast.domain.day import Day

LEVELS = 4
"""How many shades there are beside none."""


class Cell(NamedTuple):
    """A day of the year, how much was said on it, and how dark it is for that."""

    date: date
    messages: int
    level: int


class Month(NamedTuple):
    """A month: the column its first day stands in, all days, and how much was said in it."""

    number: int
    column: int
    cells: Sequence[Cell]
    messages: int

    @property
    def spoken(self) -> list[Cell]:
        """The days on which something was said."""
        return [cell for cell in self.cells if cell.messages]


def months(year: int, days: Sequence[Day]) -> list[Month]:
    """The months of a year. Weeks begin on Monday."""
    said = {day.date: day.messages for day in days}
    shades = levels(said.values())
    return [_month(year, number, said, shades) for number in range(1, 13)]


def levels(counts: Iterable[int]) -> dict[int, int]:
    """The shade of each count, by its rank: so one loud day does not pale all others."""
    ranked = sorted({*counts} - {0})
    return {0: 0} | {count: ceil(at * LEVELS / len(ranked)) for at, count in enumerate(ranked, 1)}


def _month(year: int, number: int, said: Mapping[date, int], shades: Mapping[int, int]) -> Month:
    weekday, length = monthrange(year, number)
    cells = []
    for at in range(1, length + 1):
        day = date(year, number, at)
        count = said.get(day, 0)
        cells.append(Cell(day, count, shades[count]))
    return Month(number, weekday + 1, cells, sum(cell.messages for cell in cells))
