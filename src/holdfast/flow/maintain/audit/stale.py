"""Stale: dated plans and passing states that are long over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from holdfast.flow.maintain.audit.dates import Named, named_dates
from holdfast.flow.maintain.audit.lexicon import sign
from holdfast.flow.maintain.audit.reading import Reading

MARGIN = timedelta(days=14)
"""So long after its day a plan is over for good: it was carried out, put off or given up."""

PASSING = timedelta(days=45)
"""So long after it was told a passing state is over, where it names no end."""

_SEASON = timedelta(days=200)
"""What is told of a longer time while it lasts is no plan, unless it says so."""

_EARLIER = timedelta(days=45)
"""A state that names a time so shortly before it was told is one of then."""


def why_stale(reading: Reading, now: datetime) -> str:
    """Why a memory is stale; empty if it is not, or if nobody knows when it was learned."""
    at = reading.at.date() if reading.at else None
    today, low = now.date(), reading.low
    if sign("recurring", reading.language).search(low):
        return ""
    planned = sign("planned", reading.language).search(low) is not None
    lasting = sign("lasting", reading.language).search(low) is not None
    passing = lasting or sign("passing", reading.language).search(low) is not None
    done = not _WILLED.search(low) and sign("done", reading.language).search(low) is not None
    times = _finest(named_dates(low, at or today))
    ends = [when.ends for when in times if _counts(when, at, planned, passing, done)]
    if ends:
        last = max(ends)
        later = any(when.ends > last and when.ends + MARGIN >= today for when in times)
        if last + MARGIN < today and not later:
            return f"it was over by {last.isoformat()}"
        return ""
    if lasting and at and not times and today - at > PASSING:
        return f"a passing state of {at.isoformat()}"
    return ""


def _finest(named: Iterator[Named]) -> list[Named]:
    """The times that are named, without those that only say when another one is."""
    times = list(named)
    return [
        when
        for when in times
        if when.relative
        or not any(
            other is not when
            and not other.relative
            and when.begins <= other.begins
            and other.ends <= when.ends
            and (other.begins, other.ends) != (when.begins, when.ends)
            for other in times
        )
    ]


def _counts(when: Named, at: date | None, planned: bool, passing: bool, done: bool) -> bool:
    """Whether a time that is named bounds what the memory says."""
    if at is None:
        return planned and not when.yearless and not when.relative
    if when.relative:
        return (planned or passing or when.ahead) and (not done or passing or when.ahead)
    if when.ends < at - _EARLIER:
        return False
    if when.ends < at and not (planned or passing):
        return False
    if when.yearless or (when.begins < at and when.ends - when.begins > _SEASON):
        return (planned or passing) and not done
    if when.exact and when.begins > at:
        return planned or passing or not done
    return not done


_WILLED = re.compile(
    r"\b(?:wants? to|would like to|hopes? to|plans? to|planning to|intends? to|aims? to|will|going to|needs? to|has to|have to|must|due to|by (?:the end of|easter|christmas|summer|\d))\b"
    "|预[定订]|订了|买了.{0,14}票|约了|报了|报名|计划|打算|准备|要(?!是|么|求)|希望|争取|提醒"
)
