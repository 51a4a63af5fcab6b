"""Digits in a question: dates in figures, ordinals, decades, years and plain numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from holdfast.text.when.readings import Node, of_date, of_feast, settled
from holdfast.text.when.spans import Now, date_span, month_span, months_span

_ANY = re.compile(r"[0-9–—~-]")
_YEARS = range(1900, 2101)
"""Four digits outside of these are a number like any other."""


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile(
        r"""(?=[\d'’q–—~-])(?:  # at all else nothing is tried
        (?<![a-z_$€£¥#])(?<!\d)(?<![\d:][.:,/])(?:
          (?P<iso>(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2}))(?![\d%]|[/.]\d|-\d{1,3}(?!\d)|[a-su-z])
        | (?P<month>(?P<my>\d{4})[-/](?P<mm>\d{1,2}))(?![\d%a-z]|[-/.]\d)
        | (?P<slash>(?P<sa>\d{1,2})/(?P<sb>\d{1,2})(?:/(?P<sy>\d{4}|\d{2}))?)(?![\d%a-z]|[-/.]\d)
        | (?P<dots>(?P<dd>\d{1,2})\.(?P<dm>\d{1,2})\.(?P<dy>\d{4}))(?![\d%a-z]|[-/.]\d)
        | (?P<ordinal>\d{1,2})(?:st|nd|rd|th)\b
        | (?P<decade>\d{3}0|\d0)['’]?s\b
        | (?P<number>\d{1,4})(?![\d%a-z]|[:.]\d|,\d{3})
        ) | (?<=[ ])['’](?P<short>\d\d)(?![\da-z]) | (?<![a-z0-9])q(?P<quarter>[1-4])(?![\da-z]) | (?P<dash>[-–—~])
        )""",
        re.VERBOSE,
    )


def figures(text: str, now: Now) -> Iterator[Node]:
    """What the digits of a question may have to do with time, and the dashes between times."""
    if _ANY.search(text) is None:
        return
    for match in _pattern().finditer(text):
        node = _HANDLERS[match.lastgroup or ""](match, now)
        if node is not None:
            yield node


def _iso(match: re.Match[str], _now: Now) -> Node | None:
    span = date_span(int(match["y"]), int(match["m"]), int(match["d"]))
    return span and Node("D", match.start(), match.end(), 0, settled(span))


def _month(match: re.Match[str], _now: Now) -> Node | None:
    span = month_span(int(match["my"]), int(match["mm"]))
    return span and Node("L", match.start(), match.end(), 0, settled(span))


def _slash(match: re.Match[str], now: Now) -> Node | None:
    """Month and day, in whichever order is possible; 1/2 without a year is a fraction as well."""
    first, second, year = int(match["sa"]), int(match["sb"]), match["sy"]
    month, day = (second, first) if first > 12 else (first, second)
    if match.group() == "24/7" or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    start, stop = match.span()
    if year is None:
        sure = day > 12
        return Node("T" if sure else "V", start, stop, month, of_date(month, day))
    number = int(year) if len(year) == 4 else now.year // 100 * 100 + int(year)
    span = date_span(number, month, day)
    return span and Node("D", start, stop, 0, settled(span))


def _dots(match: re.Match[str], _now: Now) -> Node | None:
    span = date_span(int(match["dy"]), int(match["dm"]), int(match["dd"]))
    return span and Node("D", match.start(), match.end(), 0, settled(span))


def _ordinal(match: re.Match[str], _now: Now) -> Node:
    return Node("J", match.start(), match.end(), int(match["ordinal"]))


def _decade(match: re.Match[str], now: Now) -> Node | None:
    """The 1990s, or the 90s: the latest nineties that have begun."""
    number = int(match["decade"])
    if number < 100:
        number += now.year // 100 * 100
        number -= 100 if number > now.year else 0
    return decade_node(number, match.start(), match.end())


def decade_node(year: int, start: int, stop: int) -> Node | None:
    span = months_span(year, 1, 120)
    return span and Node("S", start, stop, 0, settled(span))


def _number(match: re.Match[str], _now: Now) -> Node:
    number = int(match["number"])
    kind = "4" if len(match["number"]) == 4 and number in _YEARS else "n"
    return Node(kind, match.start(), match.end(), number)


def _short(match: re.Match[str], now: Now) -> Node:
    """The summer of '22."""
    number = int(match["short"]) + now.year // 100 * 100
    return Node("4", match.start(), match.end(), number - (100 if number > now.year + 5 else 0))


def _quarter(match: re.Match[str], _now: Now) -> Node:
    return Node("H", match.start(), match.end(), 0, of_feast(f"quarter {match['quarter']}"))


def _dash(match: re.Match[str], _now: Now) -> Node:
    return Node("~", match.start(), match.end())


_HANDLERS = {
    "iso": _iso,
    "month": _month,
    "slash": _slash,
    "dots": _dots,
    "ordinal": _ordinal,
    "decade": _decade,
    "number": _number,
    "short": _short,
    "quarter": _quarter,
    "dash": _dash,
}
