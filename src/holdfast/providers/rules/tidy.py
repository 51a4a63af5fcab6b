"""Tidy: claims without what clings to them in talk, and without those that say nothing of anybody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from holdfast.domain.claim import Claim
from holdfast.text.fold import fold

_LAUGHTER = re.compile(
    r"^(?:(?:ha){2,}h?|(?:he){2,}|lol|lmao|rofl)[,.!\s]+|[,.!\s]+(?:(?:ha){2,}h?|(?:he){2,}|lol|lmao|rofl|xd)[.!\s]*$"
    r"|[，,\s]*(?:哈{2,}|嘻{2,}|嘿{2,}|呵{2,}|笑死)[！!。\s]*$",
    re.IGNORECASE,
)
_OF_THE_TALK = re.compile(
    r"\b(?:our|this) (?:chat|talk|conversation|discussion)s?\b|\b(?:chatting|talking) (?:with|to) you\b"
    r"|(?:和|跟)你(?:聊天?|说话)|(?:这次|我们的?)(?:聊天|对话)",
    re.IGNORECASE,
)
_SLIGHT = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "be",
        "by",
        "do",
        "for",
        "go",
        "he",
        "her",
        "him",
        "i",
        "if",
        "in",
        "is",
        "it",
        "its",
        "just",
        "like",
        "me",
        "much",
        "my",
        "no",
        "not",
        "of",
        "off",
        "ok",
        "on",
        "or",
        "our",
        "out",
        "she",
        "so",
        "that",
        "the",
        "them",
        "then",
        "there",
        "they",
        "this",
        "to",
        "too",
        "up",
        "us",
        "very",
        "was",
        "we",
        "well",
        "what",
        "when",
        "who",
        "why",
        "with",
        "yeah",
        "yes",
        "you",
        "your",
    ]
)
_TASTES = frozenset(["like", "dislike"])
_NAMED = _TASTES | {"name", "nickname"}


def tidy(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Those worth keeping, in words that can be read alone."""
    for claim in claims:
        if claim.topic in _TASTES and _OF_THE_TALK.search(claim.value):
            continue  # a nicety
        if claim.topic in _NAMED and claim.value[1:].islower() and _is_slight(claim.value):
            continue
        value = _LAUGHTER.sub("", claim.value) or claim.value
        text = _LAUGHTER.sub("", claim.text) or claim.text
        if fold(value) not in fold(text) and _is_slight(text):
            text = value  # "Yeah": what it assents to stands elsewhere
        yield replace(claim, value=value, text=text)


def _is_slight(words: str) -> bool:
    """Whether it is made of words that name nothing."""
    found = re.findall(r"[^\W_]+", words.casefold())
    return bool(found) and all(word in _SLIGHT for word in found)
