"""Scripts: which characters stand without spaces between words, and which are parts of words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

COMMON_HAN = "\u4e00-\u9fff"
HAN = f"\u3005\u3007\u3400-\u4dbf{COMMON_HAN}\U00020000-\U0003ffff"
"""Chinese characters, for a regular expression's class. Compatibility forms are folded before."""

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u3096\u30a1-\u30fa\u30fc\u31f0-\u31ff"
    "\uac00-\ud7a3"
)
"""Kana, Thai, Lao, Burmese, Khmer: scripts without spaces, and without a dictionary here. Korean has
spaces, but its endings grow onto the words, so that it is better matched in the same way."""

UNDIVIDED = HAN + UNSPACED
"""All characters that stand without spaces between words."""

MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0980-\u0dff"
)
"""Signs that belong to the letter before them, which a regular expression's \\w leaves out."""

SIGNS = "，。！？、：；“”（）《》…—～"
"""The usual punctuation of Chinese."""

DATE_SIGNS = "年月日号"
DIGITS = "0-9\uff10-\uff19"
"""A date's signs, and the digits that they stand behind."""

_COMBINED = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3038-\u303a\u309f\u30ff\u3130-\u319f\u3200-\u33ff\uf900-\ufaff"
    "\uff66-\uffdc\U0001f200-\U0001f265"
)
"""Compatibility forms that folding turns into undivided script."""

_ODD_DIGITS = "\u00b2\u00b3\u00b9\u2070-\u2089\u2150-\u2189\u2460-\u249b\u24ea\U0001d7ce-\U0001d7ff"
"""Digits raised, circled or in fractions: a date may begin with one."""

UNSEEN = "\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
"""Signs without a width: nobody sees them, so they must not divide a word."""


# The patterns are made when they are first asked for: each takes milliseconds, and text in plain
# ASCII needs none of them.


@cache
def run() -> re.Pattern[str]:
    """Stretches of one kind: Chinese, what spaces divide, other undivided script.

    A date's signs stay with their numbers: 5月31日 is one stretch. Chinese punctuation stands in no
    stretch of Chinese: the dictionary never finds a word across it.
    """
    other = rf"[^\s{UNDIVIDED}]*"
    dated = rf"(?:[{DATE_SIGNS}](?<=[{DIGITS}].){other})*"
    return re.compile(rf"[{HAN}]+|[^\s{UNDIVIDED}{SIGNS}]{other}{dated}|[{UNSPACED}]+")


@cache
def undivided() -> re.Pattern[str]:
    """A character of an undivided script, or what folding makes one."""
    return re.compile(rf"[{UNDIVIDED}{_COMBINED}]")


@cache
def rare() -> re.Pattern[str]:
    """What must be folded before a text is divided: signs nobody sees, forms that combine."""
    return re.compile(
        rf"[{UNSEEN}{_COMBINED}{_ODD_DIGITS}\u0300-\u036f\u0e33\u0eb3\u0edc\u0edd\u3099\u309a"
        "\U0002f800-\U0002fa1f]"
    )


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]")


def is_han(text: str) -> bool:
    """Whether a text begins with a Chinese character."""
    first = text[0]
    return (
        "\u4e00" <= first <= "\u9fff"
        or "\u3400" <= first <= "\u4dbf"
        or "\U00020000" <= first <= "\U0003ffff"
        or first in "\u3005\u3007"
    )


def is_unspaced(text: str) -> bool:
    """Whether a text begins with a character of an undivided script that is not Chinese."""
    return text[0] >= "\u0e00" and _unspaced().match(text) is not None


def all_but(first: str, last: str, left_out: Iterable[str]) -> str:
    """Ranges for a regular expression's class: from `first` to `last` without some characters.

    >>> all_but("a", "f", "be")
    'a-ac-df-f'
    """
    ranges, start = [], ord(first)
    for code in sorted({*map(ord, left_out), ord(last) + 1}):
        if start < code <= ord(last) + 1:
            ranges.append(f"{chr(start)}-{chr(code - 1)}")
        start = max(start, code + 1)
    return "".join(ranges)
