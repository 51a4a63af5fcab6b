"""Rules for both languages: how times are put together once the single ones are known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.text.when import weekdays
from holdfast.text.when.amounts import beside, few_away
from holdfast.text.when.grammar import Rules, first, number
from holdfast.text.when.hours import part_of
from holdfast.text.when.portions import named_month, same_day, same_time
from holdfast.text.when.readings import (
    Made,
    Node,
    Reading,
    following,
    in_month,
    loosely,
    mapped,
    of_day,
    of_feast,
    of_month,
    resolved,
    settled,
    widened,
)
from holdfast.text.when.spans import (
    DAY,
    EARLIEST,
    LATEST,
    Now,
    Span,
    minutes,
)

KNOWN = "DKLYSMTHB"
"""The kinds that mean a time by themselves."""

_PADS = {"D": 2, "T": 2, "B": 2, "H": 1, "K": 3, "S": 3, "L": 10, "M": 10, "Y": 60}
_SUFFIX_PADS = _PADS | {"H": 3}
"""How many days "around" adds on either side; 前后 reaches further than "around" does."""


_IN_YEAR = {"T": "D", "H": "S", "M": "L", "N": "L"}
"""What a date, a feast and a month become with their year."""


def _year_of(node: Node) -> int | None:
    if node.kind == "4":
        return node.number
    span = node.reading and node.reading.at(0, 0)
    found = span and named_month(span)
    return found[0] if found else None


def _with_year(nodes: Sequence[Node], _now: Now) -> Made:
    """ "May 2022", "Christmas last year", 去年五月."""
    node, year = first(nodes, "MTHN"), first(nodes, "Y4")
    number_of = None if year is None else _year_of(year)
    if node is None or node.reading is None or number_of is None:
        return None
    found = node.reading.at(number_of, 1)  # 29 February 2023 is no day, and no year either
    return _IN_YEAR[node.kind], settled(found)


def _season_with_year(nodes: Sequence[Node], now: Now) -> Made:
    season = first(nodes, "C")
    if season is None:
        return None
    name = ("spring", "summer", "autumn", "winter")[season.number]
    return _with_year(
        [
            *(node for node in nodes if node is not season),
            season._replace(kind="H", reading=of_feast(name)),
        ],
        now,
    )


def _day_in_month(nodes: Sequence[Node], _now: Now) -> Made:
    """上个月15号, 五月中旬."""
    month, part = nodes[0].reading, nodes[-1].reading
    if month is None or part is None:
        return None
    if nodes[0].kind == "M":
        return "T", in_month(part, month.month)
    span = month.at(0, 0)
    place = span and named_month(span)
    found = place and part.at(*place)
    return found and ("D", settled(found))


def _beside(nodes: Sequence[Node], now: Now) -> Made:
    """ "Two days before Christmas", "the weekend before Easter", "the night before"."""
    unit, anchor = first(nodes, "dwemyp"), nodes[-1]
    span = anchor.reading and resolved(anchor.reading, now)
    if unit is None or anchor.reading is None or span is None:
        return None
    sign = -1 if first(nodes, "b") else 1
    few = first(nodes, "F")
    if few is not None:
        return (
            few_away(unit.kind, sign, _at(span), few.number - 1, few.number * 2)
            if unit.kind != "p"
            else None
        )
    count = number(nodes, "n") * (unit.number if unit.kind == "w" else 1)
    made = beside("d" if unit.kind == "p" else unit.kind, count, sign, span)
    if made is None:
        return None
    kind, found = made
    found = part_of(found, unit.number) if unit.kind == "p" else found
    if first(nodes, "AR"):
        found = loosely(mapped(found, lambda span: widened(span, 1)))
    return kind, found if anchor.reading.exact else loosely(found)


def _at(span: Span) -> Now:
    """A day as a time to count from."""
    day = span.heart_low // DAY
    return Now(day * DAY, day, 0, 0, (day - 1) % 7)


def _part_of_day(nodes: Sequence[Node], now: Now) -> Made:
    part, node = first(nodes, "p"), first(nodes, "DTHB")
    if part is None or node is None or node.reading is None:
        return None
    span = resolved(node.reading, now)
    if span is None or span.heart_high - span.heart_low != DAY:
        return None
    return "S", settled(part_of(settled(span), part.number).at(0, 0), node.reading.exact)


def _heart(nodes: Sequence[Node], _now: Now) -> Made:
    """The day itself: 国庆那天 is the first of October."""
    found = nodes[0].reading
    return found and ("D" if not found.open else "T", mapped(found, Span.heart))


def _range(nodes: Sequence[Node], now: Now) -> Made:
    ends = [node for node in nodes if node.kind in KNOWN + "nJ"]
    if len(ends) != 2 or not any(node.kind in KNOWN for node in ends):
        return None
    first_end, last_end = _end(ends[0], ends[1]), _end(ends[1], ends[0])
    low, high = _filled(first_end, last_end, now)
    if low and high and high.low - low.low > 300 * DAY and first_end.open and last_end.open:
        low, high = _sorted(low, resolved(last_end, now), high)
    if low is None or high is None or high.high <= low.low:
        return None
    return "S", settled(minutes(low.low, high.high), first_end.exact and last_end.exact)


def _sorted(low: Span, other: Span | None, high: Span) -> tuple[Span, Span]:
    """The two as the year has them, where the one named last comes first: 中秋和国庆之间."""
    return (other, low) if other and 0 <= low.low - other.low < 60 * DAY else (low, high)


def _end(node: Node, other: Node) -> Reading:
    """A bare number is a day, or a month beside a month: 3-4月."""
    if node.reading is not None:
        return node.reading
    return of_month(node.number) if other.kind == "M" else of_day(node.number)


def _filled(low: Reading, high: Reading, now: Now) -> tuple[Span | None, Span | None]:
    """Both ends of a range, each with the month or year that only the other one names."""
    if low.open == 2 and high.open == 1 and high.month:
        low = in_month(low, high.month)
    if high.open == 2 and low.open == 1 and low.month:
        high = in_month(high, low.month)
    if low.open and not high.open:
        end = high.at(0, 0)
        place = end and named_month(end)
        if end is None or place is None:
            return None, None
        begin = low.at(*place)
        later = begin is None or begin.low > end.low
        return low.at(place[0] - 1, place[1]) if later else begin, end
    begin = resolved(low, now)
    if begin is not None and high.open == 2:
        place = named_month(begin)
        same = place and high.at(*place)
        if same and same.low >= begin.low:
            return begin, same
    return begin, begin and following(high, begin, now)


def _around(nodes: Sequence[Node], _now: Now) -> Made:
    node = first(nodes, KNOWN)
    if node is None or node.reading is None:
        return None
    pad = (_SUFFIX_PADS if nodes[-1].kind == ")" else _PADS)[node.kind]
    return node.kind, loosely(mapped(node.reading, lambda span: widened(span, pad)))


def _open(nodes: Sequence[Node], now: Now) -> Made:
    """Before, after, since and until a time, up to the end of the day of asking."""
    node = first(nodes, KNOWN)
    span = node and node.reading and resolved(node.reading, now)
    if node is None or node.reading is None or span is None:
        return None
    today = (now.day + 1) * DAY
    sign = next(other.kind for other in nodes if other.kind in "bsrk<>^")
    low, high = {
        "b": (EARLIEST, span.heart_low),
        "r": (span.heart_high, today if span.heart_high < today else LATEST),
        "s": (span.low, today if span.low < today else span.high),
        "k": (EARLIEST, span.high),
    }[{"<": "b", ">": "r", "^": "s"}.get(sign, sign)]
    return ("S", settled(minutes(low, high), node.reading.exact)) if low < high else None


@lru_cache(maxsize=1)
def year_rules() -> Rules:
    """Days join their month, and both their year."""
    return Rules(
        (r"[YLK]D", same_day),
        (r"=[YLK]|[YLK][ARI]?=", same_time),
        (r"[ML][BG]", _day_in_month),
        (r"C[oi]?[Y4]|Y[oi]?C", _season_with_year),
        (r"[MTHN][oi]?[Y4]|Y[iIo]?[MTH]", _with_year),
    )


@lru_cache(maxsize=1)
def joint_rules() -> Rules:
    end = f"[{KNOWN}]"
    loose = f"[{KNOWN}nJ]"
    return Rules(
        (rf"[ARi]?(?:n|a?Fo?|a)?[dwemyp][br]{end}", _beside),
        (r"j?W[br][DTHBS]", weekdays.beside),
        (r"[DTH][iI]?p|p[oI][DTHB]", _part_of_day),
        (r"[DTHS]O", _heart),
        (rf"c{loose}[&~]{loose}\|?|v?{loose}~{loose}\|?|v{end}k{end}|v?{end}&{end}\|", _range),
        (rf"R{end}|{end}\)", _around),
        (rf"[bsrk]{end}|v?{end}[<>^]", _open),
    )
