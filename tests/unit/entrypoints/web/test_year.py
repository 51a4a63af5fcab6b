"""A year at a glance."""

from __future__ import annotations

from datetime import date

import pytest

from holdfast.domain.day import Day
from holdfast.entrypoints.web.pages.year import LEVELS, level, months


def test_every_day_of_a_year_is_there_once_under_its_month():
    found = months(2028, [Day(date=date(2028, 2, 29), messages=3)])
    cells = [cell for month in found for cell in month.cells]
    assert len(cells) == 366
    assert [cell.date for cell in cells] == sorted({cell.date for cell in cells})
    assert [month.messages for month in found] == [0, 3, *[0] * 10]
    assert [cell.date.day for cell in found[1].spoken] == [29]
    assert [month.column for month in found[:3]] == [6, 2, 3], "weeks begin on Monday"


@pytest.mark.parametrize("most", [1, 2, 7, 100, 100_000])
def test_more_is_never_paler(most):
    shades = [level(count, most) for count in range(min(most, 2000) + 1)] + [level(most, most)]
    assert shades == sorted(shades)
    assert (shades[0], shades[1], shades[-1]) == (0, level(1, most), LEVELS)
    assert shades[1] >= 1
