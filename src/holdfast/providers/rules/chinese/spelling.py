"""Spelling: one form of a Chinese text for matching, sign by sign as long as the text itself."""

from __future__ import annotations

import re
from functools import cache

from holdfast.text.fold import simplified

_CANTONESE = dict(
    zip("係喺嘅咗唔佢冇嚟睇諗嗰哋攞搵俾畀啱攰", "是在的了不他没来看想那们拿找给给刚累", strict=True)
)
"""Written Cantonese and what stands for it in Mandarin, where each is one character."""

_SHARED = dict(zip("食飲返仲訓揾", "吃喝回还睡找", strict=True))
"""Signs that mean this in Cantonese, and something else in Mandarin."""

_SPOKEN = re.compile("[喺嘅咗唔佢冇嚟哋啲]")

_DONE = re.compile(r"(?<=[^好行吧呀])[啦嘞](?=$|[，。！!,.～~\s])")
"""Signs that say at the end of a clause what 了 says."""

_WIDTH = {
    code: chr(code - 0xFEE0) for code in range(0xFF10, 0xFF5B) if chr(code - 0xFEE0).isalnum()
}


_GAP = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[A-Za-z0-9@+])|(?<=[A-Za-z0-9]) (?=[\u4e00-\u9fff])")


def compact(text: str) -> tuple[str, list[int]]:
    """The text without the spaces that some put between the scripts, and where each sign stood.

    >>> compact("我 major 是")
    ('我major是', [0, 2, 3, 4, 5, 6, 8])
    """
    gone = {match.start() for match in _GAP.finditer(text)}
    kept = [place for place in range(len(text)) if place not in gone]
    return ("".join(text[place] for place in kept) if gone else text), kept


@cache
def _table() -> dict[int, str]:
    cantonese = {ord(one): other for one, other in _CANTONESE.items()}
    return simplified() | _WIDTH | cantonese


def spelled(text: str) -> str:
    """The text in simplified characters and small letters, Cantonese as Mandarin.

    Always as long as the text, so that a place in one is the same place in the other.

    >>> spelled("我喺台灣住咗兩年, OK")
    '我在台湾住了两年, ok'
    """
    plain = text.translate(_table())
    if _SPOKEN.search(text):
        plain = "".join(_SHARED.get(sign, new) for sign, new in zip(text, plain, strict=True))
    plain = _DONE.sub("了", plain)
    low = plain.lower()
    return (
        low
        if len(low) == len(text)
        else "".join(c.lower() if len(c.lower()) == 1 else c for c in plain)
    )
