"""Sub-topics: of what there is one value each, by the words around it."""

from __future__ import annotations

import re
from dataclasses import replace

from holdfast.domain.claim import Claim

_FAVOURITE = re.compile(
    r"\bfavou?rite (?!(?:is|are|was|were|of|to|at|in|for|and|would|has)\b)(?P<en>[a-z][\w-]*)|最(?:喜欢|爱)的(?P<zh>[^是为，。,.!！]{1,6})(?:是|为|就是)",
    re.IGNORECASE,
)
_EMPLOYER = re.compile(
    r"\b(?:work|works|working|worked|employed|hired|job|joined|joining|moved over|switched)\b.*"
    r"\b(?:for|at|with|by|to|joined|joining)\b|\bjoined\b"
    r"|在.+(?:上班|工作|任职|就职|实习)|入职|就职于|跳槽(?:到|去)|去了.+上班",
    re.IGNORECASE,
)
_POSITION = re.compile(
    r"\b(?:am|'m|is|'s|as|became|become|promoted to|made) (?:an?|the)\b|\bwork as\b"
    r"|是(?:一)?[名个位]?|当(?:上)?|担任|升(?:成|为|了|到)|做",
    re.IGNORECASE,
)
_PLACE_INSIDE = re.compile(r"\b(?:at|for|with|in)\b|在")


def with_sub(claim: Claim) -> Claim:
    """The claim with its sub-topic, where the words around its value tell one."""
    if claim.sub:
        return claim
    sub = ""
    if claim.topic in ("like", "dislike"):
        found = _FAVOURITE.search(claim.text)
        sub = (found["en"] or found["zh"]).lower() if found else ""
    elif claim.topic == "work" and not _PLACE_INSIDE.search(claim.value):
        sub = _of_work(claim.text)
    return replace(claim, sub=sub) if sub else claim


def _of_work(text: str) -> str:
    """Whether a clause names whom somebody works for, or as what; empty if it is not plain."""
    if _EMPLOYER.search(text):
        return "employer" if not re.search(r"\bas an?\b", text, re.IGNORECASE) else ""
    return "position" if _POSITION.search(text) else ""
