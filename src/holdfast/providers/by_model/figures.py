"""Figures: the numbers that a text states, in digits or in words of either language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.text.fold import plain, simple
from holdfast.text.when.numbers import ENGLISH, NUMERAL, ORDINALS, chinese_number

_SCALES = {"k": 1e3, "m": 1e6, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_SCALES |= {"百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8}
_WORDS = {**ENGLISH, "seventy": 70, "eighty": 80, "dozen": 12, "zero": 0}
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_MEASURES = "个岁年月日天号点只条本块元人次楼层位斤米周名家张辆口杯间套份件双种名分小页度公%％"

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
_STATED = re.compile(
    rf"(?:(?<=周)|(?<=星期)|(?<=礼拜)|(?<=分之))[{NUMERAL}]|[{NUMERAL}]+[{_MEASURES}万亿]"
)
_FREE = re.compile(r"[两二][人位者]|两个人|(?:the|these|those|both)\s+two\b", re.IGNORECASE)
_CLOCK = re.compile(r"\b(\d{1,2})(?=:\d\d|\s*[ap]\.?m\b|[点时])", re.IGNORECASE)


def stated(text: str) -> set[str]:
    """The numbers that a text claims. Nought, one, and counts of two people are too common."""
    text = _FREE.sub(" ", simple(plain(text)))
    found = {_form(number) for number in _in_digits(text, strict=True)}
    found |= {_form(number) for number in _in_english(text)}
    for match in _CHINESE.finditer(text):
        if _STATED.match(text, match.start()):
            found |= {_form(number) for number in _in_chinese(match)}
    return found - {"0", "1"}


def known(text: str) -> set[str]:
    """The numbers that a claim about a text may use: all that it has, and clock times both ways."""
    text = simple(plain(text))
    numbers = [*_in_digits(text, strict=False), *_in_english(text)]
    numbers += [ORDINALS[match[0].lower()] for match in _ORDINAL.finditer(text)]
    for match in _CHINESE.finditer(text):
        numbers += _in_chinese(match)
        numbers += [chinese_number(sign) or 0 for sign in match[0] if sign in NUMERAL]
    hours = [int(match[1]) for match in _CLOCK.finditer(text)]
    hours += [int(number) for number in numbers if 0 < number < 24] if "点" in text else []
    numbers += [(hour + 12) % 24 for hour in hours]
    return set(map(_form, numbers))


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


def _form(number: float) -> str:
    return f"{number:.10g}"
