"""Parts of a longer time: its beginning, middle and end, halves, the n-th week or day, and today's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from holdfast.text.when.amounts import unit_at
from holdfast.text.when.feasts import FEASTS, nth_weekday
from holdfast.text.when.grammar import first, number, span
from holdfast.text.when.readings import Made, Node, Reading, half, mapped, settled, third
from holdfast.text.when.spans import DAY, Now, Span, days, last_day, minutes, month_of, ordinal

_YEAR_PARTS = {
    "P": ("early in the year", "mid-year", "late in the year"),
    "Q": ("start of the year", "middle of the year", "end of the year"),
    "j": ("first half of the year", "second half of the year"),
}


def named_month(span: Span) -> tuple[int, int] | None:
    """Year and month of the day a span is about."""
    return month_of(span.heart())


def portion(nodes: Sequence[Node], now: Now) -> Made:
    """The beginning, middle, end or a half of a month, a year or a season."""
    lead, whole = nodes[0], nodes[-1]
    which = lead.number - 1 if lead.kind == "j" else lead.number
    if which not in ((0, 1) if lead.kind == "j" else (0, 1, 2)):
        return None
    if whole.kind in "mwy":
        made = unit_at(whole.kind, 0, now)
    else:
        made = whole.reading and (whole.kind, whole.reading)
    if made is None:
        return None
    kind, found = made
    if kind == "Y":
        return year_part(found, _YEAR_PARTS[lead.kind][which], lead.kind != "P")
    cut = half if lead.kind == "j" else third
    return "H" if found.open else "S", mapped(found, lambda span: cut(span, which))


def same_day(nodes: Sequence[Node], now: Now) -> Made:
    """去年今天, "a month ago today"."""
    today, day = span(nodes, "D", now), _like_today(nodes, now)
    if today is None or today.low // DAY != now.day or day is None:
        return None
    return "D", settled(days(day, day + 1))


def same_time(nodes: Sequence[Node], now: Now) -> Made:
    """去年这个时候, "this time last month"."""
    whole, day = first(nodes, "YLK"), _like_today(nodes, now)
    if whole is None or day is None:
        return None
    margin = {"Y": 15, "L": 7, "K": 1}[whole.kind]
    return "S", settled(days(day - margin, day + margin + 1), False)


def _like_today(nodes: Sequence[Node], now: Now) -> int | None:
    """The day of a year, a month or a week that is what today is of its own."""
    whole = first(nodes, "YLK")
    found = span(nodes, "YLK", now)
    place = found and month_of(found.heart())
    if whole is None or found is None or place is None:
        return None
    if whole.kind == "K":
        return found.heart_low // DAY + now.weekday
    today = date.fromordinal(now.day)
    year, month = place[0], today.month if whole.kind == "Y" else place[1]
    return ordinal(year, month, min(today.day, last_day(year, month)))


def year_part(year: Reading, name: str, exact: bool) -> Made:
    whole = year.at(0, 0)
    month = whole and named_month(whole)
    part = month and FEASTS[name](month[0])
    return part and ("S", settled(part, exact))


def within(nodes: Sequence[Node], now: Now) -> Made:
    """ "The second week of June", "the last Friday of August", 七月的第一个周末."""
    whole = next((node for node in nodes if node.kind in "LMNHYmy" and node is not nodes[0]), None)
    whole = nodes[0] if nodes[0].kind in "LMHY" else whole
    unit, order = first(nodes, "dewW"), first(nodes, "jJl")
    if whole is None or unit is None or order is None:
        return None
    made = unit_at(whole.kind, 0, now) if whole.kind in "my" else None
    found = made[1] if made else whole.reading
    nth = -1 if order.kind == "l" else order.number
    count = number(nodes, "n")
    if found is None or not -1 <= nth <= 366 or not 0 < count < 100:
        return None
    kind = "T" if found.open else "D"
    return kind, mapped(found, lambda span: _nth(span, unit, nth, count))


def _nth(span: Span, unit: Node, nth: int, count: int) -> Span | None:
    if unit.kind in "dw":
        long = (1 if unit.kind == "d" else 7) * count * DAY
        low = span.high - long if nth < 0 else span.low + (nth - 1) * long
        return minutes(low, min(low + long, span.high)) if span.low <= low < span.high else None
    day = nth_weekday(span, 5 if unit.kind == "e" else unit.number, nth)
    return None if day is None else days(day, day + (2 if unit.kind == "e" else 1))
