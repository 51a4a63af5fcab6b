"""Choose: the pieces that tell most in a given room, no word counted twice."""

from __future__ import annotations

import heapq
import math
from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence

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
    worth = _worth(pieces, names)
    tried = [Choice(pieces, worth, telling, length) for length in weights.LENGTHS]
    for choice in tried:
        choice.fill(room)
    return max(tried, key=lambda choice: choice.gained).taken


class Choice:
    """The pieces taken so far, and what is still worth taking.

    The piece with the best gain for its length comes first, then the next with what it still adds.
    A gain only shrinks, so an old value is a bound, and few are worked out anew.
    """

    def __init__(
        self, pieces: Sequence[Piece], worth: Mapping[str, float], telling: Telling, length: float
    ) -> None:
        self.taken: list[Piece] = []
        self.gained = 0.0
        self._pieces = pieces
        self._telling = telling
        self._worth = worth
        self._length = length
        self._covered: set[str] = set()
        self._places: list[int] = []

    def fill(self, room: int) -> None:
        """Take pieces while they fit."""
        heap = [(-self._value(piece), number) for number, piece in enumerate(self._pieces)]
        heapq.heapify(heap)
        while heap and room > 0:
            _, number = heapq.heappop(heap)
            piece = self._pieces[number]
            if self._is_taken(piece.place) or self._needed(piece) > room:
                continue
            value = self._value(piece)
            if value <= 0:
                continue
            if heap and -value > heap[0][0]:
                heapq.heappush(heap, (-value, number))
                continue
            room -= self._needed(piece)
            self._take(piece)
            for near in range(max(0, number - _NEAR), min(len(self._pieces), number + _NEAR)):
                heapq.heappush(heap, (-self._value(self._pieces[near]), near))

    def _is_taken(self, place: int) -> bool:
        at = bisect(self._places, place)
        return at > 0 and self._places[at - 1] == place

    def _take(self, piece: Piece) -> None:
        self.gained += self._gain(piece)
        at = bisect(self._places, piece.place)
        self._places.insert(at, piece.place)
        self.taken.insert(at, piece)
        self._covered.update(word.form for word in piece.words)

    def _needed(self, piece: Piece) -> int:
        """The room that a piece takes between its neighbours."""
        at = bisect(self._places, piece.place)
        before = self.taken[at - 1] if at else None
        step = self._telling.step
        needed = len(step(before, piece))
        if at < len(self.taken):
            behind = self.taken[at]
            needed += len(step(piece, behind)) - len(step(before, behind))
        return needed

    def _value(self, piece: Piece) -> float:
        return self._gain(piece) / math.pow(max(1, self._needed(piece)), self._length)

    def _gain(self, piece: Piece) -> float:
        worth = self._worth
        telling = sum(worth[word.form] >= weights.TELLING for word in piece.words)
        gain = sum(
            worth[form] * (weights.AGAIN if form in self._covered else 1.0)
            for form in {word.form for word in piece.words}
        )
        return piece.factor * gain * (1.0 if telling >= weights.FEWEST else weights.LONE)


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
