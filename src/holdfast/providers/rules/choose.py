"""Choose: the pieces that tell most in a given room, no word counted twice."""

from __future__ import annotations

import heapq
import math
from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence

from holdfast.ports.pace import breathe
from holdfast.providers.rules import weights
from holdfast.providers.rules.pieces import Piece
from holdfast.providers.rules.telling import Telling
from holdfast.text.scripts import is_han

_NEAR = 24
"""Pieces on either side of one just taken that are valued anew: they may share its beginning."""


def chosen(
    pieces: Sequence[Piece], names: frozenset[str], telling: Telling, room: int
) -> list[Piece]:
    """Pieces that fit into the room together and tell most, in their order. May be none.

    Whether dense pieces or full ones fill a room best depends on the room: each is tried.
    """
    passage = Passage(pieces, names, telling)
    tried = [Choice(passage, length) for length in weights.LENGTHS]
    for choice in tried:
        choice.fill(room)
    best = max(tried, key=lambda choice: choice.gained)
    return [pieces[number] for number in best.taken]


class Passage:
    """What holds of the pieces whatever is taken of them, worked out once. They go by number."""

    def __init__(self, pieces: Sequence[Piece], names: frozenset[str], telling: Telling) -> None:
        worth = _worth(pieces, names)
        self.places = [piece.place for piece in pieces]
        self.words = [
            [(form, worth[form]) for form in dict.fromkeys(word.form for word in piece.words)]
            for piece in pieces
        ]
        self.factors = [piece.factor * _lone(piece, worth) for piece in pieces]
        self._pieces = pieces
        self._telling = telling
        self._steps: dict[tuple[int | None, int], int] = {}

    def step(self, before: int | None, number: int) -> int:
        """The room that a piece takes behind another, or at the beginning."""
        key = before, number
        found = self._steps.get(key)
        if found is None:
            first = None if before is None else self._pieces[before]
            found = self._steps[key] = len(self._telling.step(first, self._pieces[number]))
        return found


class Choice:
    """The pieces taken so far, and what is still worth taking.

    The piece with the best gain for its length comes first, then the next with what it still adds.
    A gain only shrinks, so an old value is a bound, and few are worked out anew.
    """

    def __init__(self, passage: Passage, length: float) -> None:
        self.taken: list[int] = []
        self.gained = 0.0
        self._passage = passage
        self._length = length
        self._covered: set[str] = set()
        self._places: list[int] = []

    def fill(self, room: int) -> None:
        """Take pieces while they fit."""
        count = len(self._passage.places)
        heap = [(-self._value(number), number) for number in range(count)]
        heapq.heapify(heap)
        while heap and room > 0:
            breathe()
            _, number = heapq.heappop(heap)
            if self._is_taken(number) or self._needed(number) > room:
                continue
            value = self._value(number)
            if value <= 0:
                continue
            if heap and -value > heap[0][0]:
                heapq.heappush(heap, (-value, number))
                continue
            room -= self._needed(number)
            self._take(number)
            for near in range(max(0, number - _NEAR), min(count, number + _NEAR)):
                if not self._is_taken(near):
                    heapq.heappush(heap, (-self._value(near), near))

    def _is_taken(self, number: int) -> bool:
        place = self._passage.places[number]
        at = bisect(self._places, place)
        return at > 0 and self._places[at - 1] == place

    def _take(self, number: int) -> None:
        self.gained += self._gain(number)
        place = self._passage.places[number]
        at = bisect(self._places, place)
        self._places.insert(at, place)
        self.taken.insert(at, number)
        self._covered.update(form for form, _ in self._passage.words[number])

    def _needed(self, number: int) -> int:
        """The room that a piece takes between its neighbours."""
        at = bisect(self._places, self._passage.places[number])
        before = self.taken[at - 1] if at else None
        step = self._passage.step
        needed = step(before, number)
        if at < len(self.taken):
            behind = self.taken[at]
            needed += step(number, behind) - step(before, behind)
        return needed

    def _value(self, number: int) -> float:
        return self._gain(number) / math.pow(max(1, self._needed(number)), self._length)

    def _gain(self, number: int) -> float:
        covered, again = self._covered, weights.AGAIN
        gain = sum(
            worth * again if form in covered else worth
            for form, worth in self._passage.words[number]
        )
        return self._passage.factors[number] * gain


def _lone(piece: Piece, worth: Mapping[str, float]) -> float:
    """What a piece with too few words that tell anything is worth of its words."""
    telling = sum(worth[word.form] >= weights.TELLING for word in piece.words)
    return 1.0 if telling >= weights.FEWEST else weights.LONE


def _worth(pieces: Sequence[Piece], names: frozenset[str]) -> dict[str, float]:
    """How much each word tells in this passage."""
    best: dict[str, float] = {}
    said: Counter[str] = Counter()
    for piece in pieces:
        if piece.part == 0:
            said.update({word.form for word in piece.words})
        for word in piece.words:
            best[word.form] = max(word.weight, best.get(word.form, 0.0))
    for form in best:
        topic = weights.TOPIC_HAN if is_han(form) else weights.TOPIC
        best[form] *= 1 + topic * math.log(max(1, said[form]))
        if form in names:
            best[form] *= weights.VOICE
    return best
