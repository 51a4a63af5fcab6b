"""What an expression may mean: a span at once, or one that waits for a year or a month."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from holdfast.text.when.feasts import FEASTS, LOOSE
from holdfast.text.when.spans import (
    DAY,
    Now,
    Span,
    date_span,
    minutes,
    month_span,
    months_span,
    shifted,
)

At = Callable[[int, int], Span | None]


class Reading(NamedTuple):
    """A meaning. `open` counts what is still missing: 0 nothing, 1 the year, 2 the month as well."""

    at: At
    open: int
    exact: bool = True
    month: int = 0
    """The month of a date whose year is open, for a second day in the same month."""


class Node(NamedTuple):
    """A word that matters, or what several came to: a letter for its kind, and its place."""

    kind: str
    start: int
    stop: int
    number: int = 0
    reading: Reading | None = None


reading_of, node_of = partial(tuple.__new__, Reading), partial(tuple.__new__, Node)
"""They make one of all its fields, in half the time that it takes by their names."""

Made = tuple[str, Reading] | None
"""What a rule makes of the nodes it matched: a kind and a meaning, or None to leave them."""


def settled(span: Span | None, exact: bool = True) -> Reading:
    return reading_of((lambda _year, _month: span, 0, exact, 0))


def of_month(month: int, first: int = 1, last: int = 31) -> Reading:
    """Days of a month whose year is open."""
    return Reading(lambda year, _month: month_span(year, month, first, last), 1, month=month)


def of_date(month: int, day: int) -> Reading:
    return Reading(lambda year, _month: date_span(year, month, day), 1, month=month)


def of_day(day: int) -> Reading:
    """A day of a month that is open."""
    return Reading(lambda year, month: date_span(year, month, day), 2)


def of_feast(name: str) -> Reading:
    at = FEASTS[name]
    return reading_of((lambda year, _month: at(year), 1, name not in LOOSE, 0))


def in_month(reading: Reading, month: int) -> Reading:
    """A day or part of a month, with the month given and the year open."""
    return Reading(lambda year, _month: reading.at(year, month), 1, reading.exact, month)


def resolved(reading: Reading, now: Now) -> Span | None:
    """The span itself: what is open is filled so that it is the latest one that has begun."""
    if reading.open == 0:
        return reading.at(0, 0)
    return _latest(reading, now, lambda span: span.low <= now.minute)


def over(reading: Reading, now: Now) -> Span | None:
    """The latest one that is over."""
    return _latest(reading, now, lambda span: span.heart_high <= now.day * DAY)


def coming(reading: Reading, now: Now) -> Span | None:
    """The first one that begins after today."""
    years = range(now.year, now.year + 10)
    spans = (reading.at(year, now.month) for year in years)
    return next((span for span in spans if span and span.low > now.minute), None)


def following(reading: Reading, first: Span, now: Now) -> Span | None:
    """The first one that does not begin before another span, for the end of a range."""
    if reading.open == 0:
        return reading.at(0, 0)
    year = (first.low // DAY) * 400 // 146097
    for candidate in _steps(reading, year, 1, now.month, 1):
        if candidate and candidate.low >= first.low:
            return candidate
    return None


def _latest(reading: Reading, now: Now, fits: Callable[[Span], bool]) -> Span | None:
    for span in _steps(reading, now.year + 1, 12, now.month, -1):
        if span is not None and fits(span):
            return span
    return None


def _steps(reading: Reading, year: int, month: int, now: int, by: int) -> Iterator[Span | None]:
    """The spans of the years, or months, from a year on: ten, for the sake of 29 February."""
    if reading.open == 1:
        return (reading.at(year + by * step, now) for step in range(10))
    return (reading.at(*shifted(year, month, by * step)) for step in range(36))


def widened(span: Span, by: int) -> Span:
    """So many days more on either side."""
    return Span(span.low - by * DAY, span.high + by * DAY, span.heart_low, span.heart_high)


def third(span: Span, which: int) -> Span:
    """The beginning, middle or end of a span. Of a month: to the 10th, to the 20th, the rest."""
    long = (span.high - span.low) // DAY
    cut = 10 if 28 <= long <= 31 else max(long // 3, 1)
    first = span.low + which * cut * DAY
    return minutes(first, span.high if which == 2 else first + cut * DAY)


def half(span: Span, which: int) -> Span:
    middle = span.low + (span.high - span.low) // DAY // 2 * DAY
    return minutes(span.low, middle) if which == 0 else minutes(middle, span.high)


def months_from(now: Now, by: int, count: int = 1) -> Span | None:
    return months_span(*shifted(now.year, now.month, by), count)


def mapped(reading: Reading, change: Callable[[Span], Span | None]) -> Reading:
    """A part of what a reading means, whatever of it is still open."""

    def at(year: int, month: int) -> Span | None:
        found = reading.at(year, month)
        return None if found is None else change(found)

    return reading_of((at, reading.open, reading.exact, reading.month))


def loosely(reading: Reading) -> Reading:
    return reading_of((reading.at, reading.open, False, reading.month))
