"""Beside: what is told of somebody by the way: "our son with asthma", "my sister in Calgary"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.providers.rules.english.people import Person
from holdfast.providers.rules.english.suffering import with_illness

_FROM_TOWN = re.compile(
    r" from ([A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?)(?= (?:is|was|has|who|just|can|keeps)\b|,)"
)
_IN_TOWN = re.compile(r" in ([A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?)(?=[ ,.!?]|$)")
_VISITS = re.compile(
    r"\b(?:see|seeing|visit|visiting|stay with|staying with|visited|saw)\s(?:my|our)\s$"
)
_DOUBTFUL = frozenset(["would", "asked"])
"""Moods in which an illness is taken for granted nevertheless."""


def told_beside(person: Person, text: str, low: str, mood: str) -> Iterator[tuple[str, int, int]]:
    """Topics, and the places of their values, told of a person in one breath with the name."""
    ill = with_illness().match(low, person.stop)
    if ill and (mood == "real" or mood in _DOUBTFUL):
        yield "health", *ill.span("v")
    if mood != "real":
        return
    visited = _VISITS.search(low, 0, person.stop - len(person.value))
    where = _IN_TOWN.match(text, person.stop) if visited else None
    if where:
        yield "home", *where.span(1)
    town = _FROM_TOWN.match(text, person.stop)
    if town:
        yield "origin", *town.span(1)
