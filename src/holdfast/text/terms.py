"""Terms: the units that keyword search matches, the same at writing and at asking."""

from __future__ import annotations

import re
import unicodedata
from operator import add

ANALYSIS = "1"
"""The version of this analysis. Change it with the rules: stored terms are then made again."""

_IDEOGRAPHS = (
    "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_LONGEST = 64
"""A longer run of letters (a key, a hash) is cut into pieces of this length."""

_RUN = re.compile(rf"([{_IDEOGRAPHS}]+)|([^\W_{_IDEOGRAPHS}]{{1,{_LONGEST}}})")
_PLAIN_TEXT = re.compile(
    "[\x00-\x7f\u3001-\u3003\u3008-\u3011\u4e00-\u9fff\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
    "\u2018\u2019\u201c\u201d\u2014]*"
)
"""Text that folding would change in nothing but its case (full-width signs divide words as well)."""

_PLAIN_WORD = re.compile(rf"[a-z0-9]{{1,{_LONGEST}}}")


def fold(text: str) -> str:
    """One form for what looks alike: width, compatibility forms and case."""
    return unicodedata.normalize("NFKC", text).casefold()


def stored_terms(text: str) -> list[str]:
    """The terms under which a text is found: words, and characters and pairs where none divide it.

    >>> stored_terms("Lily搬到成都")
    ['lily', '搬', '到', '成', '都', '搬到', '到成', '成都']
    """
    if text.isascii():
        return _PLAIN_WORD.findall(text.lower())  # the same, only quicker
    terms: list[str] = []
    folded = text.lower() if _PLAIN_TEXT.fullmatch(text) else fold(text)
    for written, word in _RUN.findall(folded):
        if word:
            terms.append(word)
        else:
            terms += written
            terms += map(add, written, written[1:])
    return terms


def asked_terms(text: str) -> list[str]:
    """The terms to look up for a question, each once. A lone character is looked up as it is.

    >>> asked_terms("成都 or 猫?")
    ['成都', 'or', '猫']
    """
    terms: dict[str, None] = {}
    for written, word in _RUN.findall(fold(text)):
        if word:
            terms[word] = None
        else:
            terms.update(dict.fromkeys(_pairs(written) or [written]))
    return list(terms)


def _pairs(written: str) -> list[str]:
    return [written[i : i + 2] for i in range(len(written) - 1)]
