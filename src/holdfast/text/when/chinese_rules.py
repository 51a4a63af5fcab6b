"""The rules of Chinese, in the order in which they are applied."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.text.when import weekdays
from holdfast.text.when.amounts import beside, unit_at
from holdfast.text.when.chinese_amounts import SIDES
from holdfast.text.when.grammar import Rules, span
from holdfast.text.when.portions import within, year_part
from holdfast.text.when.readings import Made, Node, mapped, third
from holdfast.text.when.spans import DAY, Now, minutes

_YEAR_EDGES = ("start of the year", "middle of the year", "end of the year")


def _edge(nodes: Sequence[Node], _now: Now) -> Made:
    """五月初, 上个月底, 去年底."""
    found, which = nodes[0].reading, nodes[1].number
    if found is None:
        return None
    if nodes[0].kind == "Y":
        return year_part(found, _YEAR_EDGES[which], True)
    return "T" if found.open else "S", mapped(found, lambda whole: third(whole, which))


def _beside(nodes: Sequence[Node], now: Now) -> Made:
    """中秋前两天; 去年前三个月 are the first three months of the year."""
    anchor, (count, unit) = nodes[0], divmod(nodes[1].number, len(SIDES))
    found = span(nodes, anchor.kind, now)
    if found is None or not count:
        return None
    if anchor.kind not in "DTH" and not (
        anchor.kind == "S" and found.heart_high - found.heart_low == DAY
    ):
        return (
            beside(SIDES[unit], count, 1, minutes(found.low - DAY, found.low))
            if count > 0
            else None
        )
    return beside(SIDES[unit], abs(count), -1 if count > 0 else 1, found)


def _alone(nodes: Sequence[Node], _now: Now) -> Made:
    return nodes[0].reading and ("S", nodes[0].reading)


def _weekend(_nodes: Sequence[Node], now: Now) -> Made:
    return unit_at("e", 0 if now.weekday >= 5 else -1, now)


@lru_cache(maxsize=1)
def chinese_rules() -> Rules:
    return Rules(
        (r"[LMY][jl][ewdW]|[LMHY]l[ewdW]", within),
        (r"[MLY]P", _edge),
    )


@lru_cache(maxsize=1)
def late_chinese_rules() -> Rules:
    """Rules for what is left, when years and months are joined."""
    return Rules(
        (r"[DTHSYL]E", _beside),
        (r"E", _alone),
        (r"v?K?W~W|W&W\||v?D~W", weekdays.to_another),
        (r"KW", weekdays.of_week),
        (r"[DTHS][<>]j?[We]", weekdays.beside),
        (r"(?<![jl])e", _weekend),
        (r"(?<![jl])W(?!T)", weekdays.by_itself),
    )
