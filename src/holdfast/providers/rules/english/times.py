"""Times: words of time in a clause, and when they are."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from holdfast.text.when import windows

_NTH = re.compile(r"(?:on )?(?:the )?\d{1,2}(?:st|nd|rd|th)")
_FIRST_YEAR = 1000
_NEAR = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}


def birth_day(told: str, at: datetime) -> str:
    """A birthday for good: "tomorrow" alone means nothing the day after.

    >>> birth_day("tomorrow", datetime(2024, 3, 5))
    '6 March (tomorrow)'
    """
    low = told.strip().lower()
    if low in ("this month", "next month"):
        month = at if low == "this month" else at.replace(day=1) + timedelta(days=31)
        return f"{month:%B} ({low})"
    days = _NEAR.get(low)
    if days is None:
        return told
    day = at + timedelta(days=days)
    return f"{day.day} {day:%B} ({told.strip().lower()})"


def when(text: str, at: datetime, *, ahead: bool) -> tuple[datetime | None, datetime | None]:
    """The time that a text tells, as from when to when; nothing where it tells none."""
    found = windows(f"will {text}" if ahead else text, at)
    exact = [window for window in found if window.exact] or list(found)
    if not exact:
        return None, None
    first = exact[0]
    begins, ends = first.begins, first.ends
    if begins.year < _FIRST_YEAR:  # "by March" has no beginning
        return None, ends
    if not ahead or ends > at or re.search(r"\d{4}", first.phrase):
        return begins, ends
    if re.search(r"day\b|weekend", first.phrase.lower()):
        while ends <= at:
            begins, ends = begins + timedelta(days=7), ends + timedelta(days=7)
        return begins, ends
    if _NTH.fullmatch(first.phrase.strip().lower()):
        return _next_month(begins), _next_month(ends)
    try:
        while ends <= at:
            begins, ends = begins.replace(year=begins.year + 1), ends.replace(year=ends.year + 1)
    except ValueError:
        return None, None
    return begins, ends


def _next_month(day: datetime) -> datetime | None:
    try:
        return day.replace(year=day.year + day.month // 12, month=day.month % 12 + 1)
    except ValueError:  # there is no such day
        return None
