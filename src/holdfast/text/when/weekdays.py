"""Days of the week: the latest one, one of some week, one beside a feast, or one up to another."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.text.when.grammar import first, number, reading
from holdfast.text.when.readings import Made, Node, resolved, settled
from holdfast.text.when.spans import DAY, Now, days, hearted


def latest(weekday: int, now: Now, weeks: int = 0) -> int:
    """The last one before today, or the one so many weeks before that."""
    return now.day - 1 - (now.weekday - 1 - weekday) % 7 - 7 * weeks


def by_itself(nodes: Sequence[Node], now: Now) -> Made:
    day = latest(nodes[-1].number, now)
    return "D", settled(days(day, day + 1))


def before_last(nodes: Sequence[Node], now: Now) -> Made:
    """ "The Monday before last"."""
    day = latest(nodes[0].number, now, 1)
    return "D", settled(days(day, day + 1))


def ago(nodes: Sequence[Node], now: Now) -> Made:
    """ "Two Fridays ago": the one before last Friday."""
    weeks = number(nodes, "n") - 1
    if not 0 <= weeks < 1000:
        return None
    day = latest(number(nodes, "Z"), now, weeks)
    return "D", settled(days(day, day + 1))


def of_week(nodes: Sequence[Node], _now: Now) -> Made:
    """ "Tuesday last week", 上周的周三."""
    found = reading(nodes, "K")
    span = found.at(0, 0) if found else None
    if found is None or span is None:
        return None
    day = span.low // DAY + number(nodes, "W")
    return "D", settled(days(day, day + 1), found.exact)


def to_another(nodes: Sequence[Node], now: Now) -> Made:
    """ "From Monday to Wednesday", 上周一到周三: the second is the first one that follows."""
    begin, end = (node for node in nodes if node.kind in "WD")
    week = first(nodes, "K")
    named = resolved(week.reading, now) if week and week.reading else None
    if begin.kind == "D":
        span = begin.reading and resolved(begin.reading, now)
        if span is None or span.high - span.low != DAY:
            return None
        low = span.low // DAY
    else:
        low = latest(begin.number, now) if named is None else named.low // DAY + begin.number
    high = low + (end.number - (low - 1)) % 7
    if begin.kind == "W" and named is None and high > now.day:  # it is not over yet
        low, high = low - 7, high - 7
    return "S", settled(days(low, high + 1))


def beside(nodes: Sequence[Node], now: Now) -> Made:
    """ "The Friday after Thanksgiving", 春节后的第一个周一, 春节前的周末."""
    anchor = next((node for node in nodes if node.kind in "DTHSB"), None)
    span = resolved(anchor.reading, now) if anchor and anchor.reading else None
    wanted, count = first(nodes, "We"), number(nodes, "j") - 1
    if anchor is None or anchor.reading is None or span is None or wanted is None:
        return None
    weekday, long = (5, 2) if wanted.kind == "e" else (wanted.number, 1)
    if first(nodes, "b<"):
        last = span.heart_low // DAY - long
        day = last - (last - 1 - weekday) % 7 - 7 * count
    else:
        next_day = -(-span.heart_high // DAY)
        day = next_day + (weekday - (next_day - 1)) % 7 + 7 * count
    return "D" if long == 1 else "S", settled(hearted(day, day + long, day), anchor.reading.exact)
