"""Town: where somebody lives, told with what they are: "a nurse in Leeds"."""

from __future__ import annotations

import re

from holdfast.providers.rules.english.lexicon import is_a
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.values import Found

_IN_TOWN = re.compile(r" in (?=[A-ZÀ-Þ])")
_JOINED = re.compile(r"\b(?:at|of|for|with|from|to)\b")


def town_of(reading: Reading, found: Found) -> tuple[int, int] | None:
    """The place of a town in a claim of work; None if there is none.

    Where somebody's shop or school stands is not where they live: only what they are tells it.
    """
    if found.topic != "work" or reading.verb not in ("be", "") or reading.mode == "past":
        return None
    match = _IN_TOWN.search(reading.clause.text, found.start, found.stop)
    if match is None:
        return None
    head = reading.low[found.start : match.start()]
    if _JOINED.search(head) or not is_a(head, "trade"):
        return None
    return match.end(), found.stop
