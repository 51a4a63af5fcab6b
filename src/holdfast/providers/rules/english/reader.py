"""Reader: reads the clauses of one message in order, and remembers who was spoken of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from holdfast.providers.rules.english.clause import Clause
from holdfast.providers.rules.english.lexicon import one_of, small
from holdfast.providers.rules.english.people import Person
from holdfast.providers.rules.english.predicate import read_predicate
from holdfast.providers.rules.english.reading import Reading, tokens_of
from holdfast.providers.rules.english.subject import Scene, read_dropped, read_subject

_TIME_FIRST = re.compile(
    r"(?:(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends|mornings|evenings|nights|summers|winters)"
    r"(?:(?:,| and| or) \w+)*|in|on|at|since|for|every|each|next|last|this|from|by|after|before|during|over|until|most|"
    r"all|one|back|as|with|come|once|twice|three times|first thing|last thing|some|as of|ever since|thanks to|when|whenever|like)\b"
    r"[^,]{0,48}?\s(?=(?:i|i'm|im|i've|i'll|we|we're|we've|he's|she's|my \w+ and (?:i|me))(?![\w-]))"
)
"""A time before the subject: "In September I'm off"."""


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(rf"(?>(?:{one_of(small('openers'))})(?![\w'-])[\s,!:.~]*)+")


class Reader:
    """Made for one message. Its clauses must come in order."""

    def __init__(
        self, speaker: Person, people: Sequence[Person], asked_of: Person | None = None
    ) -> None:
        self._scene = Scene(speaker, people)
        self._scene.person = asked_of

    def read(self, clause: Clause) -> Reading:
        """One clause, the next in order."""
        found = Reading(clause)
        tokens = tokens_of(clause)
        found.head = _start(clause)
        number = next((n for n, t in enumerate(tokens) if t.start >= found.head), len(tokens) - 1)
        if read_dropped(found, self._scene):
            self._scene.saw(found)
            return found
        number = read_subject(found, tokens, max(number, 0), self._scene)
        if number < len(tokens) or not found.elided:
            read_predicate(found, tokens, number, self._scene.last)
        self._scene.saw(found)
        return found


def _start(clause: Clause) -> int:
    """Past what says nothing, and past a time."""
    opened = _opening().match(clause.low)
    place = opened.end() if opened and opened.end() < len(clause.low) else 0
    first = _TIME_FIRST.match(clause.low, place) or _TIME_FIRST.match(clause.low)
    return first.end() if first else place
