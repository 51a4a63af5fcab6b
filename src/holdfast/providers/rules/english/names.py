"""Names: how people are called, and where a name stands in a text."""

from __future__ import annotations

import re
from functools import cache

from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import small, words

_NAME = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Auntie|Aunt|Uncle|Old|Little|little|Big|Father|Sister|Nana|Tía|Tio|"
    r"Coach)\.? )?"
    r"(?:[A-ZÀ-ÞŠŽŁŚĆŻ][^\W\d_]*(?:['’-][A-ZÀ-Þ]?[^\W\d_s][^\W\d_]*)*|[\u4e00-\u9fff]{1,4})"
    r"(?: [A-ZÀ-Þ][^\W\d_]+(?:-[A-ZÀ-Þ]\w+)?)?"
)
_CALLED = re.compile(
    r",? (?:(?:who(?:'s|’s| is)|is|was|'s|’s)? ?(?:called|named|by the name of)|aka) (?:Mr )?"
    r"|, | - | – | — |: | \(| "
)
_FAR = re.compile(r" (?:from|at|since|in|of) (?:[a-z0-9-]+ ){0,3}[a-z0-9]+(?=, [A-ZÀ-Þ])")
_MORE = re.compile(r"(?:, [A-ZÀ-Þ][\w'-]+)* (?:and|&) [A-ZÀ-Þ][\w'-]+(?=[.,!?;)]|$)")
_BEHIND_COMMA = re.compile(r"\s*(?:[,.!?;:()]|$|who\b|and\b|is\b|was\b|'s\b|’s\b|has\b|-|–|—)")
_BEHIND_DASH = re.compile(r"\s*(?:[,.!?;:()–—-]|$|is\b)")
_BEFORE = re.compile(
    r"((?![a-z])[^\W\d_][\w’'-]*(?: [A-ZÀ-Þ][\w’'-]*)?)(?:, | \(| - | — | – | is | was |'s |’s )$"
)
_TITLE = re.compile(r"(?:Mr|Mrs|Ms|Dr|Miss)\.? $")
_PLACED = re.compile(r"\bin $|\bat $|, $")
_SIZE = re.compile(r"^(?:little|Little|Old|Big) ")
_LOOK_BACK = 60


@cache
def _not_names() -> frozenset[str]:
    """Words that begin with a capital without being anybody's name."""
    return (
        words("month")
        | small("not_names")
        | small("openers")
        | small("adverbs")
        | words("nation")
        | words("language")
    )


def name_at(text: str, at: int) -> re.Match[str] | None:
    """A name that stands at a place of a text."""
    found = _NAME.match(text, at)
    if found is None:
        return None
    low = plain(found[0])
    return None if low.rstrip(".") in _not_names() or low.split()[0] in _not_names() else found


def name_behind(text: str, at: int, *, several: bool) -> tuple[str, int] | None:
    """The name behind a relation that ends at a place, "sister Lily", and where it ends.

    With `several` more names may follow, "cats Miso and Tofu".
    """
    far = _FAR.match(text, at)
    joint = _CALLED.match(text, far.end() if far else at)
    found = name_at(text, joint.end()) if joint else None
    if joint is None or found is None:
        return None
    sign = joint[0].strip()
    if sign == "," and not _BEHIND_COMMA.match(text, found.end()):
        return None
    if sign in ("-", "–", "—", ":") and not _BEHIND_DASH.match(text, found.end()):
        return None
    stop = found.end() + text.startswith(")", found.end())
    more = _MORE.match(text, found.end()) if several else None
    return _SIZE.sub("", found[0]), more.end() if more else stop


def name_before(text: str, at: int) -> tuple[str, int, bool] | None:
    """The name before a relation, "Priya, my lab partner": with where it begins.

    And whether it stands in apposition, not as the subject of "is".
    """
    first = max(0, at - _LOOK_BACK)
    lead = _BEFORE.search(text, first, at)
    found = name_at(text, lead.start(1)) if lead else None
    if lead is None or found is None or found.end() != lead.end(1):
        return None
    sign = text[lead.end(1) : at].strip()
    title = _TITLE.search(text, first, lead.start(1))
    start = title.start() if title else lead.start(1)
    if sign == "," and _PLACED.search(text, first, start):
        return None
    return text[start : lead.end(1)], start, sign in (",", "(", "-")
