"""Choose: the pieces that tell most in a given room, no word counted twice."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Sequence

from holdfast.providers.rules import weights
from holdfast.providers.rules.pieces import Piece

Cost = Callable[[Piece, Sequence[Piece]], int]


def chosen(pieces: Sequence[Piece], voices: frozenset[str], room: int, cost: Cost) -> list[Piece]:
    """Pieces that fit into the room together, in their order. May be none.

    The one with the best gain for its length is taken first, then the next with what it still
    adds. A gain only shrinks, so an old one is a bound, and few are worked out anew.
    """
    worth = _worth(pieces, voices)
    covered: set[str] = set()
    taken: dict[int, Piece] = {}

    def value(piece: Piece) -> float:
        gain = sum(
            worth[form] * (weights.AGAIN if form in covered else 1.0)
            for form in {word.form for word in piece.words}
        )
        if len(piece.words) < weights.FEWEST:
            gain /= 2
        return piece.factor * gain / len(piece.text) ** weights.LENGTH

    heap = [(-value(piece), number) for number, piece in enumerate(pieces) if len(piece.text) <= room]
    heapq.heapify(heap)
    while heap and room > 0:
        _, number = heapq.heappop(heap)
        piece = pieces[number]
        needed = cost(piece, list(taken.values()))
        if piece.place in taken or needed > room:
            continue
        now = -value(piece)
        if heap and now > heap[0][0]:
            heapq.heappush(heap, (now, number))
            continue
        if now >= 0:
            break
        taken[piece.place] = piece
        covered.update(word.form for word in piece.words)
        room -= needed
    return [taken[place] for place in sorted(taken)]


def _worth(pieces: Sequence[Piece], voices: frozenset[str]) -> dict[str, float]:
    """How much each word tells in this passage."""
    best: dict[str, float] = {}
    said: Counter[str] = Counter()
    for piece in pieces:
        if piece.part == 0:
            said.update({word.form for word in piece.words})
        for form, weight in piece.words:
            best[form] = max(weight, best.get(form, 0.0))
    for form in best:
        best[form] *= 1 + weights.TOPIC * math.log(max(1, said[form]))
        if form in voices:
            best[form] *= weights.VOICE
    return best
