"""Collections: all memories that are looked over together, read once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from holdfast.domain.audit import Entry
from holdfast.flow.maintain.audit.reading import Reading, normal
from holdfast.flow.maintain.audit.subject import NOBODY, alike, names_in
from holdfast.flow.maintain.audit.tokens import Words, words_of
from holdfast.flow.maintain.audit.vectors import Vectors
from holdfast.ports.embedder import Embedder


class Collection:
    """The memories, what each says, and how near they are to each other."""

    def __init__(self, entries: Sequence[Entry], embedder: Embedder | None) -> None:
        names = names_in(normal(entry.text) for entry in entries)
        self.readings = [Reading(entry, names) for entry in entries]
        self._embedder = embedder

    @cached_property
    def words(self) -> list[Words]:
        """The words of each."""
        return [words_of(reading) for reading in self.readings]

    @cached_property
    def vectors(self) -> Vectors:
        """The vectors of each."""
        return Vectors(self._embedder, [words.forms for words in self.words])

    def same_one(self, one: int, other: int) -> bool:
        """Whether two may be about the same one."""
        here, there = self.readings[one], self.readings[other]
        if here.entry.about != there.entry.about:
            return False
        return alike(here.subject.who, there.subject.who)

    def kept_by_same(self, one: int, other: int) -> bool:
        """The same, but that an animal may be told of as its keeper's, and anybody without a name."""
        here, there = (self.readings[each] for each in (one, other))
        if here.entry.about != there.entry.about:
            return False
        who, whom = here.subject.keeper, there.subject.keeper
        return who == whom or NOBODY in (who, whom)

    def likeness(self, one: int, other: int) -> float:
        """From 0 to 1, how much two say the same, by their words."""
        here, there = self.vectors.overlap(one, other)
        return 0.5 * self.vectors.cosine(one, other) + 0.25 * (here + there)

    def unlike(self, one: int, other: int) -> set[str]:
        """The kinds of words of which both name some, but none that is the same."""
        here, there = self.words[one].kinds, self.words[other].kinds
        return {kind for kind in here.keys() & there.keys() if not here[kind] & there[kind]}

