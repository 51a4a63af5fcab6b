"""Year: a year at a glance, as twelve small months."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date
from math import sqrt
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
    most = max(said.values(), default=0)
    return [_month(year, number, said, most) for number in range(1, 13)]


def level(messages: int, most: int) -> int:
    """The shade of a day; by the square root, so that one loud day does not pale all others."""
    return min(LEVELS, 1 + int(LEVELS * sqrt(messages / most))) if messages else 0


def _month(year: int, number: int, said: Mapping[date, int], most: int) -> Month:
    weekday, length = monthrange(year, number)
    cells = []
    for at in range(1, length + 1):
        day = date(year, number, at)
        count = said.get(day, 0)
        cells.append(Cell(day, count, level(count, most)))
    return Month(number, weekday + 1, cells, sum(cell.messages for cell in cells))
