"""The rules of English, in the order in which they are applied."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.text.when import weekdays
from holdfast.text.when.amounts import MANY, away, few_away, hours_away, rolling, unit_at
from holdfast.text.when.english_words import SEASONS
from holdfast.text.when.grammar import Make, Rules, first, number, reading
from holdfast.text.when.hours import part_of
from holdfast.text.when.portions import named_month, portion, within
from holdfast.text.when.readings import (
    Made,
    Node,
    Reading,
    coming,
    loosely,
    mapped,
    of_date,
    of_day,
    of_feast,
    over,
    settled,
)
from holdfast.text.when.spans import DAY, Now, Span, days, minutes, week_span, year_span

_UNITS = "dwemqyh"
_STEPS = {"l": -1, "t": 0, "x": 1, "tl": -1, "tx": 1}
_WHICH = r"(?:tl|tx|[ltx])"


def _step(nodes: Sequence[Node]) -> int:
    return _STEPS["".join(node.kind for node in nodes if node.kind in "ltx")]


def _count(nodes: Sequence[Node], sign: int, now: Now) -> Made:
    """An amount before or after now; without a number it is a few."""
    unit = first(nodes, _UNITS)
    if unit is None:
        return None
    few = first(nodes, "F")
    if few is not None or first(nodes, "na") is None:
        size = 3 if few is None else few.number
        return few_away(unit.kind, sign, now, size - 1, size * 2)
    count = number(nodes, "n")
    if unit.kind == "h":
        return hours_away(count * unit.number, sign, now)
    return away(unit.kind, count * unit.number, sign, now, first(nodes, "ARi") is not None)


def _ago(nodes: Sequence[Node], now: Now) -> Made:
    return _count(nodes, -1, now)


def _in(nodes: Sequence[Node], now: Now) -> Made:
    return _count([node for node in nodes if node.kind != "i"], 1, now)


def _half_ago(nodes: Sequence[Node], now: Now) -> Made:
    """ "Half a year ago", "half an hour ago", "two and a half years ago"."""
    unit = first(nodes, _UNITS)
    if unit is None or unit.kind == "h":
        return None if unit is None else hours_away(unit.number // 2, -1, now)
    years = number(nodes, "n") if nodes[0].kind in "na" else 0
    if years >= MANY:
        return None
    middle = now.day - 365 * years - 183
    return "S", settled(days(middle - 15, middle + 16), False)


def _rolling(nodes: Sequence[Node], now: Now) -> Made:
    unit, few = first(nodes, _UNITS), first(nodes, "F")
    alone = first(nodes, "nF") is None
    if unit is None or (alone and nodes[0].number != 2 and unit.kind != "h"):
        return None  # "last week" is one of the calendar, "the past week" is not
    count = number(nodes, "n") if few is None else few.number * 2
    sign = 1 if nodes[0].kind == "x" else -1
    made = rolling(unit.kind, count, sign, now, unit.number)
    return made if few is None or made is None else (made[0], loosely(made[1]))


def _over_last(nodes: Sequence[Node], now: Now) -> Made:
    """ "Over the last year" goes up to now; "in last week's mail" has no article."""
    if nodes[1].start - nodes[0].stop < len(" the "):
        return None
    return rolling(nodes[-1].kind, 1, -1, now, nodes[-1].number)


def _before_last(nodes: Sequence[Node], now: Now) -> Made:
    unit = nodes[0]
    made = unit_at("d" if unit.kind == "p" else unit.kind, -2, now)
    return made and ("S", part_of(made[1], unit.number)) if unit.kind == "p" else made


def _unit(nodes: Sequence[Node], now: Now) -> Made:
    unit = nodes[-1]
    if unit.number == 10:  # a decade
        year = now.year // 10 * 10 + 10 * _step(nodes)
        low, high = year_span(year), year_span(year + 9)
        return ("S", settled(minutes(low.low, high.high))) if low and high else None
    return unit_at(unit.kind, _step(nodes), now)


def _date(nodes: Sequence[Node], _now: Now) -> Made:
    day = number(nodes, "Jjn")
    return ("T", of_date(number(nodes, "MN"), day)) if 1 <= day <= 31 else None


def _as(kind: str) -> Make:
    """The same under another letter."""
    return lambda nodes, _now: nodes[0].reading and (kind, nodes[0].reading)


def _year(nodes: Sequence[Node], _now: Now) -> Made:
    span = year_span(nodes[0].number)
    return span and ("Y", settled(span))


def _season_reading(node: Node) -> Reading | None:
    return of_feast(SEASONS[node.number]) if node.kind == "C" else node.reading


def _season(nodes: Sequence[Node], _now: Now) -> Made:
    return "H", loosely(of_feast(SEASONS[nodes[0].number]))


def _yearly(nodes: Sequence[Node], now: Now) -> Made:
    """ "Last summer", "this Christmas", "next May"."""
    found, step = _season_reading(nodes[-1]), _step(nodes)
    if found is None:
        return None
    if step:
        span = over(found, now) if step < 0 else coming(found, now)
    else:
        span = found.at(now.year, 1)
        before = found.at(now.year - 1, 1)
        span = before if before and before.high > now.minute else span  # a winter goes on
    return span and ("L" if nodes[-1].kind in "MN" else "S", settled(span, found.exact))


def _day_of(nodes: Sequence[Node], now: Now) -> Made:
    """ "The 12th of last month", "the 3rd of the month"."""
    found = reading(nodes, "L")
    span = found.at(0, 0) if found else None
    month = named_month(span) if span else (now.year, now.month)
    day = month and of_day(number(nodes, "J")).at(*month)
    return day and ("D", settled(day))


def _bare_day(nodes: Sequence[Node], _now: Now) -> Made:
    return "B", of_day(nodes[-1].number)


def _quarter_of(nodes: Sequence[Node], _now: Now) -> Made:
    """ "The first quarter of 2024"."""
    which = nodes[0].number
    return ("H", of_feast(f"quarter {which}")) if 1 <= which <= 4 else None


def _week_of(nodes: Sequence[Node], _now: Now) -> Made:
    found, skipped = nodes[-1].reading, 5 if nodes[0].kind == "e" else 0
    if found is None:
        return None

    def week(span: Span) -> Span:
        monday = week_span(span.heart_low // DAY).low // DAY
        return days(monday + skipped, monday + 7)

    return "H", mapped(found, week)


def _weekend(_nodes: Sequence[Node], now: Now) -> Made:
    return unit_at("e", 0 if now.weekday >= 5 else -1, now)


def _part(nodes: Sequence[Node], now: Now) -> Made:
    made = unit_at("d", _step(nodes), now)
    return made and ("S", part_of(made[1], nodes[-1].number))


def _weekday(nodes: Sequence[Node], now: Now) -> Made:
    wanted, which = nodes[-1].number, "".join(node.kind for node in nodes[:-1])
    if which in ("t", "x"):
        day = week_span(now.day, _STEPS[which]).low // DAY + wanted
    elif which == "tx":
        day = now.day + 1 + (wanted - now.weekday - 1) % 7
    else:
        day = weekdays.latest(wanted, now)
    return "D", settled(days(day, day + 1))


def _so_far(nodes: Sequence[Node], now: Now) -> Made:
    found = nodes[-1].reading
    span = found.at(0, 0) if found else None
    if span is None or not span.low <= now.minute < span.high:
        return found and (nodes[-1].kind, found)
    if nodes[0].kind == "U":
        return "S", settled(minutes(span.low, now.minute + 1))
    return "S", settled(minutes(now.minute, span.high))


def _last(nodes: Sequence[Node], _now: Now) -> Made:
    """A weekday before its date says nothing new."""
    return nodes[-1].reading and (nodes[-1].kind, nodes[-1].reading)


@lru_cache(maxsize=1)
def english_rules() -> Rules:
    return Rules(
        (r"[na]y&afg|n&afyg|[ARi]?fa?[yh]g", _half_ago),
        (r"[ARi]?(?:a?Fo?|n|a)?[dwemqyh]g", _ago),
        (r"nZg", weekdays.ago),
        (r"[lx](?:n|a?Fo?)[dwmqyh](?![oi]?[MN])|(?<![tb])l[dwmqyh](?!o)", _rolling),
        (r"il[wmy](?!o)", _over_last),
        (r"Wbl(?![dwemqypWCHMN])", weekdays.before_last),
        (r"[dwemqyp]bl(?![dwemqypWCHMN])", _before_last),
        (rf"{_WHICH}[myq](?![br])", _unit),
        (r"[MN][Jjn]|[Jn]o?[MN]|jo[MN]", _date),
        (r"(?<=[isokbrvclxPR])N|N(?=o?[Y4])|(?<=[MN][&~])N", _as("M")),
        (r"(?<=[iosbrkvcPR])4(?![dwmyh])|(?<=4[~&])4", _year),
        (r"jd?eo[LMNmHYy]|[jlJ]n?[dewW][oi][LMNmHYy]", within),
        (r"(?:tl|tx|[lx])[CHMN]|t[CHM]", _yearly),
        (r"(?<=[iskcvPY])C|(?<=[Q]o)C", _season),
        (r"Jo[Lm]|LI?J", _day_of),
        (r"WJ|(?<=[Iskbrvc])J(?![dwemyf])|(?<=po)J|(?<=B[&~])J", _bare_day),
        (r"(?<=[Ibrskvc])V|V(?=O)|(?<=V[&~])V", _as("T")),
        (r"[jJ]q(?=o)", _quarter_of),
        (r"[we]o[TDH]", _week_of),
        (rf"{_WHICH}[we](?![br])", _unit),
        (r"(?<=[iI])e", _weekend),
        (rf"{_WHICH}p(?![br])", _part),
        (r"P[LMYH]|Qo[LMYHKSmwy]|jfo[LMYHmy]", portion),
        (r"(?:cl?W&|v?l?W~|vl?Wk)l?W(?:[oIi]?K)?", weekdays.to_another),
        (r"W[oI]?K|KI?W", weekdays.of_week),
        (r"WI?[TD]", _last),
        (rf"(?<!X){_WHICH}?W(?![br][DTHBS])", _weekday),
        (r"D~W", weekdays.to_another),
        (r"[Uu][KLYD]", _so_far),
    )


@lru_cache(maxsize=1)
def future_rules() -> Rules:
    """Rules for a question about what is to come: "in three weeks" is no duration there."""
    return Rules((r"i(?:a?F|n|a)[dwmyh]", _in))
