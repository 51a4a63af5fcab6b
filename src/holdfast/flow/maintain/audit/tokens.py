"""Tokens: the words of a memory that carry what it says, one for all that mean the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH, pattern, sections, words
from holdfast.flow.maintain.audit.quantities import measured
from holdfast.flow.maintain.audit.reading import Reading
from holdfast.flow.maintain.audit.subject import person
from holdfast.text import stops
from holdfast.text.chinese import divide
from holdfast.text.stems import stem
from holdfast.text.when.numbers import chinese_number


class Words(NamedTuple):
    """What a memory is compared by."""

    forms: tuple[str, ...]
    """Its content words, each once, with what they stand for in place of sayings."""
    said: frozenset[str]
    """The sayings among them."""
    kinds: dict[str, frozenset[str]]
    """By kind, the words of it that there are: weekdays, colours, numbers, names."""
    text: str
    """All of it in small letters, with what they stand for in place of sayings."""
    qualified: dict[str, frozenset[str]]
    """By word, those that stand right before it and say which one it is: the spare key."""


def words_of(reading: Reading) -> Words:
    """The words of a memory, without those that only name whom it is about."""
    subject = reading.subject
    own = {subject.owner, subject.who.rpartition("/")[2]} - {""}
    low = reading.low
    if reading.language == CHINESE:
        low = low.replace(subject.owner, "", 1)
        if subject.is_other and (found := _RELATIVE.search(low)):
            low = low[: found.start()] + low[found.end() :]
        low = _COUNTED.sub(lambda found: str(chinese_number(found[0]) or found[0]), low)
    low, quantities = measured(low, reading.language)
    text, said = with_sayings(low, reading.language)
    forms = _chinese(text) if reading.language == CHINESE else _english(text)
    kept = dict.fromkeys(form for form in forms if form not in own)
    return Words(
        tuple(kept),
        frozenset(said),
        _kinds(reading, low, forms, quantities),
        text,
        _qualified(text, kept, {name for name in said if name not in low}),
    )


def with_sayings(low: str, language: str) -> tuple[str, set[str]]:
    """A text with one word for each saying in it, and these words."""
    said: set[str] = set()

    for name, found in _sayings(language):
        text, count = found.subn(f" {name} ", low)
        if count:
            low = text
            said.add(name)
    return low, said


@cache
def _sayings(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    lines = Path(__file__).with_name(f"sayings.{language}.txt").read_text("utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            name, _, listed = line.partition(": ")
            each = sorted((part.strip() for part in listed.split(" | ")), key=len, reverse=True)
            shown = re.compile("|".join(pattern(part, {}, language) for part in each))
            found.append((len(each[0]), name, shown))
    # The longest first: what "boat" stands for must not take "sick on a boat" apart.
    found.sort(key=lambda group: -group[0])
    return tuple((name, shown) for _length, name, shown in found)


def _english(text: str) -> list[str]:
    found = (word.removesuffix("'s") for word in _WORD.findall(text))
    return [
        form for word in found if (form := _number(word) or word) not in words("lists.toml")["idle"]
    ]


def _chinese(text: str) -> list[str]:
    found: list[str] = []
    for run in _RUN.findall(text):
        found += divide(run) if run[0] > "\u3000" else [run]
    return [word for word in found if word not in _slight()]


def _qualified(text: str, forms: Iterable[str], said: set[str]) -> dict[str, frozenset[str]]:
    """What English words stand right before others. What stands for a saying is no word itself."""
    known = frozenset(forms) - said - words("lists.toml")["verbal"]
    found: dict[str, set[str]] = defaultdict(set)
    for run in re.split(r"[^\w\s'-]", text):
        parts = [word.removesuffix("'s") for word in _WORD.findall(run)]
        for before, word in pairwise(parts):
            if {before, word} <= known and _qualifies(before) and len(word) > 1:
                found[stem(word)].add(before)
    return {word: frozenset(each) for word, each in found.items()}


def _qualifies(word: str) -> bool:
    """Whether a word may say which one is meant. One that ends like a verb may be one."""
    return word.isalpha() and not word.endswith(("s", "ed", "ly"))


def _number(word: str) -> str:
    return _NUMBERS.get(word, "")


def _kinds(
    reading: Reading, low: str, forms: list[str], quantities: dict[str, set[str]]
) -> dict[str, frozenset[str]]:
    """By kind, the words of a text; `low` has its quantities in one form."""
    raw = set(re.findall(r"[\w-]+", low)) | set(forms)
    if reading.language == CHINESE:
        raw |= set(_chinese(low))
    found = {
        kind: frozenset(stem(word) if word.isascii() else word for word in raw & listed)
        for kind, listed in words("kinds.toml").items()
    }
    if weekdays := frozenset(_WEEKDAY.findall(reading.low)):
        found["weekday"] = weekdays
    if found["person"]:
        found["person"] = frozenset(map(person, raw & words("kinds.toml")["person"]))
    found |= _numbers(low, reading.language)
    found["code"] = frozenset(_CODE.findall(reading.low))
    dated = (
        words("lists.toml")["nations"]
        | words("kinds.toml")["weekday"]
        | words("kinds.toml")["month"]
        | words("kinds.toml")["language"]
    )
    found["name"] = frozenset(
        name
        for name in _NAME.findall(reading.text)
        if name.lower() not in dated and not reading.text.startswith(name)
        if name not in _TITLES
    )
    found |= {kind: frozenset(each) for kind, each in quantities.items()}
    told = {_TOLD[kind] for kind in quantities if kind in _TOLD}
    return {kind: each for kind, each in found.items() if each and kind not in told}


def _numbers(low: str, language: str) -> dict[str, frozenset[str]]:
    """The numbers by what they count: a year is no age, and five miles are no five minutes."""
    numbers = numbers_in(low, language)
    years = {number for number in numbers if _YEAR.fullmatch(number)}
    found = {"year": frozenset(years)}
    rest = numbers - years
    for kind, counted in _UNITS:
        units = counted.findall(low)
        those = rest & set().union(*(numbers_in(each, language) for each in units))
        found[kind] = frozenset(those)
        rest -= those
    return found | {"number": frozenset(rest)}


def numbers_in(low: str, language: str) -> set[str]:
    """The numbers of a text, in figures: years, amounts, counts."""
    found = {_FIGURED.sub("", _WHOLE.sub("", figure)) for figure in _FIGURE.findall(low)}
    if language == ENGLISH:
        for hour in _HALF.findall(low):
            low = low.replace(f"half past {hour}", "")
            found.add(f"{_NUMBERS.get(hour, hour)}30")
        if _SINGLE.search(low):
            found.add("1")
        return found | {_NUMBERS[word] for word in _WORD.findall(low) if word in _NUMBERS}
    counted = (chinese_number(figure) for figure in _COUNTED.findall(low))
    found |= {str(chinese_number(f"{figure}百")) for figure in _THOUSANDS.findall(low)}
    return found | {str(number) for number in counted if number} | set(_TALL.findall(low))


@cache
def _slight() -> frozenset[str]:
    kept = words("kinds.toml")["side"] | words("kinds.toml")["rank"]
    return words("lists.toml")["zhidle"] | (stops.chinese() - kept - {"早", "晚"})


_TOLD = {"clock": "daytime", "day": "month"}
"""A clock tells the part of the day, and a day the month."""

_RELATIVE = re.compile(
    "|".join(
        sorted(
            (each for each in words("kinds.toml")["person"] if not each.isascii()),
            key=len,
            reverse=True,
        )
    )
)
_WORD = re.compile(r"[a-z\u00e0-\u024f][\w'-]*|\d[\d.,]*")
_WEEKDAY = re.compile("(?:周|星期|礼拜)([一二三四五六日天])")
_RUN = re.compile("[\u4e00-\u9fff]+|[a-z0-9]+")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w-]+")
_TITLES = frozenset(["Mr", "Mrs", "Ms", "Dr", "Miss", "Sir", "Professor"])
_CODE = re.compile(
    r"(?<![a-z\d-])(?=[a-z]*\d)(?=\d*[a-z])(?!\d+(?:am|pm|st|nd|rd|th|km|kg|mg|cm|ml|g|m|k|h|s)\b)[a-z\d]{2,}(?![a-z\d-])|\w+/\w+"
)
_FIGURE = re.compile(r"(?<![a-z0-9.])\d[\d,.:]*")
_THOUSANDS = re.compile("[一二两三四五六七八九]千[一二三四五六七八九](?![百十零])")
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNITS = tuple(
    (kind, re.compile(rf"(?:[\w.,]+[ -])?(?:{english})\b|[\d.零一二两三四五六七八九十百千万]+(?:{chinese})"))
    for kind, english, chinese in (
        ("duration", "(?:minutes?|hours?|days?|weeks?|months?|years?(?! old))", "分钟|个?小时|天|个?星期|周(?=[后内前]|$)|个月|年(?!级)"),
        ("length", "(?:km|kilometres?|kilometers?|miles?|metres?|meters?|laps)", "公里|千米|里地"),
        ("share", "(?:percent|per cent)", "成|折"),
    )
)  # fmt: skip
_HALF = re.compile(r"\bhalf past (\w+)")
_WHOLE = re.compile(r"(?<=\d)\.0+$")
_FIGURED = re.compile(r"[,.:](?=\d{3})|[,.:](?!\d)|(?<=\d)[:.](?=\d\d)")
_COUNTED = re.compile(
    "[零一二两三四五六七八九十百千万]+(?=[岁年月日号个只条本位人点斤公里米楼层次套辆块元万千码毫分天桌趟台盒瓶间室厅口名])"
)
_SINGLE = re.compile(
    r"\b(?:has|have|is|are|only|just|with|owns|keeps) (?:only |just )?(?:one|a single) (?!of|day|who|another|eye|ear)[a-z]"
)
_TALL = re.compile("[一二两][米][零一二三四五六七八九\\d]+")
_NUMBERS = {
    word: figure
    for line in sections("groups.toml")["number"]["figures"].splitlines()
    for word, figure in [line.split()]
}
