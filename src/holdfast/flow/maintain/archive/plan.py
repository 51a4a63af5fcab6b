"""Plan: whether a day's archives are to be compacted now."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from holdfast.flow.maintain.archive.habits import Habits

_MEGABYTE = 1 << 20


class Load(NamedTuple):
    """What of a day waits to be merged: how many conversations, and the bytes they take."""

    lines: int
    size: int


class Reason(StrEnum):
    """Why a day is compacted."""

    ASKED = "asked"
    LINES = "lines"
    SIZE = "size"
    NIGHT = "night"


def rested(habits: Habits, now: datetime, last: datetime | None) -> bool:
    """Whether it is long enough since the last time; None: there was none."""
    return last is None or not 0 <= (now - last).total_seconds() < habits.interval_sec


def reason(habits: Habits, load: Load, now: datetime) -> Reason | None:
    """Why to compact now; None if it can wait. `now` shows the hour of the user's own clock."""
    if not habits.enabled or load.lines == 0:
        return None
    if load.lines >= habits.lines_threshold:
        return Reason.LINES
    if load.size >= habits.size_mb_threshold * _MEGABYTE:
        return Reason.SIZE
    return Reason.NIGHT if in_window(habits, now.hour) else None


def in_window(habits: Habits, hour: int) -> bool:
    """Whether the hour lies in the night's window."""
    start, end = habits.window_start_hour, habits.window_end_hour
    if start <= end:
        return start <= hour < end
    return hour >= start or hour < end
