"""Confirmed: what the assistant asked, where the user only says yes: "Do you live in Dublin?" """

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from holdfast.domain.claim import Claim
from holdfast.providers.rules.english.clause import plain
from holdfast.text.sentences import sentences

if TYPE_CHECKING:
    from holdfast.providers.rules.english.message import Message

_YES = re.compile(
    r"(?:yes|yep|yeah|yup|aye|correct|exactly|indeed|that's right|i do|i am|i have)(?![\w'-])"
    r"(?![^.!?]*\b(?:but|not|no|actually|sort of|kind of|used to|until)\b)"
)
_ASKED = re.compile(
    r"(?:so,? |and |then |oh,? |ah,? |right,? )*(?P<verb>do|are|have|did) you (?:still )?(?P<rest>[^?]{3,70})\?$",
    re.IGNORECASE,
)
_SO = re.compile(
    r"(?:so,? |and |then |oh,? |ah,? )*(?:you(?: are|'re|’re) (?P<am>[^?]{3,70})|you (?P<rest>[^?]{3,70})), ?(?:right|correct|yes|is that right)\?$",
    re.IGNORECASE,
)
_ANY = re.compile(
    r"\b(?:any|anything|anyone|or|ever|know|mean|want|need|sure|think|my|me|i|this|that|it)\b"
)
_KEPT = frozenset(
    [
        "home",
        "origin",
        "work",
        "study",
        "diet",
        "health",
        "partner",
        "family",
        "pet",
        "like",
        "dislike",
        "skill",
        "possession",
        "trait",
        "gender",
    ]
)
"""What a yes is taken for; of plans and the like more would be told."""
_END = 300


def confirmed(message: Message) -> Iterator[Claim]:
    """What was asked of the user, as claimed by the user, if the message begins with a yes."""
    from holdfast.providers.rules.english.message import understood

    if not _YES.match(message.low) or message.before[-1].me != "assistant":
        return
    said = message.said
    for claim in understood(replace(said, text=_told(message.before[-1].text)), ()):
        if claim.topic in _KEPT and claim.about == said.me:
            yield replace(claim, text=said.text)


def _told(asked: str) -> str:
    """A question as its answer; empty if it is none that a yes can answer."""
    last = sentences(asked[-_END:])[-1:]
    found = (_ASKED.match(last[0]) or _SO.match(last[0])) if last else None
    if found is None or _ANY.search(plain(last[0])):
        return ""
    told = found.groupdict()
    if told.get("am"):
        return f"I am {told['am']}."
    verb = {"are": "am ", "have": "have "}.get((told.get("verb") or "").lower(), "")
    return f"I {verb}{told['rest']}."
