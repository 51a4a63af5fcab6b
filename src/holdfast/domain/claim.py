"""Claim: one thing that somebody said of somebody, as an extractor understood it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

USER = "user"
"""Whom a claim is about, if it is about the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What was claimed, in the words of the message. Knowledge is folded from claims.

    `topic` is one of the topics (see `domain.topic`), `sub` narrows it where there may be one value
    for each ("colour" of what is liked, "sister" of the family, "employer" at work). `value` is the
    shortest words of the message that carry the content; `text` the clause that says it, to be read
    by people. `about` is `USER`, or the name or relation by which the message calls somebody else.

    `since` and `until` bound when it happens or holds, where the message says so, resolved against
    the moment it was said. `was` is the value that it says it replaces; `ends` means that the value
    holds no longer ("I quit Acme"). `corrects` means that it says an earlier word was wrong, so
    that the other value never held.
    """

    topic: str
    value: str
    text: str
    sources: tuple[str, ...]
    sub: str = ""
    about: str = USER
    since: datetime | None = None
    until: datetime | None = None
    was: str = ""
    ends: bool = False
    corrects: bool = False
    confidence: float = 0.8
