"""Quantities: clocks, days, heights and weights in one form, however and in whichever language written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable

from holdfast.flow.maintain.audit.lexicon import CHINESE
from holdfast.text.when.numbers import ENGLISH as WORDS
from holdfast.text.when.numbers import NUMERAL, ORDINALS, chinese_number

KINDS = ("clock", "day", "height", "weight")
"""What is measured: a form is the name and figures, as in clock0640, day0614, height175."""

Kinds = dict[str, set[str]]


def measured(low: str, language: str) -> tuple[str, Kinds]:
    """A text with its quantities in one form, and by kind what may be meant by them.

    >>> measured("the train leaves at twenty to seven in the morning", "en")
    ('the train leaves at clock0640  in the morning', {'clock': {'clock0640'}})
    >>> measured("身高一米七二", "zh")
    ('身高height172 ', {'height': {'height172'}})
    """
    kinds: Kinds = defaultdict(set)
    low = _chinese_figures(low) if language == CHINESE else _english_figures(low)
    for pattern, form in _FORMS:

        def put(found: re.Match[str], form: _Form = form) -> str:
            return form(found, kinds) or found[0]

        low = pattern.sub(put, low)
    return low, dict(kinds)


def figure(written: str) -> float:
    """The number that is written: in figures or words of either language; -1 if it is none."""
    written = written.strip().replace(",", "")
    try:
        return float(written)
    except ValueError:
        pass
    if "点" in written:
        whole, part = (figure(each) for each in written.split("点", 1))
        return -1 if min(whole, part) < 0 else float(f"{whole:g}.{part:g}")
    if written[:1] in NUMERAL + "百千万":
        return _chinese_figure(written)
    total = 0.0
    for word in re.split(r"[\s-]+", written):
        if word in ("and", "a", "an"):
            continue
        if word in _SCALES:
            total = max(total, 1) * _SCALES[word]
        elif word in _WORDS:
            total += _WORDS[word]
        else:
            return -1
    return total


def shown(form: str) -> str:
    """A form as one would write it.

    >>> shown("clock0640"), shown("day0614"), shown("height175"), shown("tea")
    ('06:40', '06-14', '175 cm', 'tea')
    """
    if not (found := _SHOWN.fullmatch(form)):
        return form
    kind, figures = found.groups()
    if kind in ("clock", "day"):
        return figures[:2] + (":" if kind == "clock" else "-") + figures[2:]
    return f"{figures} {'cm' if kind == 'height' else 'kg'}"


def _chinese_figure(written: str) -> float:
    if "万" in written:
        some, _, rest = written.partition("万")
        head = _chinese_figure(some) if some else 1
        if len(rest) == 1 and rest not in "百千十":
            rest += "千"
        return head * 10000 + (_chinese_figure(rest) if rest else 0)
    if len(written) > 2 and written[-2] in "百千" and written[-1] in "一二三四五六七八九":
        written += {"千": "百", "百": "十"}[written[-2]]
    found = chinese_number(written)
    return -1 if found is None else found


def _plain(number: float) -> str:
    return f"{number:g}" if number < 1e5 else str(int(number))


def _english_figures(low: str) -> str:
    """Numbers of several words, and those that a word counts, in figures."""
    for pattern, put in _SPELLED:
        low = pattern.sub(put, low)
    low = _GROUPED.sub("", low)
    low = _THOUSAND.sub(lambda found: _plain(float(found[1]) * 1000), low)
    return _MANY.sub(lambda found: _plain(figure(found[0])), low)


def _chinese_figures(low: str) -> str:
    for pattern, put in _SPELLED_CHINESE:
        low = pattern.sub(put, low)
    low = _GROUPED.sub("", low)
    low = re.sub(r"(\d+(?:\.\d+)?)万", lambda found: _plain(float(found[1]) * 10000), low)
    return _MANY_CHINESE.sub(lambda found: _plain(_chinese_figure(found[0])), low)


def _clock(found: re.Match[str], kinds: Kinds) -> str:
    """A time of day. Without a hint it may be of the morning or of the evening."""
    groups = found.groupdict()
    hour, minute = figure(groups["h"]), _minutes(groups.get("m") or "")
    if groups.get("to"):
        hour, minute = hour - 1, 60 - minute
    if not (0 <= hour <= 24 and 0 <= minute < 60):
        return ""
    if found[0] == "一点":
        return ""  # a little of something
    hint = (groups.get("after") or "") + (groups.get("before") or "")
    if not hint:
        near = found.string[max(0, found.start() - 24) : found.end() + 18]
        hint = "".join(_HINT.findall(near))
    known = hour > 12 or groups["h"].startswith("0")
    for late, hints in ((False, _EARLY), (True, _LATE)):
        if not known and hints.search(hint):
            known = True
            hour = hour % 12 + (12 if late else 0)
    if not known and _NIGHT.search(hint):
        known = True
        hour = hour % 12 + (12 if 5 <= hour < 12 else 0)
    hours = [hour % 24] if known else [hour % 12, hour % 12 + 12]
    kinds["clock"].update(f"clock{int(each):02}{int(minute):02}" for each in hours)
    return _set_off(f"clock{int(hour % 24):02}{int(minute):02}")


def _minutes(written: str) -> float:
    written = written.removesuffix("分")
    special = {"": 0, "half": 30, "quarter": 15, "a quarter": 15, "半": 30, "一刻": 15, "三刻": 45}
    return special[written] if written in special else figure(written)


def _day(found: re.Match[str], kinds: Kinds) -> str:
    """A day of the year; its year stays a word of its own."""
    groups = found.groupdict()
    month = groups["m"]
    number = int(_MONTHS[month[:3]]) if month[:3] in _MONTHS else int(figure(month.lstrip("0")))
    day = int(ORDINALS.get(groups["d"], 0) or figure(groups["d"].removeprefix("初").lstrip("0")))
    if not (1 <= number <= 12 and 1 <= day <= 31):
        return ""
    form = f"day{number:02}{day:02}"
    kinds["day"].add(form)
    return _set_off(f"{form} {groups.get('y') or ''}")


def _measure(kind: str, factor: float, least: float, most: float) -> _Form:
    """A measure in one unit. What was counted in another one may have been rounded."""

    def form(found: re.Match[str], kinds: Kinds) -> str:
        number = figure(found["n"])
        rest = _digits(found["r"]) if found.groupdict().get("r") else 0.0
        if kind == "height" and factor == _FOOT:
            number += max(rest, 0.0) / 12
        elif kind == "height" and factor == 100.0 and rest > 0:
            number += rest / (10 if rest < 10 else 100)
        size = round(number * factor)
        if number < 0 or not least <= size <= most:
            return ""
        loose = (-1, 0, 1) if factor not in (1.0, 100.0, 0.5) else (0,)
        kinds[kind].update(f"{kind}{size + each}" for each in loose)
        return _set_off(f"{kind}{size}")

    return form


def _digits(written: str) -> float:
    """A number whose digits may be spelled one by one: 七二."""
    found = chinese_number(written) if written[:1] in NUMERAL else None
    if found is None and all(each in NUMERAL for each in written):
        return float("".join(str(chinese_number(each)) for each in written))
    return figure(written) if found is None else found


def _set_off(form: str) -> str:
    return f"{form} "


_Form = Callable[[re.Match[str], Kinds], str]

_SHOWN = re.compile(rf"({'|'.join(KINDS)})(\d+)")
_FOOT = 30.48
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_WORDS = WORDS | {"seventy": 70, "eighty": 80, "zero": 0}
_MONTHS = {
    name: str(number)
    for number, name in enumerate(re.findall("...", "janfebmaraprmayjunjulaugsepoctnovdec"), 1)
}
_WORD = "(?:" + "|".join(sorted((word for word in _WORDS if word not in _SCALES), key=len, reverse=True)) + ")"  # fmt: skip
_FIGURE = rf"(?:\d+(?:\.\d+)?|{_WORD}(?:-{_WORD})?)"
_MANY = re.compile(
    rf"\b(?:(?:an?|\d+|{_WORD}(?:-{_WORD})?) (?:hundred|thousand|million)(?: thousand)?(?: (?:and )?{_WORD}(?:-{_WORD})?)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ]{_WORD})\b(?! (?:to|past))"
)
_THOUSAND = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?) ?k\b")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SPELLED = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"\b(?:a|one) decade\b", "10 years"),
        (r"\b(?:a|one) century\b", "100 years"),
        (r"\bhalf a year\b", "6 months"),
        (r"\bhalf an hour\b", "30 minutes"),
        (r"\ban hour and a half\b", "90 minutes"),
        (r"\ba year and a half\b", "18 months"),
        (r"\b(?:a|one) fortnight\b", "2 weeks"),
        (r"\b(?:a|one) dozen\b", "12"),
        (r"\bhalf a dozen\b", "6"),
        (r"\b(?:60|sixty) minutes\b", "1 hour"),
        (r"\b(?:24|twenty-four) hours\b", "1 day"),
        (r"\b(?:7|seven) days\b", "1 week"),
        (r"\b(?:14|fourteen) days\b", "2 weeks"),
        (r"\b(?:12|twelve) months\b", "1 year"),
        (r"\btwice (?=a|every|each|per|the)", "2 times "),
        (r"\bonce (?=a |every|each|per)", "1 times "),
    )
)
_SPELLED_CHINESE = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        ("(?<![上下这第])(?<![一二三四五六七八九十])一个?(?=(?:月|星期|礼拜|周|天|年)[^,。]{0,6}[次回趟遍顿])", "每"), ("半年", "6个月"), ("一年半", "18个月"), ("半个?小时", "30分钟"), ("半个月", "15天"), ("(?<![一二三四五六七八九十])俩(?=[个娃孩])", "2个"),
        ("(?:60|六十)分钟", "1小时"), ("(?:24|二十四)个?小时", "1天"), ("(?<!第)(?<![\\d一二三四五六七八九十])(?:7|七)天", "1周"), ("(?:12|十二)个月", "1年"),
        ("十来|(?<=[一二三四五六七八九十])多(?=[个年])", "十"),
    )
)  # fmt: skip
_NUMERAL = f"[{NUMERAL}万\\d]"
_MANY_CHINESE = re.compile(
    f"(?<![{NUMERAL}第\\d万])[一二两三四五六七八九十百千]*[十百千万][{NUMERAL}]*(?![分足家多几里万])"
)

_HINT = re.compile(
    r"\b[ap]\.?m\b|morning|afternoon|evening|night|noon|早上|早晨|清晨|清早|上午|凌晨|下午|傍晚|中午|晚上|夜里|每晚|晚(?=\d)"
)
_EARLY = re.compile(r"\ba\.?m|morning|早|清|上午|凌晨")
_LATE = re.compile(r"\bp\.?m|afternoon|evening|下午|傍晚|中午(?!1[12])")
_NIGHT = re.compile("night|晚|夜")
_AFTER = r"(?P<after> ?[ap]\.?m\b\.?)"
_MONTH = "(?P<m>january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)"
_ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
_NTH = rf"(?P<d>\d{{1,2}}(?=st|nd|rd|th|\b)|{_ORDINAL})(?:st|nd|rd|th)?"
_COUNT = f"(?:\\d+|[{NUMERAL}]+)"

_FORMS: tuple[tuple[re.Pattern[str], _Form], ...] = tuple(
    (re.compile(pattern), form)
    for pattern, form in (
        (r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)", _day),
        (r"(?<![\d/])(?P<d>\d{1,2})/(?P<m>\d{1,2})/(?P<y>(?:19|20)\d\d)", _day),
        (rf"\b(?:the )?{_NTH}(?: of)? {_MONTH}\b(?:,? (?P<y>(?:19|20)\d\d))?", _day),
        (rf"\b{_MONTH} (?:the )?{_NTH}\b(?:,? (?P<y>(?:19|20)\d\d))?", _day),
        (rf"(?:(?P<y>(?:19|20)\d\d)年)?(?P<m>{_COUNT})月(?P<d>初?{_COUNT})[日号]?", _day),
        (rf"(?P<h>\d{{1,2}})[:.](?P<m>\d\d){_AFTER}", _clock),
        (r"(?<![\d:])(?P<h>\d{1,2}):(?P<m>\d\d)(?![\d:])", _clock),
        (rf"\b(?P<h>{_FIGURE}){_AFTER}", _clock),
        (rf"\b(?P<m>half|quarter|a quarter|{_FIGURE}) past (?P<h>{_FIGURE})\b", _clock),
        (rf"\b(?P<m>quarter|a quarter|{_FIGURE}) (?P<to>to) (?P<h>{_FIGURE})\b", _clock),
        (rf"\b(?P<h>{_FIGURE}) o'?clock\b", _clock),
        (rf"\b(?P<h>{_FIGURE}) (?P<m>thirty|fifteen|forty-five|30|15|45)(?= in the (?:morning|evening|afternoon)|$|[,.])", _clock),
        (rf"(?<=\bat )(?P<h>{_FIGURE})(?=$|[,.;]| (?:in the|at night|every|each|on|sharp|and|with|for)\b)", _clock),
        (rf"\b(?P<h>{_FIGURE})(?= in the (?:morning|afternoon|evening)\b)", _clock),
        (rf"(?P<h>{_COUNT})点(?:钟|整)?(?P<m>半|一刻|三刻|{_COUNT}分?)?(?=$|[,。;的就才前后半整钟到起睡上下开关准左备发去重吃看出必收]|自动)", _clock),
        (rf"\b(?P<n>[4-7]|four|five|six|seven)(?: ?(?:ft|foot|feet|')[ -]?)(?P<r>1?\d|{_WORD})?(?: ?(?:inch(?:es)?|in\b|\"|''))?(?!\w)", _measure("height", _FOOT, 90, 230)),
        (r"(?P<n>[12]\.\d{1,2}) ?(?:m|metres?|meters?|米)(?![\w²])", _measure("height", 100.0, 90, 230)),
        (rf"(?P<n>[12一二])米(?P<r>[{NUMERAL}\d]+)", _measure("height", 100.0, 90, 230)),
        (r"(?P<n>1\d\d|2[0-2]\d) ?(?:cm|centimet(?:er|re)s?|厘米|公分)", _measure("height", 1.0, 90, 230)),
        (r"(?<=身高)(?:是|有|为)?(?P<n>1\d\d)(?!\d)", _measure("height", 1.0, 90, 230)),
        (rf"\b(?P<n>{_FIGURE}) ?(?:kg|kgs|kilos?|kilograms?)\b", _measure("weight", 1.0, 1, 400)),
        (rf"(?P<n>\d+(?:\.\d+)?|[{NUMERAL}]+) ?(?:公斤|千克|kg)", _measure("weight", 1.0, 1, 400)),
        (rf"(?P<n>\d+(?:\.\d+)?|[{NUMERAL}]+)斤", _measure("weight", 0.5, 1, 400)),
        (rf"\b(?P<n>{_FIGURE}) ?(?:lbs?\b|pounds (?=of body|heavy)|(?<=\d )pounds$)", _measure("weight", 0.4536, 20, 400)),
        (rf"\b(?P<n>{_FIGURE}) stone\b", _measure("weight", 6.35, 20, 400)),
    )
)  # fmt: skip
