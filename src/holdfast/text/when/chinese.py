"""Chinese words of a question that matter for time, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from holdfast.text.when import chinese_amounts as counted
from holdfast.text.when.amounts import unit_at
from holdfast.text.when.chinese_patterns import pattern
from holdfast.text.when.chinese_words import (
    DAYS,
    FEASTS,
    HOLIDAY_OF,
    LOOSE_SEASONS,
    MARKS,
    PART_NUMBERS,
    STEPS,
    UNITS,
    VAGUE,
    YEARS,
)
from holdfast.text.when.feasts import lunar
from holdfast.text.when.hours import part_of
from holdfast.text.when.lunar import month_starts
from holdfast.text.when.numbers import chinese_number, chinese_year
from holdfast.text.when.readings import (
    Made,
    Node,
    Reading,
    half,
    loosely,
    mapped,
    node_of,
    of_day,
    of_feast,
    of_month,
    settled,
    third,
)
from holdfast.text.when.spans import (
    DAY,
    Now,
    Span,
    days,
    month_span,
    months_span,
    week_span,
    year_span,
)

_WEEKDAYS = (
    {sign: number for number, sign in enumerate("一二三四五六日")}
    | {"天": 6}
    | {sign: number for number, sign in enumerate("1234567")}
)
_THIRDS = {"上": 0, "中": 1, "下": 2, "初": 0, "底": 2, "末": 2}


def signs(text: str, now: Now) -> Iterator[Node]:
    """The words of a text in simplified characters."""
    for match in pattern().finditer(text):
        kind = match.lastgroup or ""
        made = _HANDLERS[kind](match, now)
        start, stop = match.span()
        if made is None:
            yield Node(".", start, stop)
        elif isinstance(made, Node):
            yield made
        else:
            yield node_of((made[0], start, stop, 0, made[1]))


@lru_cache(maxsize=256)
def _feast_name(word: str) -> str | None:
    return next(
        (name for written, name in FEASTS.items() if re.fullmatch(_bare(written), word)), None
    )


def _bare(written: str) -> str:
    """A pattern without the looks to either side, which have been taken already."""
    return f"(?:{re.sub(r'[(][?]<?[!=][^)]*[)]', '', written)})"


def _feast(match: re.Match[str], _now: Now) -> Made:
    name = _feast_name(match["name"])
    if name is None:
        return None
    found = of_feast(HOLIDAY_OF.get(name, name) if match["break"] else name)
    return "H", loosely(found) if name in LOOSE_SEASONS else found


def _lunar_date(match: re.Match[str], _now: Now) -> Made:
    """大年初三, 正月十五, 农历八月十五."""
    month = {"正": 1, "腊": 12, "冬": 11}.get(match["lm"] or "正") or chinese_number(match["lm"])
    day = chinese_number((match["ld"] or match["ld0"] or "").removeprefix("初") or "0")
    if month is None or day is None:
        return None
    late = -1 if month >= 11 else 0  # these months fall into the next year of the calendar
    if day:
        at = lunar(month, day, years=late)
        return "H", Reading(lambda year, _month: at(year), 1)
    return "H", Reading(lambda year, _month: _lunar_month(year + late, month), 1)


def _lunar_month(year: int, month: int) -> Span | None:
    found = month_starts(year)
    if found is None or not 1 <= month <= 12:
        return None
    starts, end = found
    return days(starts[month - 1], starts[month] if month < 12 else end)


def _day(match: re.Match[str], now: Now) -> Made:
    day = now.day + DAYS[match["dayname"]]
    return "D", settled(days(day, day + 1))


def _day_part(match: re.Match[str], now: Now) -> Made:
    day = now.day + DAYS[match["dayof"]]
    return "S", part_of(settled(days(day, day + 1)), PART_NUMBERS[match["partof"]])


def _year(match: re.Match[str], now: Now) -> Made:
    name = match["yearname"]
    number = now.year + YEARS[name] if name else chinese_year(match["yearnumber"])
    span = None if number is None else year_span(number)
    return span and ("Y", settled(span))


def _decade(match: re.Match[str], now: Now) -> Made:
    written = match["tens"]
    number = chinese_number(written)
    if number is None:
        return None
    if number < 100:
        number += now.year // 100 * 100
        number -= 100 if number > now.year or match["century"] else 0
    part = {"初": 0, "早": 0, "中": 1, "末": 2, "后": 2}.get((match["decadepart"] or " ")[0])
    span = (
        months_span(number, 1, 120)
        if part is None
        else months_span(number + (0, 3, 7)[part], 1, 36)
    )
    return span and ("S", settled(span, part is None))


def _relative(match: re.Match[str], now: Now) -> Made:
    return unit_at(UNITS[match["relunit"]], STEPS[match["rel"]], now)


def _relative_weekday(match: re.Match[str], now: Now) -> Made:
    monday = week_span(now.day, STEPS[match["relweek"]]).low // DAY
    day = monday + _WEEKDAYS[match["relday"]]
    return "D", settled(days(day, day + 1))


def _weekday(match: re.Match[str], _now: Now) -> Node:
    return Node("W", match.start(), match.end(), _WEEKDAYS[match["weekday"]])


def _month(match: re.Match[str], _now: Now) -> Made:
    number = chinese_number(match["monthnumber"])
    return ("M", of_month(number)) if number is not None and 1 <= number <= 12 else None


def _two_months(match: re.Match[str], _now: Now) -> Made:
    """四五月间."""
    first, second = chinese_number(match["m1"]), chinese_number(match["m2"])
    if first is None or second != first + 1:
        return None
    return "H", Reading(lambda year, _month: months_span(year, first, 2), 1)


def _date(match: re.Match[str], _now: Now) -> Made:
    number = chinese_number(match["daynumber"] or match["dayafter"])
    if number is None or not 1 <= number <= 31:
        return None
    # a day right behind a month is nothing without it, and 13月 is no month
    return "G" if match.string.endswith("月", 0, match.start()) else "B", of_day(number)


def _month_part(match: re.Match[str], _now: Now) -> Made:
    """上旬, 月底, and halves of a month."""
    word = match.group()
    cut, which = (
        (half, "上下".index(word[0])) if "半" in word else (third, _THIRDS[word.strip("月旬")])
    )
    whole = Reading(lambda year, month: month_span(year, month), 2)
    return "B", mapped(whole, lambda span: cut(span, which))


def _edge(match: re.Match[str], _now: Now) -> Node:
    return Node("P", match.start(), match.end(), _THIRDS[match.group()])


def _order(match: re.Match[str], _now: Now) -> Node | None:
    number = chinese_number(match["nth"]) if match["nth"] else None
    if match["nth"] and number is None:
        return None
    return Node("l" if number is None else "j", match.start(), match.end(), number or 0)


def _unit(match: re.Match[str], _now: Now) -> Node:
    return Node(UNITS[match.group()], match.start(), match.end(), 1)


def _part(match: re.Match[str], _now: Now) -> Node:
    return Node("p", match.start(), match.end(), PART_NUMBERS[match.group()])


def _vague(match: re.Match[str], now: Now) -> Made:
    near, far = VAGUE[match.group()]
    return "S", settled(days(now.day - far, now.day - near + 1), False)


def _just_now(_match: re.Match[str], now: Now) -> Made:
    return "S", settled(Span(now.minute - 180, now.minute + 1, now.minute - 180, now.minute), False)


@lru_cache(maxsize=64)
def _mark_kind(word: str) -> str:
    return next(kind for written, kind in MARKS.items() if re.fullmatch(_bare(written), word))


def _mark(match: re.Match[str], _now: Now) -> Node:
    return node_of((_mark_kind(match.group()), match.start(), match.end(), 0, None))


_HANDLERS: dict[str, Callable[[re.Match[str], Now], Made | Node]] = {
    "feast": _feast,
    "lunardate": _lunar_date,
    "dayword": _day,
    "daypart": _day_part,
    "year": _year,
    "decade": _decade,
    "relweekday": _relative_weekday,
    "relative": _relative,
    "wday": _weekday,
    "twomonths": _two_months,
    "month": _month,
    "date": _date,
    "monthpart": _month_part,
    "edge": _edge,
    "order": _order,
    "vague": _vague,
    "justnow": _just_now,
    "rolling": counted.rolling_amount,
    "away": counted.away_amount,
    "eve": counted.eve,
    "beside": counted.beside_amount,
    "lasting": counted.lasting,
    "unit": _unit,
    "part": _part,
    "mark": _mark,
}
