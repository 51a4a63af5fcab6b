"""Alike: whether two values or two names mean the same."""

from __future__ import annotations

import re
from functools import lru_cache

from holdfast.text.fold import fold
from holdfast.text.when.numbers import chinese_number

_EDGE = re.compile(r"^(?:an?|the|my|our)\s+|[\s.,!?;:。，！？；：~～…]+$")
_NUMBER = re.compile(
    "[零〇一二两三四五六七八九十百]+(?=[岁年月日号个只条本位人])|[零〇一二两三四五六七八九十百]{2,}"
)
_DENIAL = re.compile(
    r"(?<!\w)(?:no|not|never|stop|avoid|without|cannot|(?:do|does|did|ca|wo|should|is|are)n t)(?!\w)|[不别没勿无]"
)
_GAP = re.compile(r"[\s\-_'’]+")


@lru_cache(maxsize=10_000)
def form(value: str) -> str:
    """One form for what only differs in case, width, script, articles, spaces and number words.

    >>> form("The Blue Bike."), form("二十六岁") == form("26歲")
    ('blue bike', True)
    """
    plain = fold(value).strip()
    while (cut := _EDGE.sub("", plain)) != plain:
        plain = cut
    return _GAP.sub(" ", _NUMBER.sub(_in_digits, plain)).strip()


def same_form(a: str, b: str) -> bool:
    """Whether two values in form mean the same: equal, or one only says more than the other.

    >>> same_form("beijing", "beijing, chaoyang"), same_form("rice", "price")
    (True, False)
    >>> same_form("use emojis", "don t use emojis"), same_form("吃肉", "不吃肉")
    (False, False)
    """
    if a == b:
        return True
    short, long = (a, b) if len(a) < len(b) else (b, a)
    if not short or short not in long:
        return False
    if any(map(str.isdigit, short)) != any(map(str.isdigit, long)):
        return False
    if len(_DENIAL.findall(short)) != len(_DENIAL.findall(long)):
        return False
    if short.isascii():
        return re.search(rf"(?<!\w){re.escape(short)}(?!\w)", long) is not None
    return len(short) > 1


def _in_digits(found: re.Match[str]) -> str:
    return str(chinese_number(found[0]) or found[0])
