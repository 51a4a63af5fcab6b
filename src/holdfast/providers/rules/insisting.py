"""Insisting: who says "actually" of what does not change in life puts right what was said before."""

from __future__ import annotations

import re
from dataclasses import replace

from holdfast.domain.claim import Claim
from holdfast.domain.topic import TOPICS
from holdfast.ports.extractor import Said

_LASTING = frozenset(name for name, topic in TOPICS.items() if topic.lasting)
_ACTUALLY = re.compile(
    r"\b(?:actually|in fact|to be precise|i (?:got|had) (?:it|that) wrong|i was wrong|correction)\b"
    r"|其实|准确(?:地|的)?(?:说|讲)|严格来说|(?:我)?(?:之前|上次|刚才)?(?:说|记|写)错了|更正",
    re.IGNORECASE,
)


def insisting(claim: Claim, said: Said) -> Claim:
    """The claim as a correction, if it is one: else there would be two birthdays to choose from."""
    if claim.topic not in _LASTING or claim.about != said.me or claim.ends:
        return claim
    lead = said.text.partition(claim.text)[0]
    sure = _ACTUALLY.search(claim.text) or _ACTUALLY.search(lead[-_LEAD:])
    return replace(claim, corrects=True) if sure else claim


_LEAD = 30
"""So far before a clause it may be said that something was wrong."""
