"""A year at a glance."""

from __future__ import annotations

from datetime import date

import pytest

from holdfast.domain.day import Day
from holdfast.entrypoints.web.pages.year import LEVELS, levels, months


def test_every_day_of_a_year_is_there_once_under_its_month():
    found = months(2028, [Day(date=date(2028, 2, 29), messages=3)])
    cells = [cell for month in found for cell in month.cells]
    assert len(cells) == 366
    assert [cell.date for cell in cells] == sorted({cell.date for cell in cells})
    assert [month.messages for month in found] == [0, 3, *[0] * 10]
    assert [cell.date.day for cell in found[1].spoken] == [29]
    assert [month.column for month in found[:3]] == [6, 2, 3], "weeks begin on Monday"


@pytest.mark.parametrize(
    "counts", [[1], [3, 9], [3, 5, 6, 7, 8, 8], [1, 2, 3, 100_000], range(1000)]
)
def test_more_is_never_paler(counts):
    shades = levels(counts)
    found = [shades[count] for count in sorted(counts) if count]
    assert found == sorted(found)
    assert (shades[0], found[-1]) == (0, LEVELS)
    assert found[0] >= 1
    assert len({*found}) == min(LEVELS, len({*counts} - {0})), "all shades are used"
