"""Meaning: what a value, the name of a sub-topic or a relation comes to, in whichever language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from holdfast.flow.extract.alike import form, same_form
from holdfast.text.when.numbers import ENGLISH, chinese_year

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_NUMBERS = {name[:3]: number for number, name in enumerate(_MONTHS.split("|"), 1)}
_MONTH = f"{_MONTHS}|sept|{'|'.join(_NUMBERS)}"
_TH = r"(?:st|nd|rd|th)?"
_ENGLISH_DAY = re.compile(
    rf"\b(?:(?P<d>\d{{1,2}}){_TH}(?: of)? (?P<m>{_MONTH})\.?(?![a-z])"
    rf"|(?P<m2>{_MONTH})\.? (?:the )?(?P<d2>\d{{1,2}}){_TH})(?:,? (?P<y>\d{{4}}))?(?!\w)"
)
_CHINESE_DAY = re.compile(
    r"(?<!农历)(?<!阴历)(?<!旧历)(?:(?P<y>\d{4})年)?(?<!\d)(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]?(?!\d)"
)
_MONTH_ALONE = re.compile(rf"(?:in )?(?P<name>{_MONTH})|(?P<number>1[0-2]|0?[1-9])月份?")
_LETTERS = re.compile("[a-z]+")
_YEAR = re.compile(r"(?<!\d)(\d{4})年$|^(\d\d)年$")
_COUNTED = ENGLISH.keys() - {"hundred"}
_OLD = re.compile(r"^(?P<number>\d+|[a-z ]+?) ?(?:岁|years? old|yrs old|yo)?$")


@lru_cache(maxsize=10_000)
def meaning_of(words: str) -> str:
    """One form for what means the same: days, ages and numbers, and words that both languages have.

    >>> meaning_of("May 3rd, 1998"), meaning_of("1998年5月3日"), meaning_of("twenty-six years old")
    ('1998 05 03', '1998 05 03', '26')
    >>> meaning_of("color"), meaning_of("颜色"), meaning_of("北京朝阳区")
    ('colour', 'colour', 'beijing 朝阳区')
    """
    plain = form(words)
    return _number(plain) or _named(_dated(plain))


def month_of(words: str) -> int | None:
    """The number of a month that is told alone.

    >>> month_of("November"), month_of("11月"), month_of("3 May")
    (11, 11, None)
    """
    found = _MONTH_ALONE.fullmatch(form(words))
    if found is None:
        return None
    return int(found["number"]) if found["number"] else _NUMBERS[found["name"][:3]]


def spellings(meaning: str) -> tuple[str, ...]:
    """All words that are known to mean this, itself first."""
    return _rows().get(meaning, (meaning,))


def same(one: str, other: str) -> bool:
    """Whether two values mean the same: equal in meaning, or one only says more than the other.

    >>> same("Beijing", "beijing, Chaoyang"), same("rice", "price"), same("北京", "Beijing")
    (True, False, True)
    """
    return same_form(meaning_of(one), meaning_of(other))


def _named(plain: str) -> str:
    """With one word for all that mean the same, also within longer ones, so that what contains
    another goes on to contain it. A single character means it only where it stands alone."""
    if known := _words().get(plain):
        return known
    words = _words()
    swapped = _LETTERS.sub(lambda found: words.get(found[0], found[0]), plain)
    if not plain.isascii():
        swapped = _signs().sub(lambda found: f" {words[found[0]]} ", swapped)
    return " ".join(swapped.split())


def _number(plain: str) -> str:
    """What is a number, or an age, and nothing else."""
    found = _OLD.match(plain)
    if found is None:
        return ""
    if found["number"].isdigit():
        return found["number"]
    words = found["number"].split()
    return str(sum(ENGLISH[word] for word in words)) if set(words) <= _COUNTED else ""


def _dated(plain: str) -> str:
    if not any(map(str.isdigit, plain)):
        return plain
    plain = _ENGLISH_DAY.sub(_day, _CHINESE_DAY.sub(_day, plain))
    return _YEAR.sub(_year, plain)


def _year(found: re.Match[str]) -> str:
    return str(chinese_year(found[1] or found[2]) or found[0])


def _day(found: re.Match[str]) -> str:
    named = {"y": "", "m2": "", "d2": "", **found.groupdict()}
    month, day = named["m"] or named["m2"], int(named["d"] or named["d2"])
    number = int(month) if month.isdigit() else _NUMBERS[month[:3]]
    return f"{named['y'] or ''} {number:02} {day:02}".strip()


@cache
def _rows() -> Mapping[str, tuple[str, ...]]:
    """Each row by the word that stands for it."""
    tables = tomllib.loads(Path(__file__).with_name("meaning.toml").read_text("utf-8"))
    rows = (tuple(row.split(" | ")) for table in tables.values() for row in table)
    return {row[0]: row for row in rows}


@cache
def _words() -> Mapping[str, str]:
    return {word: meaning for meaning, row in _rows().items() for word in row}


@cache
def _signs() -> re.Pattern[str]:
    """The words in characters, the longest first."""
    found = [word for word in _words() if len(word) > 1 and not word.isascii()]
    return re.compile("|".join(sorted(found, key=len, reverse=True)))
