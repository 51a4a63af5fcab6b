"""Reading: a clause understood: of whom it speaks, with which verb, and how it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from holdfast.providers.rules.english.clause import Clause
from holdfast.providers.rules.english.lexicon import kinds_of
from holdfast.providers.rules.english.people import Person

_TOKEN = re.compile(
    r"[^\W_]+(?=n't\b)|n't\b|'(?:m|re|ve|d|ll|s)\b"
    r"|[$£€]?\w+(?:[-.&/@+]\w+)*(?:'(?!(?:s|m|re|ve|d|ll)\b)\w+)*"
)


_WORD = re.compile(r"[\w'-]+")
_SIGNS = " \t\n,.;:!?()[]\"“”'’*~-–—"


class Token(NamedTuple):
    """A word of a clause; what is short for a word stands by itself ('s, n't)."""

    word: str
    start: int
    stop: int


@dataclass(slots=True)
class Reading:
    """A clause understood.

    `mode` is how its verb stands: present, past, perfect, doing (progressive), done (passive),
    future, can, would, order (an imperative), bare (no verb at all). `mood` tells whether it is
    said of the real world (see `mood`). Places are counted from the beginning of the clause.
    """

    clause: Clause
    who: Person | None = None
    verb: str = ""
    mode: str = "bare"
    mood: str = "real"
    denied: bool = False
    elided: bool = False
    """Its subject is left out."""
    lower: bool = False
    """The message has no capitals."""
    head: int = 0
    """Where it begins, past what says nothing."""
    chain: int = 0
    """Where what helps the verb begins."""
    at: int = 0
    """Where the verb begins."""
    rest: int = 0
    """Where what follows the verb begins."""
    thing: str = ""
    """What of theirs it is about: the birthday of "my birthday is"; "?" for what nobody knows."""
    owned: bool = False
    """It says whose thing it is."""
    adverbs: set[str] = field(default_factory=set)
    used: bool = False
    """It went into the claim of a clause before it."""
    after: Reading | None = None
    """The reading of the clause before."""
    ends: bool = False
    """It holds no longer: used to, no longer."""

    @property
    def low(self) -> str:
        return self.clause.low

    @property
    def behind(self) -> str:
        """What follows the verb."""
        return self.clause.low[self.rest :]

    @property
    def mine(self) -> bool:
        """Whether it speaks of the one who speaks."""
        return self.who is not None and self.who.kind == "self"

    def follows(self, other: Reading | None) -> bool:
        """Whether both stand in one sentence."""
        return other is not None and other.clause.sentence == self.clause.sentence


def kinds_in(low: str) -> set[str]:
    """The classes of words.toml of which something may stand in a text."""
    told = {word.strip(_SIGNS) for word in low.split()} | set(_WORD.findall(low))
    return {kind for word in told for kind in kinds_of(word)}


def tokens_of(clause: Clause) -> list[Token]:
    """The words of a clause."""
    return [Token(t[0], t.start(), t.end()) for t in _TOKEN.finditer(clause.low)]
