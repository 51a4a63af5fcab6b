"""When a day is compacted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.flow.maintain.archive.habits import Habits
from holdfast.flow.maintain.archive.plan import Load, Reason, in_window, reason, rested

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)
NIGHT = NOON.replace(hour=3)
MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("load", "now", "expected"),
    [
        (Load(1999, 0), NOON, None),
        (Load(2000, 0), NOON, Reason.LINES),
        (Load(1, 64 * MEGABYTE - 1), NOON, None),
        (Load(1, 64 * MEGABYTE), NOON, Reason.SIZE),
        (Load(1, 0), NIGHT, Reason.NIGHT),
        (Load(0, 64 * MEGABYTE), NIGHT, None),
    ],
)
def test_thresholds_and_the_night(load, now, expected):
    assert reason(Habits(), load, now) is expected
    assert reason(Habits(enabled=False), load, now) is None


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        (2, 5, {2, 3, 4}),
        (23, 2, {23, 0, 1}),
        (22, 0, {22, 23}),
        (22, 24, {22, 23}),
        (0, 24, set(range(24))),
        (4, 4, set()),
        (23, 0, {23}),
    ],
)
def test_the_window_may_run_over_midnight(start, end, hours):
    habits = Habits(window_start_hour=start, window_end_hour=end)
    assert {hour for hour in range(24) if in_window(habits, hour)} == hours


@pytest.mark.parametrize(("ago", "expected"), [(0, False), (179, False), (180, True), (-60, True)])
def test_there_is_rest_between_two_times(ago, expected):
    assert rested(Habits(), NOON, NOON - timedelta(seconds=ago)) is expected
    assert rested(Habits(), NOON, None)
