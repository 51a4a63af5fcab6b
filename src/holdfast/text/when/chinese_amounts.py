"""Chinese amounts of time: 三天前, 十来天前, 半年前, 最近两周, 前几天."""

from __future__ import annotations

import re

from holdfast.text.when.amounts import MANY, away, few_away, hours_away, rolling
from holdfast.text.when.chinese_words import UNITS
from holdfast.text.when.numbers import chinese_number
from holdfast.text.when.readings import Made, Node, loosely, settled
from holdfast.text.when.spans import Now, days

SIDES = "dwmy"
"""The units that may stand beside a day, by number."""

_ROUGH = re.compile("左右|[多半]")
_MINUTES = {"分钟": 1}
_HALVES = {"年": 183, "天": 0, "月": 15}


def away_amount(match: re.Match[str], now: Now) -> Made:
    """So long ago, or from now."""
    written, unit = match["an"], match["aunit"]
    sign = -1 if match["way"] == "前" else 1
    if written == "半":
        return _half_away(match, sign, now)
    about = bool(match["about"] or match["amore"]) or _ROUGH.search(match.group()) is not None
    low, high = _numbers(written)
    kind = UNITS[unit]
    if high is None or high >= MANY:
        return None
    if "个半" in match.group():
        return _and_a_half(kind, low, sign, now)
    if match["amore"] in ("几", "多", "余") and low % 10 == 0:
        low, high = low + 1, low + 9  # 十几天 is more than ten
    if low != high:
        return few_away(kind, sign, now, low, high)
    if kind == "h":
        return hours_away(low * _MINUTES.get(unit, 60), sign, now)
    if match["arest"] and kind == "y":
        return _more_years(low, sign, now)
    return away(kind, low, sign, now, about)


def _half_away(match: re.Match[str], sign: int, now: Now) -> Made:
    """半年前, 半个月前, 半小时前. What 半天 means nobody can say."""
    unit = match["aunit"]
    if UNITS[unit] == "h":
        return hours_away(30, sign, now)
    middle = _HALVES.get(unit, 0)
    if not middle:
        return None
    margin = 15 if unit == "年" else 4
    day = now.day + sign * middle
    return "S", settled(days(day - margin, day + margin + 1), False)


def _and_a_half(kind: str, count: int, sign: int, now: Now) -> Made:
    """一个半小时前, 两个半月前."""
    if kind == "h":
        return hours_away(count * 60 + 30, sign, now)
    long = {"w": 7, "m": 30}.get(kind, 365)
    middle = now.day + sign * (count * long + long // 2)
    return "S", settled(days(middle - long // 3, middle + long // 3 + 1), False)


def _more_years(count: int, sign: int, now: Now) -> Made:
    """一年多前, 一年半前: from the full years up to one more."""
    low, high = sorted((now.day + sign * count * 365, now.day + sign * (count + 1) * 365))
    return "S", settled(days(low, high + 1), False)


def _numbers(written: str) -> tuple[int, int | None]:
    """The number, or the least and the most it may be."""
    number = chinese_number(written)
    if number is not None:
        return number, number
    if len(written) == 2 and all(chinese_number(sign) for sign in written):
        low, high = (chinese_number(sign) or 0 for sign in written)
        return (low, high) if low < high <= low + 2 else (low, None)
    return (2, 6) if written in ("几", "好几", "数", "若干") else (0, None)


def rolling_amount(match: re.Match[str], now: Now) -> Made:
    """最近三天, 过去两周, 这几年."""
    low, high = _numbers(match["rn"])
    unit = match["runit"]
    if match["rn"] == "半":
        made = rolling("d", _HALVES.get(unit, 0), -1, now)
    elif high is None:
        return None
    else:
        made = rolling(
            UNITS[unit], high, -1, now, _MINUTES.get(unit, 60) if UNITS[unit] == "h" else 1
        )
    exact = low == high and not match["rmore"] and match["rn"] != "半"
    return made if made is None or exact else (made[0], loosely(made[1]))


def beside_amount(match: re.Match[str], now: Now) -> Node | None:
    """前两天 after a day counts back from it; alone it is a day or two ago."""
    low, high = _numbers(match["bn"])
    unit = UNITS[match["bunit"]]
    if high is None or high >= MANY:
        return None
    before = match["side"] == "前"
    alone = (
        few_away(unit, -1, now, 1 if low == high else low, high + (low == high)) if before else None
    )
    if high == 1:
        alone = None  # 前一天 is the day before something else
    code = (high if before else -high) * len(SIDES) + SIDES.index(unit)
    return Node("E", match.start(), match.end(), code, alone[1] if alone else None)


def eve(match: re.Match[str], _now: Now) -> Node:
    """前夜 is the day before; 前夕 may be any of the days before."""
    unit = "w" if match.group().endswith("夕") else "d"
    return Node("E", match.start(), match.end(), len(SIDES) + SIDES.index(unit))


def lasting(_match: re.Match[str], _now: Now) -> None:
    """三周的旅行: how long, not when."""
