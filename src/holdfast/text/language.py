"""Which of the two languages a text is in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from holdfast.text.scripts import HAN, undivided

CHINESE, ENGLISH = "zh", "en"
_WORD = re.compile(r"[A-Za-z]+")


@cache
def _han() -> re.Pattern[str]:
    return re.compile(f"[{HAN}]+")


def _characters(text: str) -> int:
    """How many Chinese characters are in a text."""
    return sum(map(len, _han().findall(text)))


def language_of(texts: Iterable[str]) -> str:
    """The one that more is said in: CHINESE, or ENGLISH for everything else."""
    return CHINESE if chinese_share(texts) > 0.5 else ENGLISH


def chinese_share(texts: Iterable[str]) -> float:
    """How much of some texts is Chinese, from 0 to 1: characters against words in letters.

    0.5 for texts that have neither.
    """
    han = words = 0
    for text in texts:
        han += _characters(text)
        words += len(_WORD.findall(text))
    return han / (han + words) if han + words else 0.5


def is_chinese(text: str) -> bool:
    """Whether a sentence is Chinese more than anything else; some words in letters may stand in it."""
    if text.isascii() or not undivided().search(text):
        return False
    fourfold = 4 * _characters(text)
    return fourfold >= len(text) or fourfold >= sum(map(str.isalpha, text))
