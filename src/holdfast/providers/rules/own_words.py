"""Own words: a message without what is only pasted, quoted or handed over in it.

Who asks for a letter to be translated says nothing of themselves, and a page that hides an order has
no say. What is left stands where it stood.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

_SEEN = re.compile(r"[^\n]")
_LEAD = 120
"""So far before a colon it is told what is to be done with what follows."""

_COLON = re.compile("[:：]")
_MARKS = re.compile(
    r"[`~>{<【\[:：\u200b-\u200f\u2060-\u2064\ufeff\U000e0000-\U000e007f]|---|[Dd][Ee][Aa][Rr] |亲爱|尊敬"
)
"""One of these stands wherever something is pasted."""


def own_words(text: str) -> str:
    """The text with blanks for what its sender does not say, every other sign in its place.

    >>> own_words("Translate this: I live in Rome").rstrip()
    'Translate this:'
    """
    if _MARKS.search(text) is None:
        return text
    for pattern in _patterns("pasted"):
        text = pattern.sub(_blank, text)
    return _without_draft(text)


def may_order(text: str) -> bool:
    """Whether a message may give a standing order at all: not one that sets others aside, nor one
    about the rules of a bot."""
    return not any(pattern.search(text) for pattern in _patterns("no_order"))


def _without_draft(text: str) -> str:
    """Without what is handed over to be worked on."""
    for colon in _COLON.finditer(text):
        begin = max(0, colon.start() - _LEAD)
        lead = text[begin : colon.start()].rpartition("\n")[2]
        if any(pattern.search(lead) for pattern in _patterns("work")):
            return text[: colon.end()] + _SEEN.sub(" ", text[colon.end() :])
    return text


def _blank(found: re.Match[str]) -> str:
    return _SEEN.sub(" ", found[0])


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    how = re.IGNORECASE | re.MULTILINE | (re.DOTALL if name == "pasted" else 0)
    return tuple(re.compile(each, how) for each in data[name])
