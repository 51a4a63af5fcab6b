"""Times: words of time in a clause, and when they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from holdfast.text.when import windows

_NTH = re.compile(r"(?:on )?(?:the )?\d{1,2}(?:st|nd|rd|th)")
_WEEKDAY = re.compile(
    r"(?:(?:on|this|next|last|coming) )*(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
_OF_MONTH = re.compile(r"day,? (?:the )?\d{1,2}(?:st|nd|rd|th)$", re.IGNORECASE)
_FIRST_YEAR = 1000
_NEAR = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}


def birth_day(told: str, at: datetime, *, was: bool = False) -> str:
    """A birthday for good: "tomorrow" alone means nothing the day after. It is to come, unless it
    `was`.

    >>> birth_day("tomorrow", datetime(2024, 3, 5))
    '6 March (tomorrow)'
    """
    low = told.strip().lower()
    if _WEEKDAY.fullmatch(low):
        begins, _ = when(low, at, ahead=not (was or low.startswith("last")))
        return f"{begins.day} {begins:%B} ({told.strip()})" if begins else told
    if low in ("this month", "next month"):
        month = at if low == "this month" else at.replace(day=1) + timedelta(days=31)
        return f"{month:%B} ({low})"
    days = _NEAR.get(low)
    if days is None:
        return told
    day = at + timedelta(days=days)
    return f"{day.day} {day:%B} ({told.strip().lower()})"


def when(
    text: str, at: datetime, *, ahead: bool, near: Iterable[tuple[int, int]] = ()
) -> tuple[datetime | None, datetime | None]:
    """The time that a text tells, as from when to when; nothing where it tells none.

    Of several the one that begins in the first of the places `near` that has any, or else the first.
    """
    lead = "will " if ahead else ""
    found = windows(lead + text, at)
    exact = [window for window in found if window.exact] or list(found)
    if not exact:
        return None, None
    inside = (w for a, b in near for w in exact if a <= w.start - len(lead) < b)
    first = next(inside, exact[0])
    begins, ends = first.begins, first.ends
    if begins.year < _FIRST_YEAR:  # "by March" has no beginning
        return None, ends
    if not ahead or ends > at or re.search(r"\d{4}", first.phrase):
        return begins, ends
    if re.search(r"day\b|weekend", first.phrase.lower()) and not _OF_MONTH.search(first.phrase):
        while ends <= at:
            begins, ends = begins + timedelta(days=7), ends + timedelta(days=7)
        return begins, ends
    if _OF_MONTH.search(first.phrase) or _NTH.fullmatch(first.phrase.strip().lower()):
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
