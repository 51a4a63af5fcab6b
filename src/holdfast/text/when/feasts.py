"""Feasts and the times of a year, each as a function from a year to a span."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from holdfast.text.when.lunar import lunar_day, qingming
from holdfast.text.when.spans import (
    Span,
    days,
    hearted,
    month_span,
    months_span,
    ordinal,
)

Yearly = Callable[[int], Span | None]


def fixed(month: int, day: int, before: int = 0, after: int = 0) -> Yearly:
    """The same date every year, with the days around it that belong to the feast."""
    return lambda year: _around(ordinal(year, month, day), before, after)


def moving(month: int, weekday: int, nth: int, offset: int = 0) -> Yearly:
    """The n-th weekday of a month (the last one for -1), and so many days on."""

    def at(year: int) -> Span | None:
        span = month_span(year, month)
        day = None if span is None else nth_weekday(span, weekday, nth)
        return None if day is None else days(day + offset, day + offset + 1)

    return at


def nth_weekday(span: Span, weekday: int, nth: int) -> int | None:
    """The ordinal of the n-th weekday within a span of days, the last one for -1."""
    first, end = span.low // 1440, span.high // 1440
    if nth < 0:
        return end - 1 - (end - 2 - weekday) % 7
    day = first + (weekday + 1 - first) % 7 + 7 * (nth - 1)
    return day if day < end else None


def lunar(month: int, day: int, before: int = 0, after: int = 0, years: int = 0) -> Yearly:
    return lambda year: _around(lunar_day(year + years, month, day), before, after)


def easter(before: int = 0, after: int = 0, offset: int = 0) -> Yearly:
    """Easter Sunday by the Gregorian reckoning, with days around it or so many days off."""

    def at(year: int) -> Span | None:
        sunday = _easter(year)
        return None if sunday is None else _around(sunday + offset, before, after)

    return at


def stretch(month: int, first: int, count: int, end: int) -> Yearly:
    """From a day of one month to a day of the month `count` months on."""

    def at(year: int) -> Span | None:
        span = months_span(year, month, count + 1)
        if span is None:
            return None
        later = months_span(year, month, count)
        base = span.low if later is None or count == 0 else later.high
        high = min(base // 1440 + end, span.high // 1440)
        return days(span.low // 1440 + first - 1, high)

    return at


def season(month: int) -> Yearly:
    """The three months from a month on; winter is named after the year of its December."""
    return lambda year: months_span(year, month, 3)


def _around(day: int | None, before: int, after: int) -> Span | None:
    return None if day is None else hearted(day - before, day + after + 1, day)


def _easter(year: int) -> int | None:
    if not 1 <= year <= 9999:
        return None
    golden, century = year % 19, year // 100
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    epact -= epact // 28 * (1 - epact // 28 * (29 // (epact + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + epact + 2 - century + century // 4) % 7
    day = epact - weekday
    month = 3 + (day + 40) // 44
    return date(year, month, day + 28 - 31 * (month // 4)).toordinal()


def _spring_festival(year: int) -> Span | None:
    """From New Year's Eve on; the public holiday moved a day forward in 2025."""
    return _around(lunar_day(year, 1, 1), 1, 7 if year < 2025 else 6)


def _national_week(year: int) -> Span | None:
    """The first week of October, and a day more when the Mid-Autumn Festival falls into it."""
    moon, first = lunar_day(year, 8, 15), ordinal(year, 10, 1)
    return _around(first, 0, 7 if moon and first and first <= moon <= first + 7 else 6)


def _thanksgiving(offset: int = 0) -> Yearly:
    return moving(11, 3, 4, offset)


FEASTS: dict[str, Yearly] = {
    "christmas": fixed(12, 25, 1, 1),
    "christmas eve": fixed(12, 24),
    "christmas day": fixed(12, 25),
    "boxing day": fixed(12, 26),
    "new year": fixed(1, 1, 1),
    "new year's day": fixed(1, 1),
    "new year's eve": fixed(12, 31),
    "easter": easter(),
    "easter weekend": easter(2, 1),
    "good friday": easter(offset=-2),
    "easter monday": easter(offset=1),
    "pentecost": easter(offset=49),
    "thanksgiving": _thanksgiving(),
    "thanksgiving weekend": lambda year: _around(_day(_thanksgiving()(year)), 0, 3),
    "black friday": _thanksgiving(1),
    "cyber monday": _thanksgiving(4),
    "halloween": fixed(10, 31),
    "valentine's day": fixed(2, 14),
    "independence day": fixed(7, 4),
    "labor day": moving(9, 0, 1),
    "memorial day": moving(5, 0, -1),
    "martin luther king day": moving(1, 0, 3),
    "presidents' day": moving(2, 0, 3),
    "columbus day": moving(10, 0, 2),
    "veterans day": fixed(11, 11),
    "juneteenth": fixed(6, 19),
    "st patrick's day": fixed(3, 17),
    "april fools' day": fixed(4, 1),
    "may day": fixed(5, 1),
    "earth day": fixed(4, 22),
    "women's day": fixed(3, 8),
    "mother's day": moving(5, 6, 2),
    "father's day": moving(6, 6, 3),
    "spring festival": _spring_festival,
    "chinese new year's eve": lunar(1, 0),
    "lantern festival": lunar(1, 15),
    "qingming": lambda year: _around(qingming(year), 0, 0),
    "qingming holiday": lambda year: _around(qingming(year), 1, 2),
    "labour holiday": fixed(5, 1, 0, 4),
    "youth day": fixed(5, 4),
    "children's day": fixed(6, 1),
    "dragon boat festival": lunar(5, 5),
    "dragon boat holiday": lunar(5, 5, 2, 2),
    "qixi": lunar(7, 7),
    "ghost festival": lunar(7, 15),
    "teachers' day": fixed(9, 10),
    "mid-autumn": lunar(8, 15),
    "mid-autumn holiday": lunar(8, 15, 2, 2),
    "double ninth": lunar(9, 9),
    "national day": _national_week,
    "singles' day": fixed(11, 11),
    "double twelve": fixed(12, 12),
    "six eighteen": fixed(6, 18),
    "laba": lunar(12, 8, years=-1),
    "little new year": lunar(12, 23, years=-1),
    "winter solstice": fixed(12, 22, 1),
    "spring": season(3),
    "summer": season(6),
    "autumn": season(9),
    "winter": season(12),
    "summer holidays": stretch(7, 1, 1, 31),
    "winter holidays": stretch(1, 10, 1, 28),
    "start of the year": lambda year: month_span(year, 1),
    "middle of the year": lambda year: months_span(year, 6, 2),
    "end of the year": lambda year: month_span(year, 12, 16),
    "first half of the year": lambda year: months_span(year, 1, 6),
    "second half of the year": lambda year: months_span(year, 7, 6),
    "late in the year": lambda year: months_span(year, 10, 3),
    "early in the year": lambda year: months_span(year, 1, 3),
    "mid-year": lambda year: months_span(year, 5, 4),
    "quarter 1": lambda year: months_span(year, 1, 3),
    "quarter 2": lambda year: months_span(year, 4, 3),
    "quarter 3": lambda year: months_span(year, 7, 3),
    "quarter 4": lambda year: months_span(year, 10, 3),
}

LOOSE = frozenset({"summer holidays", "winter holidays", "qingming holiday", "dragon boat holiday"})
"""Times whose ends differ from place to place."""


def _day(span: Span | None) -> int | None:
    return None if span is None else span.low // 1440
