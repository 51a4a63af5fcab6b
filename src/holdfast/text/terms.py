"""Terms: what keyword search matches, the same at writing and at asking."""

from __future__ import annotations

import re
import unicodedata

ANALYSIS = "1"
"""The version of this analysis. Change it with the rules: stored terms are then made again."""

_IDEOGRAPHS = (
    "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_LONGEST = 64
"""A longer run of letters (a key, a hash) is cut into pieces of this length."""

_TERM = re.compile(rf"[{_IDEOGRAPHS}]+|[^\W_{_IDEOGRAPHS}]{{1,{_LONGEST}}}")
_WRITTEN = re.compile(rf"[{_IDEOGRAPHS}]")
_PLAIN_TERM = re.compile(rf"[a-z0-9]{{1,{_LONGEST}}}")
_PLAIN_TEXT = re.compile(
    "[\x00-\x7f\u3001-\u3003\u3008-\u3011\u4e00-\u9fff\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
    "\u2018\u2019\u201c\u201d\u2014]*"
)
"""Text that folding would change in nothing but its case (full-width signs divide words as well)."""


def fold(text: str) -> str:
    """One form for what looks alike: width, compatibility forms and case."""
    return unicodedata.normalize("NFKC", text).casefold()


def stored_terms(text: str) -> list[str]:
    """The terms of a text, in order: words, and runs of characters that nothing divides.

    >>> stored_terms("Lily搬到成都, 2026!")
    ['lily', '搬到成都', '2026']
    """
    if text.isascii():
        return _PLAIN_TERM.findall(text.lower())  # the same, only quicker
    return _TERM.findall(text.lower() if _PLAIN_TEXT.fullmatch(text) else fold(text))


def asked_terms(text: str) -> list[str]:
    """The terms to look up for a question, each once.

    Of a run of undivided characters every two neighbours are looked up, and a lone one as it is.

    >>> asked_terms("成都人 or 猫?")
    ['成都', '都人', 'or', '猫']
    """
    terms: dict[str, None] = {}
    for term in _TERM.findall(fold(text)):
        pairs = [term[i : i + 2] for i in range(len(term) - 1)] if is_undivided(term) else []
        terms.update(dict.fromkeys(pairs or [term]))
    return list(terms)


def is_undivided(term: str) -> bool:
    """Whether a term is written in characters that stand without spaces between words.

    Such a term is found inside a longer one; a word is found as a whole only.
    """
    return _WRITTEN.match(term) is not None
