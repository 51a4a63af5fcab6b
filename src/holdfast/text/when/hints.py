"""A first look at a question, so that one without a word of time costs next to nothing."""

from __future__ import annotations

import re
from string import ascii_lowercase

_DIGITS = "0123456789０１２３４５６７８９"
HINTS = frozenset(
    [
        "afternoon",
        "ago",
        "apr",
        "april",
        "aug",
        "august",
        "autumn",
        "boxing",
        "christmas",
        "day",
        "days",
        "dec",
        "decade",
        "decades",
        "december",
        "double",
        "easter",
        "eighties",
        "evening",
        "fall",
        "feb",
        "february",
        "festival",
        "fifties",
        "fools",
        "forties",
        "fortnight",
        "fortnights",
        "fri",
        "friday",
        "hallowe",
        "halloween",
        "hour",
        "hours",
        "independence",
        "jan",
        "january",
        "jul",
        "july",
        "jun",
        "june",
        "juneteenth",
        "late",
        "lately",
        "lunar",
        "lunchtime",
        "mar",
        "march",
        "may",
        "midautumn",
        "midday",
        "min",
        "mins",
        "minute",
        "minutes",
        "mon",
        "monday",
        "month",
        "months",
        "morning",
        "night",
        "nineties",
        "noon",
        "nov",
        "november",
        "oct",
        "october",
        "paddy",
        "paddys",
        "patrick",
        "patricks",
        "pentecost",
        "qingming",
        "qixi",
        "quarter",
        "quarters",
        "recently",
        "sat",
        "saturday",
        "sep",
        "sept",
        "september",
        "seventies",
        "singles",
        "sixties",
        "solstice",
        "spring",
        "summer",
        "sun",
        "sunday",
        "thanksgiving",
        "thirties",
        "thu",
        "thur",
        "thurs",
        "thursday",
        "today",
        "tomorrow",
        "tonight",
        "tue",
        "tues",
        "tuesday",
        "twenties",
        "valentine",
        "valentines",
        "wed",
        "wednesday",
        "week",
        "weekend",
        "weekends",
        "weeks",
        "while",
        "winter",
        "xmas",
        "year",
        "years",
        "yesterday",
    ]
)
"""A question with none of these words and no figures says nothing of time in English.

They stand here once more, so that the first look needs nothing of the rest."""

_DIGIT = re.compile(f"[{_DIGITS}]")
_AMOUNT = re.compile(r"(?<!\S)(?!(?:19\d\d|20\d\d|2100)(?!\d))[0-9]{3,}[.,;:?!]*(?!\S)")
"""A number by itself that is too large for a day or an hour, and is no year."""

_SIGN = re.compile(
    "[0-9０-９今昨月周週旬季号號节節夏秋冬假]|年|星期|[礼禮]拜|[前后後明][天日年晚几幾些阵陣段一两兩三早]"
    "|[天时時钟鐘旬期拜][之以]?[前后後]|春|除夕|元宵|元旦|清明|端午|七夕|中秋|重[阳陽]|[国國][庆慶]|五一|圣诞|聖誕"
    "|平安夜|双十|雙十|腊八|臘八|黑五|[岁歲]末|最近|近期|近来|近來|近日|[刚剛]才|[刚剛]{2}|不久|[这這][几幾两兩些阵陣段]|冬至|跨年"
    "|[这過过近][一二两三四五六七八九十几]|[一二三四五六七八九十廿]日"
)


_FIRST = frozenset(
    f"{_DIGITS}今昨月周週旬季号號节節夏秋冬假年星礼禮前后後明天时時钟鐘期拜春除元清端七中重国國五圣聖平双雙"
    "腊八黑岁歲最近刚剛不这這跨过過一二三四六九十廿"
)
"""What a sign begins with: to see that there is none of these is quicker still."""


_LETTERS = bytes(sign if chr(sign) in ascii_lowercase else ord(" ") for sign in range(256))


def spaced(small: str) -> str:
    """A text in small letters with a space for all that is none, so that each keeps its place."""
    return small.encode("ascii", "replace").translate(_LETTERS).decode("ascii")


def in_chinese(question: str) -> bool:
    if question.isascii() or _FIRST.isdisjoint(question):
        return False
    return _SIGN.search(question) is not None


def in_english(question: str) -> bool:
    """Whether a word of time is there, or figures that may tell one, which both languages read."""
    small = question.lower()
    if not HINTS.isdisjoint(spaced(small).split()):
        return True
    return _DIGIT.search(small) is not None and _DIGIT.search(_AMOUNT.sub("", small)) is not None
