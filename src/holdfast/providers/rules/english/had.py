"""Had: who and what else is told in a list: "we have 14 chickens, all named, and a goose"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.providers.rules.english.lexicon import is_a
from holdfast.providers.rules.english.reading import Reading

_VERBS = frozenset(["have", "own", "keep", "live", "share", "be"])
_LIVING = re.compile(r"\bliv(?:e|es|ed|ing)\b.* with ")
_MORE = re.compile(
    r"(?:,|\)|\s(?:and|plus|&|with))\s(?:and |also |plus )?"
    r"(?:an? |(?=(?:one|two|three|four|five|six|\d{1,2}) ))"
    r"(?P<v>(?:[\w'-]+ ){0,4}?[\w'-]+(?: (?:called|named) [\w'-]+)?)"
    r"(?=[,.!;:)]|$| (?:who|that|which|and|with|in|on|from|nobody|at)\b)"
)
_KINDS = (
    ("pet", "pet", "pet_weak"),
    ("kin", "family", "kin_weak"),
    ("partner", "partner", ""),
    ("kept", "possession", ""),
)
_SHOWN = re.compile(r"\b(?:photo|picture|image|painting|drawing)")
_THEIRS = re.compile(r" (?:with|who has|who have|who owns) (?:an?|two|three|four|\d+) ")
_NAMED = re.compile(r" (?:called|named) ")


def also_had(reading: Reading, low: str, stop: int) -> Iterator[tuple[str, int, int]]:
    """Topics, and their places in a message: what stands behind in a sentence that ends at `stop`."""
    if not reading.mine or reading.thing or reading.denied or reading.verb not in _VERBS:
        return
    start = reading.clause.start + reading.rest
    told = low[reading.clause.start : stop]
    if _SHOWN.search(told) or (reading.verb in ("live", "be") and not _LIVING.search(told)):
        return
    for found in _MORE.finditer(low, start, stop):
        if reading.verb == "have" and _THEIRS.search(low, start, found.start("v")):
            return  # a friend with a parrot and a boat
        topic = _topic(_NAMED.split(found["v"])[0])
        if topic:
            yield topic, *found.span("v")


def _topic(thing: str) -> str:
    for kind, topic, weak in _KINDS:
        if is_a(thing, kind) and not (weak and is_a(thing, weak)):
            return topic
    return ""
