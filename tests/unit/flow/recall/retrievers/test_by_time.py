"""By time: inside a window, and beside it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from holdfast.domain.moments import to_micros
from holdfast.flow.recall.retrievers.by_time import by_time
from holdfast.text.when import Window
from tests.unit.flow.recall.sheets import Said, index

BEGINS = datetime(2024, 5, 1, tzinfo=UTC)
ENDS = datetime(2024, 5, 4, tzinfo=UTC)
DAY = timedelta(days=1)
MICRO = timedelta(microseconds=1)


def window(begins: datetime = BEGINS, ends: datetime = ENDS, *, exact: bool = True) -> Window:
    return Window(begins, ends, "then", 0, 4, exact)


def scored(windows: list[Window], *said: datetime) -> list[float]:
    made = index(*(Said("tea", said_at=to_micros(at)) for at in said))
    found: list[float] = by_time(made, windows).tolist()
    return found


def test_inside_it_is_1_both_ends_as_they_are():
    """A window's end is the first moment after it."""
    inside = scored([window()], BEGINS, BEGINS + DAY, ENDS - MICRO)
    assert inside == [1, 1, 1]
    before, after = scored([window()], BEGINS - MICRO, ENDS)
    assert before == pytest.approx(0.8)
    assert after == pytest.approx(0.8)


def test_beside_it_fades():
    days = [0, 1, 2, 5, 30, 3000]
    after = scored([window()], *(ENDS + DAY * n for n in days))
    before = scored([window()], *(BEGINS - MICRO - DAY * n for n in days))
    assert after == sorted(after, reverse=True)
    assert before == pytest.approx(after)
    assert after[4] < 0.001
    assert all(0 <= score < 1 for score in after)


def test_a_vague_window_fades_more_slowly():
    later = ENDS + 3 * DAY
    assert scored([window(exact=False)], later)[0] > scored([window()], later)[0]


def test_a_long_window_fades_more_slowly_up_to_a_week():
    def a_day_after(length: timedelta) -> float:
        return scored([window(ENDS - length, ENDS)], ENDS + DAY)[0]

    hour, day, week, year = (a_day_after(length) for length in (DAY / 24, DAY, 7 * DAY, 365 * DAY))
    assert hour == day < week == year


def test_of_several_windows_the_nearest_counts():
    other = window(ENDS + 10 * DAY, ENDS + 11 * DAY)
    between, inside = ENDS + 2 * DAY, ENDS + 10 * DAY
    both = scored([window(), other], BEGINS, between, inside)
    assert both == [1, scored([window()], between)[0], 1]
    assert both == scored([other, window()], BEGINS, between, inside)


def test_where_no_time_is_named_nothing_is_near_it():
    assert scored([], BEGINS, ENDS) == [0, 0]
    assert scored([window()]) == []


@pytest.mark.parametrize("exact", [True, False])
def test_it_fades_by_the_formula_to_the_last_bit(exact):
    moments = [BEGINS + timedelta(days=days, seconds=7 * days) for days in range(-400, 400, 3)]
    day = to_micros(BEGINS + DAY) - to_micros(BEGINS)
    reach = 3 * day * (1.0 if exact else 2.0)
    gaps = [
        max(to_micros(BEGINS) - to_micros(at), to_micros(at) - to_micros(ENDS) + 1)
        for at in moments
    ]
    fading = 0.8 * np.exp(-np.maximum(gaps, 0) / reach)
    expected = np.where(np.array(gaps) <= 0, 1.0, fading).tolist()
    assert scored([window(exact=exact)], *moments) == expected
