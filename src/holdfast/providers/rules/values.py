"""Values: times, days and numbers in a text, each by its kind, in one form."""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.text.when.numbers import ENGLISH, chinese_number

_DIGITS = "零〇一二两三四五六七八九十百"
_CLOCK = (
    r"(?P<clock>\b(?:half past )?[0-9]{1,2}(?::[0-9]{2})? ?(?:am|pm|o'clock)\b|\b[0-9]{1,2}:[0-9]{2}\b"
    r"|(?:(?<=at )|(?<=by ))(?:[0-9]{1,2}|{words})\b(?! ?[a-z%])"
    rf"|(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?(?:[0-9]{{1,2}}|[{_DIGITS}]{{1,3}})点(?:半|钟|[一三]刻|[0-9{_DIGITS}]+分?)?)"
)
_DAY = (
    r"(?P<day>\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:下|这|本)?(?:周|星期|礼拜)[一二三四五六日天]"
    r"|今天|明天|后天|\btoday\b|\btomorrow\b)"
)
_DATE = (
    r"(?P<date>\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?) [0-9]{1,2}(?:st|nd|rd|th)?\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b"
    rf"|(?:[0-9]{{1,2}}|[{_DIGITS}]{{1,3}})月(?:[0-9]{{1,2}}|[{_DIGITS}]{{1,3}})[日号]|(?:[0-9]{{1,2}}|[{_DIGITS}]{{2,3}})[日号])"
)
_NUMBER = rf"(?P<number>[0-9]+(?:[.,][0-9]+)*|\b(?:{{words}})(?:-(?:{{words}}))?\b|[{_DIGITS}]{{2,6}}|[{_DIGITS}](?=[个只条本位人岁块元度楼层]))"
_WORDS = "|".join(sorted(ENGLISH, key=len, reverse=True))
_VALUE = re.compile(f"{_DATE}|{_DAY}|{_CLOCK}|{_NUMBER}".replace("{words}", _WORDS))

_ALIKE = (
    ("厘米", "cm"),
    ("公分", "cm"),
    ("公斤", "kg"),
    ("号", "日"),
    ("星期", "周"),
    ("礼拜", "周"),
)
"""Two ways to write the same."""


class Value(NamedTuple):
    """A value, its kind (clock, day, date or number), and where it stands."""

    kind: str
    form: str
    start: int
    end: int


def values(text: str) -> list[Value]:
    """The values of a folded text, in order."""
    return [
        Value(str(match.lastgroup), form_of(match[0]), match.start(), match.end())
        for match in _VALUE.finditer(text)
    ]


def form_of(written: str) -> str:
    """One form for a number in digits and in words; anything else as it is, without spaces.

    >>> form_of("二十六"), form_of("twenty-six"), form_of("3 pm")
    ('26', '26', '3pm')
    """
    plain = written.strip().replace(" ", "")
    for long, short in _ALIKE:
        plain = plain.replace(long, short)
    if plain and all(sign in _DIGITS for sign in plain):
        return str(chinese_number(plain) or plain)
    parts = plain.split("-")
    if parts and all(part in ENGLISH for part in parts):
        return str(sum(ENGLISH[part] for part in parts))
    return re.sub(rf"[{_DIGITS}]+", lambda found: str(chinese_number(found[0]) or found[0]), plain)
