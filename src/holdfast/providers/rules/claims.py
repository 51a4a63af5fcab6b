"""Claims: what a statement says of somebody's age, home, name and the like."""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.providers.rules.signs import Pattern
from holdfast.providers.rules.statements import Statement
from holdfast.providers.rules.values import form_of

_OWN = frozenset(["i", "my", "we", "我", "我的", "我们"])
_THIRD = frozenset(
    ["he", "his", "she", "her", "it", "its", "they", "their", "他", "她", "它", "其", "这", "那"]
)
_NO_VALUE = re.compile(r"(?:not|no|nothing|with)\b|[不没]")
_VAGUE = re.compile(r"(?:an?|the|my|our|this|that|another|with|in|on)\b|[一这那我他她你]")
_ARTICLE = re.compile(r"^(?:an?|the)\s+")


class Claim(NamedTuple):
    """A value that somebody's attribute has. The subject is "i", a name, or empty for a pronoun."""

    subject: str
    attribute: str
    value: str
    written: str
    pattern: Pattern


def claim_of(statement: Statement) -> Claim | None:
    """What a statement claims, if it is of a kind that the rules know."""
    text = statement.plain
    if statement.chinese and statement.subject == "i" and not statement.cues.first.search(text):
        text = f"我{text}"  # the clause before has said of whom
    for pattern in statement.signs.claims:
        match = pattern.pattern.fullmatch(text)
        if match is None:
            continue
        written = match["value"].strip()
        value = _ARTICLE.sub("", form_of(written) if pattern.number else written)
        if pattern.number and not value.isdigit():
            continue
        if _NO_VALUE.match(value) or (pattern.proper and _VAGUE.match(written)):
            continue
        named = match.groupdict()
        kind = named.get("kind") or ""
        attribute = pattern.attribute.replace("{kind}", kind.strip())
        return Claim(_subject(named.get("who") or "i"), attribute, value, written, pattern)
    return None


def differ(one: str, other: str) -> bool:
    """Whether two values exclude each other. They do not where one only says more.

    Nor where one has digits and the other is in words: they may mean the same.

    >>> differ("beijing", "shanghai"), differ("beijing", "north beijing")
    (True, False)
    """
    if any(map(str.isdigit, one)) != any(map(str.isdigit, other)):
        return False
    one, other = form_of(one), form_of(other)
    return one not in other and other not in one


def _subject(who: str) -> str:
    who = who.strip().removesuffix("'s")
    if who in _OWN:
        return "i"
    if who in _THIRD:
        return ""
    return re.sub(r"^我的", "我", who)
