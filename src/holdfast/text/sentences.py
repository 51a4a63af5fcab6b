"""Sentences and clauses: where a text of either language may be cut."""

from __future__ import annotations

import re

_SHORTENED = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "no",
        "vs",
        "etc",
        "eg",
        "ie",
        "approx",
        "inc",
        "ltd",
        "co",
        "jr",
        "sr",
        "mt",
        "ft",
        "fig",
        "al",
        "cf",
        "dept",
        "est",
    ]
)
"""What a full stop stands behind without ending anything."""

_END = re.compile(
    r"""[。！？；…!?;]++[”’」』）)"']*+\s*+"""  # ends wherever it stands
    r"""|(?<!\.)\.++[”’)"']*+(?:\s++|$)"""  # ends only before a space
    r"""|\n\s*+"""
    r"""|(?<!\s)\s++(?=[\[［【])|(?<=[\]］】])\s*+"""  # a note in brackets stands for itself
)
"""No run of signs is tried a second time from its middle: a long one must not take its square."""

_LAST_WORD = re.compile(r"[\w.]+$")
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
_CLAUSE = re.compile(r"[，,、：:](?:(?<=[，：])|(?=\s))\s*+|(?<!\s)\s++[-–—]++\s++|——++")
_LOOK_BACK = 16
_EDGE = " \t\r\n\u3000"


def sentences(text: str) -> list[str]:
    """The sentences of a text in order, without the space around them; none is empty.

    A line end, a semicolon and a note in brackets divide too. Takes time in proportion to the text.

    >>> sentences("Dr. Lee came at 3.30. 他叫小黑！[a photo]")
    ['Dr. Lee came at 3.30.', '他叫小黑！', '[a photo]']
    """
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if match[0].startswith(".") and _goes_on(text, start, match):
            continue
        found.append(text[start : match.end()])
        start = match.end()
    found.append(text[start:])
    return [stripped for each in found if (stripped := each.strip(_EDGE))]


def clauses(sentence: str) -> list[str]:
    """The clauses of a sentence, as commas, colons and dashes divide it, each with its sign.

    Joined they are the sentence again. Commas in numbers and the signs of a list do not divide.

    >>> clauses("我搬到了成都，今年26岁。")
    ['我搬到了成都，', '今年26岁。']
    """
    found: list[str] = []
    start = 0
    for match in _CLAUSE.finditer(sentence):
        if match[0].startswith("、"):
            continue
        found.append(sentence[start : match.end()])
        start = match.end()
    found.append(sentence[start:])
    return [each for each in found if each]


def _goes_on(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether a full stop belongs to a shortened word, an initial or the number of a list."""
    if len(stop[0].strip()) != 1 or stop.end() == len(text):
        return False
    word = _LAST_WORD.search(text, max(start, stop.start() - _LOOK_BACK), stop.start())
    if word is None:
        return False
    plain = word[0].replace(".", "").lower()
    if plain.isdigit():
        return word.start() == start  # 1. of a list
    if _INITIALS.fullmatch(word[0]):
        return text[stop.end()].islower()  # U.S. in the middle
    return plain in _SHORTENED or (len(word[0]) == 1 and word[0].isupper() and word[0] != "I")
