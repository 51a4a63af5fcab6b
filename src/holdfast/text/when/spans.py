"""Spans of time in whole minutes: plain numbers, so that no sum of days can leave the calendar."""

from __future__ import annotations

from calendar import isleap
from datetime import MAXYEAR, MINYEAR, date, datetime, time, tzinfo
from functools import lru_cache, partial
from typing import NamedTuple

DAY = 1440
"""The minutes of a day. The minute 0 lies one day before the calendar begins."""

_LENGTHS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

EARLIEST, LATEST = 2 * DAY, (date.max.toordinal() - 1) * DAY
"""A day inside either end of the calendar, so that every window can be moved to another zone."""


class Span(NamedTuple):
    """From one minute up to another; the heart is the day that before and after count from."""

    low: int
    high: int
    heart_low: int
    heart_high: int

    def heart(self) -> Span:
        return Span(self.heart_low, self.heart_high, self.heart_low, self.heart_high)


class Now(NamedTuple):
    """The time of asking, taken apart once."""

    minute: int
    day: int
    year: int
    month: int
    weekday: int

    @classmethod
    def of(cls, moment: datetime) -> Now:
        day = moment.toordinal()
        minute = day * DAY + moment.hour * 60 + moment.minute
        return cls(minute, day, moment.year, moment.month, moment.weekday())


_span = partial(tuple.__new__, Span)
"""Makes one of its fields, in half the time that it takes by their names."""


def minutes(low: int, high: int) -> Span:
    return _span((low, high, low, high))


def days(first: int, end: int) -> Span:
    """The days from one ordinal up to another, which is left out."""
    low, high = first * DAY, end * DAY
    return _span((low, high, low, high))


def hearted(first: int, end: int, heart: int) -> Span:
    """Days of which one is the day itself: Christmas is the 25th among the 24th to the 26th."""
    return Span(first * DAY, end * DAY, heart * DAY, (heart + 1) * DAY)


def ordinal(year: int, month: int, day: int) -> int | None:
    """The number of a date, and None for one that the calendar does not have."""
    if not (MINYEAR <= year <= MAXYEAR and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return date(year, month, 1).toordinal() + day - 1 if day <= last_day(year, month) else None


def last_day(year: int, month: int) -> int:
    return 29 if month == 2 and isleap(year) else _LENGTHS[month]


def date_span(year: int, month: int, day: int) -> Span | None:
    number = ordinal(year, month, day)
    return None if number is None else days(number, number + 1)


@lru_cache(maxsize=1024)
def month_span(year: int, month: int, first: int = 1, last: int = 31) -> Span | None:
    """A month, or its days from one to another."""
    begin = ordinal(year, month, 1)
    if begin is None:
        return None
    return days(begin + first - 1, begin + min(last, last_day(year, month)))


@lru_cache(maxsize=1024)
def months_span(year: int, month: int, count: int) -> Span | None:
    """So many whole months from a month on, which may be numbered beyond twelve."""
    first = month_span(*shifted(year, month, 0))
    last = month_span(*shifted(year, month, count - 1))
    return None if first is None or last is None else minutes(first.low, last.high)


def year_span(year: int) -> Span | None:
    first = ordinal(year, 1, 1)
    return None if first is None else days(first, first + 365 + isleap(year))


def week_span(day: int, weeks: int = 0) -> Span:
    """The week, Monday to Sunday, so many weeks from the one that holds a day."""
    monday = day - (day - 1) % 7 + 7 * weeks
    return days(monday, monday + 7)


def shifted(year: int, month: int, by: int) -> tuple[int, int]:
    """The month so many months on."""
    years, index = divmod(year * 12 + month - 1 + by, 12)
    return years, index + 1


def month_of(span: Span) -> tuple[int, int] | None:
    """Year and month in which a span begins."""
    day = span.low // DAY
    if not 1 <= day <= date.max.toordinal():
        return None
    found = date.fromordinal(day)
    return found.year, found.month


def moments(span: Span, zone: tzinfo | None) -> tuple[datetime, datetime] | None:
    """Both ends on the clock of a zone; None where nothing of the span is in the calendar."""
    low, high = max(span.low, EARLIEST), min(span.high, LATEST)
    return None if low >= high else (_moment(low, zone), _moment(high, zone))


def _moment(minute: int, zone: tzinfo | None) -> datetime:
    day, of_day = divmod(minute, DAY)
    return datetime.combine(date.fromordinal(day), time(of_day // 60, of_day % 60), zone)
