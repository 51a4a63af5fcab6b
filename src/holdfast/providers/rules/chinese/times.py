"""Times: when what a clause tells of happens, resolved against the moment it was said."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from holdfast.text.when import Window, windows

_WEEKLY = re.compile(r"^(?:这?周|星期|礼拜|周末)")
_FIRST_YEAR = 1000
_DATE = re.compile(
    r"\d|[一二三四五六七八九十]月|号|(?<!生)日|农历|阴历|[腊正冬]月|初[一二三四五六七八九十]|节|属"
)
_ANCHORED = re.compile(r"今|明|后|去|昨|前|上|下|这|本|\d{4}|年")


def span_of(text: str, said_at: datetime, ahead: bool) -> tuple[datetime | None, datetime | None]:
    """When something happens, by the first time that its clause names; two Nones if by none.

    With `ahead` it is still to come: a bare "Saturday" or "May" is the next one. What is to be done
    by a time has no beginning.
    """
    found = [each for each in windows(text, said_at) if each.exact]
    if not found:
        return None, None
    window = found[0]
    if window.begins.year < _FIRST_YEAR:
        return None, window.ends
    if ahead and window.ends <= said_at and not _ANCHORED.search(window.phrase):
        return _next(window, said_at)
    return window.begins, window.ends


def birth_day(told: str, text: str, since: datetime | None, until: datetime | None) -> str:
    """A birthday for good: "next Wednesday" alone means nothing the week after.

    >>> birth_day("生日", "下周三我生日", datetime(2025, 11, 26), datetime(2025, 11, 27))
    '11月26日'
    """
    if since is None or until is None or _DATE.search(told) or _DATE.search(text):
        return told
    if until - since == timedelta(days=1):
        day = f"{since.month}月{since.day}日"
    elif since.day == until.day == 1 and until - since <= timedelta(days=31):
        day = f"{since.month}月"
    else:
        return told
    return day if told == "生日" else f"{day}（{told}）"


def _next(window: Window, said_at: datetime) -> tuple[datetime, datetime]:
    begins, ends = window.begins, window.ends
    if _WEEKLY.match(window.phrase):
        while ends <= said_at:
            begins, ends = begins + timedelta(days=7), ends + timedelta(days=7)
        return begins, ends
    while ends <= said_at:
        begins, ends = _year_on(begins), _year_on(ends)
    return begins, ends


def _year_on(moment: datetime) -> datetime:
    try:
        return moment.replace(year=moment.year + 1)
    except ValueError:  # the 29th of February
        return moment.replace(year=moment.year + 1, day=28)
