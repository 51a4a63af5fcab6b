"""Amounts of time counted from the time of asking: "three weeks ago", 最近三天, 上个月."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.text.when.readings import Made, months_from, settled
from holdfast.text.when.spans import (
    DAY,
    Now,
    Span,
    days,
    hearted,
    minutes,
    week_span,
    year_span,
)

MANY = 10_000
"""No amount above this is taken for a time."""

FEW = (2, 6)
"""What "a few" may be."""

_DAYS = {"d": 1, "w": 7, "e": 7, "m": 30.44, "q": 91.3, "y": 365.25}
_KINDS = {"d": "D", "w": "K", "e": "S", "m": "L", "q": "S", "y": "Y", "h": "S"}
_MARGINS = {"m": 15, "y": 21, "q": 20}
"""How many days either side are meant by "about six months ago" and "about a year ago"."""


def unit_at(unit: str, by: int, now: Now) -> Made:
    """The calendar's own unit so many units from the present one."""
    span = _UNITS[unit](by, now)
    return None if span is None else (_KINDS[unit], settled(span))


def _quarter(by: int, now: Now) -> Span | None:
    return months_from(now, 3 * by - (now.month - 1) % 3, 3)


def _weekend(by: int, now: Now) -> Span | None:
    monday = week_span(now.day, by).low // DAY
    return days(monday + 5, monday + 7)


_UNITS: dict[str, Callable[[int, Now], Span | None]] = {
    "d": lambda by, now: days(now.day + by, now.day + by + 1),
    "w": lambda by, now: week_span(now.day, by),
    "e": _weekend,
    "m": lambda by, now: months_from(now, by),
    "q": _quarter,
    "y": lambda by, now: year_span(now.year + by),
}


def away(unit: str, count: int, sign: int, now: Now, vague: bool = False) -> Made:
    """So many units before (-1) or after (1) the time of asking.

    A count of years above one is said loosely, and so is a single year: neither is exact.
    """
    if not 0 < count < MANY:
        return None
    if unit == "h":
        return None  # hours are counted in minutes, by `hours_away`
    if not vague and unit != "y":
        return unit_at(unit, sign * count, now)
    if unit == "y" and count > 1:
        return _years_away(count, sign, now)
    middle = now.day + sign * round(count * _DAYS[unit])
    margin = _MARGINS.get(unit, max(1, round(count * _DAYS[unit] * 0.2)))
    if unit in "mq":
        margin = max(margin, round(count * _DAYS[unit] * 0.08))
    span = days(middle - margin, middle + margin + 1)
    if unit != "y":
        return "S", settled(span, False)
    year = year_span(now.year + sign) or span
    return "Y", settled(Span(span.low, span.high, year.low, year.high), False)


def _years_away(count: int, sign: int, now: Now) -> Made:
    """The calendar year, and six weeks either side of the day itself."""
    span = year_span(now.year + sign * count)
    if span is None:
        return None
    middle = now.day + sign * round(count * 365.25)
    low, high = min(span.low, (middle - 42) * DAY), max(span.high, (middle + 42) * DAY)
    return "Y", settled(Span(low, high, span.low, span.high), False)


def hours_away(length: int, sign: int, now: Now) -> Made:
    """So many minutes before or after, give or take a quarter, and ten minutes at least."""
    if not 0 < length < MANY * 60:
        return None
    margin = max(10, length // 4)
    middle = now.minute + sign * length
    return "S", settled(minutes(middle - margin, middle + margin), False)


def few_away(unit: str, sign: int, now: Now, low: int = FEW[0], high: int = FEW[1]) -> Made:
    """ "A few weeks ago": from two to six of them."""
    if unit == "h":
        near, far = now.minute + sign * low * 60, now.minute + sign * high * 60
        return "S", settled(minutes(min(near, far), max(near, far) + 60), False)
    near = now.day + sign * int(low * _DAYS[unit])
    far = now.day + sign * round(high * _DAYS[unit])
    return "S", settled(days(min(near, far), max(near, far) + 1), False)


def rolling(unit: str, count: int, sign: int, now: Now, multiple: int = 1) -> Made:
    """The last so many units up to now, or the next ones from now on."""
    if not 0 < count < MANY:
        return None
    if unit == "h":
        far = now.minute + sign * count * multiple
        return "S", settled(minutes(min(far, now.minute), max(far, now.minute) + 1))
    far_day = now.day + sign * round(count * multiple * _DAYS[unit])
    if sign < 0:
        return "S", settled(days(far_day, now.day + 1))
    return "S", settled(days(now.day, far_day + 1))


def beside(unit: str, count: int, sign: int, heart: Span) -> Made:
    """So many units before or after a day: "two days before Christmas", 中秋前两天."""
    if not 0 < count < MANY:
        return None
    edge = heart.heart_low // DAY if sign < 0 else -(-heart.heart_high // DAY) - 1
    if unit == "d":
        return "D", settled(days(edge + sign * count, edge + sign * count + 1))
    if unit == "e":
        return "S", settled(_weekend_beside(edge, count, sign))
    if unit == "w" and count > 1:
        middle = edge + sign * 7 * count
        return "S", settled(days(middle - 3, middle + 4))
    long = round(_DAYS[unit] * count)
    if sign < 0:
        return "S", settled(days(edge - long, edge))
    return "S", settled(days(edge + 1, edge + 1 + long))


def _weekend_beside(day: int, count: int, sign: int) -> Span:
    """The weekend before that of a day, or the next; a weekday has one on each side."""
    saturday = day - (day + 1) % 7
    if day - saturday > 1:  # a weekday: the weekend behind it is the first one back
        count -= sign < 0
    saturday += 7 * sign * count
    return hearted(saturday, saturday + 2, saturday)
