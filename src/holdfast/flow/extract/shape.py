"""Shape: what a value means under its topic, by which it is known again."""

from __future__ import annotations

import re

from holdfast.flow.extract.meaning import meaning_of, month_of
from holdfast.flow.extract.people import RELATED, plainly

_PEOPLE = RELATED | {"pet"}
"""Topics whose values may be whole introductions."""

_BIRTHDAY = "birthday"
_ASIDE = re.compile(r"\s*[(（][^)）]*[)）]\s*$")
_DAY = re.compile(r"(?:(?P<year>\d{4}) )?(?P<month>\d\d) (?P<day>\d\d)")
_YEAR = re.compile(r"[12]\d{3}")
_ANIMAL = re.compile(r"属[鼠牛虎兔龙蛇马羊猴鸡狗猪]")


def shape_of(topic: str, value: str) -> str:
    """One form for what means the same: somebody however introduced, a day however told.

    >>> shape_of("friend", "Tom, my boss"), shape_of("birthday", "17 November (yesterday)")
    ('boss tom', 'month11 day17')
    """
    if topic in _PEOPLE:
        return meaning_of(plainly(value))
    if topic == _BIRTHDAY:
        return _birth(_ASIDE.sub("", value) or value)
    return meaning_of(value)


def _birth(value: str) -> str:
    """So told that a month is part of its days, and a day of the same in its year."""
    if month := month_of(value):
        return f"month{month:02}"
    plain = meaning_of(value)
    found = _DAY.fullmatch(plain)
    if found is None:
        return plain
    return f"month{found['month']} day{found['day']} {found['year'] or ''}".strip()


def part_of_birth(value: str) -> str:
    """What of a birth a value tells: its year and its animal stand against no day."""
    if _YEAR.fullmatch(meaning_of(value)):
        return "year"
    return "animal" if _ANIMAL.match(value) else ""
