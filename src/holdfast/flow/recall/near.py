"""Near: which of the best candidates say the same in other words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from holdfast.flow.recall.facts import Fact
from holdfast.flow.recall.vectors import Vectors
from holdfast.text.wording import Wording, figures, others, wording

ALIKE = 0.7
"""The cosine below which two texts are not even looked at."""

KEPT = 128
"""So many messages are known by which others are near them; one found again costs nothing then."""

Near = dict[int, dict[int, float]]
"""By place, the places that are close in meaning, and their cosines."""


class Told(NamedTuple):
    """A message, and what it says."""

    place: int
    fact: Fact


class Nearness:
    """What is known of a user's messages that were found: which are close, and which the same.

    It is about the messages of one index, and must be cleared when their vectors change.
    """

    def __init__(self) -> None:
        self._known: dict[int, None] = {}
        self._near: Near = {}
        self._wordings: dict[int, Wording] = {}
        self._verdicts: dict[tuple[int, int], bool] = {}

    def __len__(self) -> int:
        return len(self._wordings)

    def clear(self) -> None:
        """Forget it all."""
        for known in (self._known, self._near, self._wordings, self._verdicts):
            known.clear()

    def near(self, vectors: Vectors, places: Sequence[int]) -> Near:
        """Those close to each other, of these places and of others that were asked about lately."""
        fresh = [place for place in places if place not in self._known]
        if fresh:
            if len(self._known) + len(fresh) > KEPT:
                self.clear()
                fresh = [*places]
            self._known |= dict.fromkeys(fresh)
            self._compare(vectors, fresh, [*self._known])
        return self._near

    def _compare(self, vectors: Vectors, fresh: list[int], known: list[int]) -> None:
        rows = vectors.rows(known)
        cosines = rows[-len(fresh) :].dot(rows.T)  # the fresh ones are the last that are known
        close = cosines >= ALIKE
        if np.count_nonzero(close) <= len(fresh):  # as a rule, each is close to itself alone
            return
        for pair in close.ravel().nonzero()[0].tolist():
            at, other = divmod(pair, len(known))
            one, two = fresh[at], known[other]
            if one != two:
                cosine = cosines.item(at, other)
                self._near.setdefault(one, {})[two] = cosine
                self._near.setdefault(two, {})[one] = cosine

    def distinct(self, places: Sequence[int], facts: Sequence[Fact], apart: float) -> bool:
        """Whether none of these, between which all that is near is known, says the same as another."""
        near, verdicts = self._near, self._verdicts
        for at, place in enumerate(places):
            if place in near:
                close = near[place]
                for number, before in enumerate(places[:at]):
                    if before in close:
                        alike = verdicts.get((before, place))
                        if alike is None:
                            one, other = Told(before, facts[number]), Told(place, facts[at])
                            alike = self.same(one, other, apart)
                        if alike:
                            return False
        return True

    def same(self, one: Told, other: Told, apart: float) -> bool:
        """Whether two that are near say the same: in one voice, and on one day if they name one."""
        key = (one.place, other.place)
        if key not in self._verdicts:
            self._verdicts[key] = self._judge(one, other, apart)
        return self._verdicts[key]

    def _judge(self, one: Told, other: Told, apart: float) -> bool:
        if one.fact.voice[:2] != other.fact.voice[:2]:
            return False
        if figures(one.fact.text) != figures(other.fact.text):
            return False
        here, there = self._wording(one), self._wording(other)
        if there.moving and one.fact.said_at.date() != other.fact.said_at.date():
            return False
        return same(here, there, self._near[one.place][other.place], apart)

    def _wording(self, told: Told) -> Wording:
        if told.place not in self._wordings:
            self._wordings[told.place] = wording(told.fact.text)
        return self._wordings[told.place]


def same(one: Wording, other: Wording, cosine: float, apart: float) -> bool:
    """Whether two texts with this cosine say the same. `apart` is the embedder's, 0 if unknown.

    Where all words are the same that say anything, the cosine need not be looked at again. Where
    plain words differ, the texts must be so close that these can only be words for one thing.
    """
    if not one.words:
        return False
    differ = others(one, other)
    if differ is None:
        return False
    return not differ or max(one.size, other.size) * (1 - cosine) <= apart
