"""Phrase: where a value ends, and how several are told apart."""

from __future__ import annotations

import re

from holdfast.providers.rules.english.lexicon import pattern

_EDGE = " \t\n,.;:!?()[]\"“”'’*~-–—"
_SPLIT = re.compile(
    r"\s*,\s*(?:and |or |plus |but also )?|\s+(?:and also|and|or|&|plus|nor|as well as)\s+"
)


def trimmed(low: str, *, light: bool = False) -> tuple[int, int]:
    """From where to where a value goes in a text: without what only follows it.

    With `light` its article and the like go too.
    """
    start, stop = 0, len(low)
    cut = pattern("cut").search(low, 1)
    if cut:
        stop = cut.start()
    if light:
        lead = pattern("light").match(low[:stop])
        if lead and lead.end() < stop:
            start = lead.end()
    while start < stop and low[start] in _EDGE:
        start += 1
    while stop > start and low[stop - 1] in _EDGE:
        stop -= 1
    return start, stop


def parts(low: str) -> list[tuple[int, int]]:
    """The places of the parts of a list; one if it is none."""
    if pattern("pairs").search(low) or pattern("together").search(low):
        return [(0, len(low))]
    found, at = [], 0
    for joint in _SPLIT.finditer(low):
        if joint.start() > at:
            found.append((at, joint.start()))
        at = joint.end()
    found.append((at, len(low)))
    return [(a, b) for a, b in found if low[a:b].strip()]


def head_of(low: str) -> str:
    """A noun phrase up to its head: without what is joined by a preposition."""
    return pattern("tail").split(low, maxsplit=1)[0].strip(_EDGE)
