"""Figures: the numbers that a text states, in digits or in words of either language.

Those of dates and times of day are kept apart from counts: who was told of March has not been told
of three cats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.text.fold import plain, simple
from holdfast.text.when.numbers import ENGLISH, NUMERAL, ORDINALS, chinese_number

_SCALES = {"k": 1e3, "m": 1e6, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_SCALES |= {"百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8}
_WORDS = {**ENGLISH, "seventy": 70, "eighty": 80, "dozen": 12, "zero": 0}
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_MEASURES = (
    "[个岁天只条本块元人次楼层位斤米名家张辆口杯间套份件双种页度周%]|分钟|小时|公里|公斤|万|亿"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?"

_DIGITS = re.compile(
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:\s*(?P<scale>[kK]\b|[mM]\b|hundred\b|thousand\b|million\b|billion\b|[百千万亿]))?"
)
_ENGLISH = re.compile(
    rf"\b(?:(?P<tens>{_TENS})[\s-](?P<ones>one|two|three|four|five|six|seven|eight|nine)"
    rf"|(?P<word>{'|'.join(_WORDS)}))\b(?:\s+(?P<scale>hundred|thousand|million|billion)\b)?",
    re.IGNORECASE,
)
_ORDINAL = re.compile(rf"\b(?:{'|'.join(ORDINALS)})\b", re.IGNORECASE)
_CHINESE = re.compile(rf"[{NUMERAL}]+(?P<scale>[万亿])?")
_MEASURED = re.compile(rf"[{NUMERAL}]+(?:{_MEASURES})")
_DATED = re.compile(
    rf"""(?ix)
    \d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}} | \d{{1,2}}:\d\d
    | \d{{1,2}}\s*[ap]\.?m\b | \b\d{{1,2}}(?:st|nd|rd|th)\b | \b(?:at|by|around|until)\ \d{{1,2}}\b(?=\W*(?:$|[.,;!?]|in\b|on\b|to|o'clock))
    | \b{_MONTH}\s+\d{{1,4}}\b | \b\d{{1,2}}\s+(?:of\ )?{_MONTH}\b
    | (?:\d{{1,4}}|[{NUMERAL}]+)\s*[年月日号点时] | (?:周|星期|礼拜|初)[{NUMERAL}]
    """
)
_FREE = re.compile(r"[两二][人位者]|两个人|(?:the|these|those)\s+two\b", re.IGNORECASE)
_PAST_ANY_DAY = 31
"""A larger number can be no day, month or hour: it need not be kept apart."""


class Figures(NamedTuple):
    """The numbers of a text: how many, and when."""

    counts: frozenset[float]
    dates: frozenset[float]

    def __or__(self, other: object) -> Figures:
        if not isinstance(other, Figures):
            return NotImplemented
        return Figures(self.counts | other.counts, self.dates | other.dates)

    def strange_in(self, stated: Figures) -> list[str]:
        """The numbers of a claim that are not among these."""
        counts = self.counts | {date for date in self.dates if date > _PAST_ANY_DAY}
        strange = [n for n in stated.counts if n not in counts]
        strange += [n for n in stated.dates if n not in self.dates | self.counts]
        return [f"{number:.10g}" for number in sorted(strange)]


def stated(text: str) -> Figures:
    """The numbers that a text claims. Nought, one, and counts of two people are too common."""
    text = _FREE.sub(" ", simple(plain(text)))
    dates = {number for match in _DATED.finditer(text) for number in _all(match[0])}
    rest = _DATED.sub(" ", text)
    counts = {*_in_digits(rest, strict=True), *_in_english(rest)}
    for match in _CHINESE.finditer(rest):
        if _MEASURED.match(rest, match.start()) or rest[: match.start()].endswith("分之"):
            counts |= set(_in_chinese(match))
    return Figures(frozenset(counts - {0, 1}), frozenset(dates - {0, 1}))


def known(text: str) -> Figures:
    """The numbers that a claim about a text may use: all that it has, and hours both ways."""
    text = simple(plain(text))
    dates = {number for match in _DATED.finditer(text) for number in _all(match[0])}
    dates |= {(hour + 12) % 24 for hour in dates if 0 < hour < 24}
    dates |= {ORDINALS[match[0].lower()] for match in _ORDINAL.finditer(text)}
    return Figures(frozenset(_all(_DATED.sub(" ", text))), frozenset(dates))


def _all(text: str) -> set[float]:
    numbers = {*_in_digits(text, strict=False), *_in_english(text)}
    for match in _CHINESE.finditer(text):
        numbers |= set(_in_chinese(match))
    return numbers


def _in_digits(text: str, strict: bool) -> Iterator[float]:
    """Numbers in digits; not strictly, 3万 is also a 3."""
    for match in _DIGITS.finditer(text):
        number = float(match["number"].replace(",", ""))
        scale = _SCALES.get((match["scale"] or "").lower(), 1)
        yield number * scale
        if scale != 1 and not strict:
            yield number


def _in_english(text: str) -> Iterator[float]:
    for match in _ENGLISH.finditer(text):
        if match["tens"]:
            number = _WORDS[match["tens"].lower()] + _WORDS[match["ones"].lower()]
        else:
            number = _WORDS[match["word"].lower()]
        yield number * _SCALES.get((match["scale"] or "").lower(), 1)


def _in_chinese(match: re.Match[str]) -> list[float]:
    scale = _SCALES.get(match["scale"] or "", 1)
    number = chinese_number(match[0].rstrip("万亿"))
    return [] if number is None else [number * scale]
