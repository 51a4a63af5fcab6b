"""Dates that a memory names: when each begins and is over, as far as its words say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from holdfast.text.when.numbers import chinese_number


class Named(NamedTuple):
    """A time that a text names. `exact` to the day; `yearless` if the year was worked out."""

    begins: date
    ends: date
    exact: bool
    yearless: bool = False
    relative: bool = False
    """Whether it is named by its distance: today, this week, until Thursday."""
    ahead: bool = False
    """Whether its words can only mean a time to come: tomorrow, next week."""


def named_dates(low: str, at: date) -> Iterator[Named]:
    """Every time that a text names; `at` is the day it was said on."""
    taken: list[tuple[int, int]] = []
    for finder in (_numeric, _english_day, _english_month, _chinese_day, _paired, _coming, _year):
        for found, when in finder(low, at):
            if not any(begin < found.end() and found.start() < end for begin, end in taken):
                taken.append(found.span())
                yield when
    yield from _relative(low, at)


def _numeric(low: str, _at: date) -> Iterator[tuple[re.Match[str], Named]]:
    for found in _ISO.finditer(low):
        if day := _day(int(found[1]), int(found[2]), int(found[3])):
            yield found, Named(day, day, True)


def _english_day(low: str, at: date) -> Iterator[tuple[re.Match[str], Named]]:
    for found in _DAY_MONTH.finditer(low):
        number = int(found["d1"] or found["d2"])
        month = _MONTHS[(found["m1"] or found["m2"])[:3]]
        if found["y"]:
            if day := _day(int(found["y"]), month, number):
                yield found, Named(day, day, True)
        elif day := _next(month, number, at):
            yield found, Named(day, day, True, yearless=True)


def _english_month(low: str, at: date) -> Iterator[tuple[re.Match[str], Named]]:
    for found in _UNTIL_MONTH.finditer(low):
        number = _MONTHS[found[1][:3]]
        if span := _months(at.year + (number < at.month), number, number):
            yield found, span._replace(yearless=True)
    for found in _MONTH_YEAR.finditer(low):
        year, word = int(found["y"]), found["m"]
        first, last = _PARTS.get(word) or (_MONTHS[word[:3]],) * 2
        if month := _months(year, first, last):
            yield found, month


def _chinese_day(low: str, at: date) -> Iterator[tuple[re.Match[str], Named]]:
    for found in _CHINESE_DAY.finditer(low):
        month, year = _figure(found["m"]), found["y"] or found["later"] or _aside(low)
        day = _figure(found["d"]) if found["d"] else 0
        if not day:
            if year and (span := _months(int(year), month, month)):
                yield found, span
        elif year:
            if exact := _day(int(year), month, day):
                yield found, Named(exact, exact, True)
        elif exact := _next(month, day, at):
            yield found, Named(exact, exact, True, yearless=True)


def _aside(low: str) -> str:
    """The year that a Chinese text names in parentheses, for its other dates."""
    found = set(_IN_BRACKETS.findall(low))
    return found.pop() if len(found) == 1 else ""


def _paired(low: str, _at: date) -> Iterator[tuple[re.Match[str], Named]]:
    """A feast or a season with its year."""
    for found in _FEAST.finditer(low):
        name = found["f1"] or found["f2"] or found["f3"]
        if span := _months(int(found["y1"] or found["y2"] or found["y3"]), *_FEASTS[name]):
            yield found, span


def _coming(low: str, at: date) -> Iterator[tuple[re.Match[str], Named]]:
    """A feast, a season or a year that is named by the day it was said on."""
    for found in _COMING.finditer(low):
        name = found["f"] or found["g"] or found["e"]
        first, last = _FEASTS.get(name) or _PARTS.get(name) or (1, 12)
        year = at.year + bool(found["n"] or found["m"])
        span = _months(year, first, last)
        if span and span.ends < at:
            span = _months(year + 1, first, last)
        if span:
            yield found, span._replace(yearless=True)


def _year(low: str, _at: date) -> Iterator[tuple[re.Match[str], Named]]:
    for found in _ONLY_YEAR.finditer(low):
        year = int(found[1])
        yield found, Named(date(year, 1, 1), date(year, 12, 31), False)


def _relative(low: str, at: date) -> Iterator[Named]:
    for pattern, days in _DISTANCES:
        if pattern.search(low):
            ahead = _AHEAD.search(low) is not None
            yield Named(at, at + timedelta(days=days), False, relative=True, ahead=ahead)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _next(month: int, day: int, at: date) -> date | None:
    """The first such day that is not before the day it was said on."""
    for year in (at.year, at.year + 1):
        found = _day(year, month, day)
        if found and found >= at:
            return found
    return None


def _months(year: int, first: int, last: int) -> Named | None:
    if not (1 <= first <= 12 and 1 <= last <= 12):
        return None
    after = date(year + (last == 12), last % 12 + 1, 1)
    return Named(date(year, first, 1), after - timedelta(days=1), False)


def _figure(written: str) -> int:
    if written.isdigit():
        return int(written)
    return chinese_number(written.removeprefix("初")) or 0


_MONTHS = {
    name: number
    for number, name in enumerate(re.findall("...", "janfebmaraprmayjunjulaugsepoctnovdec"), 1)
}
_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)"
)
_PARTS = {
    "spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "q1": (1, 3), "q2": (4, 6),
    "q3": (7, 9), "q4": (10, 12), "christmas": (12, 12), "easter": (4, 4), "thanksgiving": (11, 11),
    "halloween": (10, 10), "carnival": (2, 3), "lent": (2, 4), "new year": (1, 1), "winter": (12, 12), "ramadan": (3, 4), "diwali": (11, 11),
    "pentecost": (6, 6), "whitsun": (6, 6), "the end of": (12, 12), "end of": (12, 12), "early": (1, 4),
    "late": (10, 12), "mid": (5, 8), "valentine's day": (2, 2), "bonfire night": (11, 11), "shutdown": (12, 12),
}  # fmt: skip
_ISO = re.compile(r"(?<!\d)(20\d\d|19\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_YEAR = r"(?P<y>(?:19|20)\d\d)"
_DAY_MONTH = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m1>{_MONTH})|(?P<m2>{_MONTH}) (?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?)(?!\d)"
    rf"(?:,? (?:in )?{_YEAR})?\b"
)
_MONTH_YEAR = re.compile(
    rf"\b(?P<m>{_MONTH}|{'|'.join(_PARTS)})(?:,? (?:of |in |shutdown |holidays? |break )?|-){_YEAR}\b"
)
_UNTIL_MONTH = re.compile(
    rf"\b(?:until|till|by|before|through) ({_MONTH})\b(?! \d)(?!,? (?:19|20))"
)
_CHINESE_DAY = re.compile(
    r"(?:(?P<y>(?:19|20)\d\d)年)?(?P<m>\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份|底|初|中旬|上旬|下旬)?"
    r"(?:(?P<d>\d{1,2}|[初一二三四五六七八九十]{1,3})[日号])?(?:\((?P<later>(?:19|20)\d\d)年?\))?"
)
_IN_BRACKETS = re.compile(r"\(((?:19|20)\d\d)年?\)")
_FEASTS = {
    "春节": (1, 2), "元旦": (1, 1), "元宵": (2, 2), "清明": (4, 4), "五一": (5, 5), "端午": (6, 6), "暑假": (7, 8),
    "七夕": (8, 8), "中秋": (9, 10), "国庆": (10, 10), "十一": (10, 10), "双十一": (11, 11), "圣诞": (12, 12),
    "寒假": (1, 2), "年底": (12, 12), "年初": (1, 2), "春天": (3, 5), "夏天": (6, 8), "秋天": (9, 11), "冬天": (12, 12),
    "上半年": (1, 6), "下半年": (7, 12), "高考": (6, 6), "春": (3, 5), "夏": (6, 8), "秋": (9, 11), "冬": (12, 12),
    "暑期": (7, 8), "开学": (9, 9), "除夕": (1, 2), "跨年": (12, 12), "过年": (1, 2), "年中": (6, 6), "重阳": (10, 10), "冬至": (12, 12),
}  # fmt: skip
_NAMES = "|".join(sorted(_FEASTS, key=len, reverse=True))
_FEAST = re.compile(
    rf"(?P<y1>(?:19|20)\d\d)年?的?(?P<f1>{_NAMES})|(?P<f2>{_NAMES})[^,。;]{{0,4}}\((?P<y2>(?:19|20)\d\d)年?\)"
    rf"|(?P<f3>{_NAMES})前后?\((?P<y3>(?:19|20)\d\d)年?\)"
)
_COMING = re.compile(
    r"\b(?:this|over|by|before|until|(?P<n>next)|at|for) (?:the )?(?:end of (?:the|this) )?(?P<e>christmas|easter|thanksgiving|halloween|ramadan|diwali|new year|spring|summer|autumn|winter|year)\b(?!'s|-)(?! \d)"
    "|(?:今年|(?P<m>明年|来年))的?(?P<f>春天|夏天|秋天|冬天|上半年|下半年|年底|年初|春节|暑假|寒假|国庆|五一|端午|中秋|元旦)?"
    "|(?P<g>春节|元旦|元宵|清明|五一|端午|暑假|七夕|中秋|国庆|双十一|圣诞|寒假|年底|过年|跨年|下半年)"
)
_ONLY_YEAR = re.compile(
    r"(?<![\d.-])((?:19|20)\d\d)(?![\d.-])(?!\s*(?:km|m\b|kg|words|people|块|元|个|米|字))"
)
_AHEAD = re.compile(
    r"\b(?:tomorrow|tonight|next (?:week|month|weekend|term|\w+day)|in (?:two|three|a few|\d+) (?:days|weeks))\b|明[天晚早]|后天|下(?:周|个?月|个?星期|个?礼拜)|[天周]后"
)
_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_COUNT = (
    r"(?:a|an|one|two|three|four|five|six|seven|eight|ten|\d+|the next|a few|a couple of|several)"
)
_NO_RULE = r"(?<!\bkept )(?<!\bstored )(?<!\bretained )(?<!\bvalid )(?<!\blasts )"
"""What is kept for a week is so by rule, and not until a day."""
_DISTANCES: tuple[tuple[re.Pattern[str], int], ...] = tuple(
    (re.compile(pattern), days)
    for pattern, days in (
        (
            r"\b(?:today|tonight|this (?:morning|afternoon|evening|week|weekend|very week)|tomorrow|right now|the day after tomorrow|yesterday|these (?:few )?days)\b",
            7,
        ),
        (
            rf"\b(?:until|till|by|before|on|next|this|this coming|from|for|starts?|begins?|ends?|due|leaves?|arrives?|is|visiting|coming|closes|expires) {_WEEKDAY}\b(?! (?:every|mornings|evenings|nights))",
            9,
        ),
        (
            r"\b(?:next|coming) (?:week|weekend)\b|\b(?:until|till|by) (?:the end of the (?:week|weekend)|the weekend|then|lunch|noon|tonight|tomorrow)\b",
            14,
        ),
        (
            r"\b(?:this|next|coming) (?:month|fortnight|term|semester)\b|\b(?:until|till|by) the end of (?:the|this) month\b",
            62,
        ),
        (rf"{_NO_RULE}\b(?:for|in|within) (?:the next |another )?{_COUNT} (?:days?|nights?)\b", 12),
        (rf"{_NO_RULE}\b(?:for|in|within) (?:the next |another )?{_COUNT} weeks?\b", 60),
        (
            r"\b(?:currently|at the moment|at present|for now|for the time being|temporarily|just now|presently|still (?:waiting|recovering|in hospital))\b",
            30,
        ),
        (
            r"今[天晚早]|明[天晚早]|后天|(?<!每个)(?<!每)周末要|这[几两]天|本周|这周|这个?(?:星期|礼拜|周末)|本星期|这阵子|这段时间|近日|眼下|此刻|昨[天晚]",
            7,
        ),
        (
            r"下(?:周|个?星期|个?礼拜|周末)|(?:周|星期|礼拜)[一二三四五六日天]前|到(?:周|星期|礼拜)[一二三四五六日天]|(?<![每逢])(?:周|星期|礼拜)[一二三四五六日天](?:要|去|有|交|考|送|来|发|面试|截止|手术|复查|出发|取|拿|到|回|开|走|飞)",
            14,
        ),
        (r"这个月|本月|下个?月|月底|这学期|本学期", 62),
        (
            r"(?:未来|接下来|这)[一二两三四五六七八九十几\d]+[天日]|[一二两三四五六七八九十几\d]+天[后内]",
            14,
        ),
        (
            r"(?:未来|接下来|这)[一二两三四五六七八九十几\d]+个?(?:周|星期|礼拜)|[一二两三四五六七八九十几\d]+个?(?:周|星期|礼拜)[后内]",
            60,
        ),
        (r"目前|暂时|眼下|近期|最近", 45),
    )
)
