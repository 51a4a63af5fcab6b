"""Dating: the moments that a claim names, and days that a line names only from where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from holdfast.providers.by_model import figures
from holdfast.text.when import Window, windows

_DATE = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?)?[年月]?")
_EARLIEST = timedelta(days=366 * 120)
_LATEST = timedelta(days=366 * 100)
_SLACK = timedelta(days=1)
_RELATIVE = re.compile(
    r"""(?ix)\b(?:today|tonight|tomorrow|yesterday|(?:this|last|next)\s+(?:morning|afternoon|evening
    |night|weekend|week|month|year|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b
    |[今明昨后前][天日晚早]|今[早晚年]|[去明前后]年|[上下本这](?:个?(?:周|星期|礼拜|月)|学期)"""
)


def moment(value: Any, said_at: datetime, *, last: bool = False) -> datetime | None:
    """The moment that a text in ISO form names, in the zone of what was said; None if it is none.

    A day, month or year alone is its first moment, or with `last` the first one after it. None too
    for what lies further from the day it was said than a life is long.
    """
    if not isinstance(value, str) or not value.strip():
        return None
    text = value.strip()
    try:
        found = _day(text, said_at, last) or _parsed(text, said_at)
        sane = said_at - _EARLIEST <= found <= said_at + _LATEST
    except (ValueError, OverflowError):
        return None
    return found if sane else None


def _day(text: str, said_at: datetime, last: bool) -> datetime | None:
    found = _DATE.fullmatch(text)
    if not found:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    first = datetime(year or 1, month or 1, day or 1, tzinfo=said_at.tzinfo)
    if not last:
        return first
    if day:
        return first + timedelta(days=1)
    if month and month < 12:
        return first.replace(month=month + 1)
    return first.replace(year=first.year + 1, month=1)


def _parsed(text: str, said_at: datetime) -> datetime:
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=said_at.tzinfo) if found.tzinfo is None else found


def spoken_of(found: datetime | None, text: str, said_at: datetime) -> datetime | None:
    """The moment, if a text said then may speak of it; else None.

    Where it has words for a time (tomorrow), the moment must lie there, a day more or less, in
    that year or the one beside it: "in March" may be the last or the next. Where it has a number
    besides, or instead, anything may come of that. Where it has neither, it speaks of no time but
    its own.
    """
    if found is None or found.date() == said_at.date():
        return found
    named = windows(text, said_at)
    if any(_near(found, window) for window in named):
        return found
    rest = text
    for window in reversed(named):
        rest = rest[: window.start] + " " + rest[window.stop :]
    return found if any(figures.known(rest)) else None


def _near(found: datetime, window: Window) -> bool:
    years = (timedelta(days=365 * shift) for shift in (-1, 0, 1))
    begins, ends = window.begins - _SLACK, window.ends + _SLACK
    return any(begins <= found + year <= ends for year in years)


def resolved(text: str, told: Sequence[tuple[str, datetime]]) -> str:
    """A text with the dates of "tomorrow" and the like behind the words; empty if it cannot be told.

    `told` are the texts that it was made of, with the moments they were said at.
    """
    if not _RELATIVE.search(text):
        return text
    for match in reversed(list(_RELATIVE.finditer(text))):
        saying = [when for line, when in told if match[0].lower() in line.lower()]
        days = {when.date() for when in saying or [when for _, when in told]}
        if len(days) != 1:
            return ""
        when = next(when for when in (saying or [when for _, when in told]))
        found = [each for each in windows(match[0], when) if each.exact]
        if len(found) != 1:
            return ""
        text = f"{text[: match.end()]} ({_dates(found[0])}){text[match.end() :]}"
    return text


def _dates(window: Window) -> str:
    first, last = window.begins.date(), (window.ends - timedelta(seconds=1)).date()
    return f"{first}" if first == last else f"{first} – {last}"
