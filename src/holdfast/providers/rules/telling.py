"""Telling: chosen pieces as a text that says by whom and, where it matters, when."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from holdfast.ports.summariser import Line
from holdfast.providers.rules.pieces import Piece
from holdfast.text.chinese import divide
from holdfast.text.language import is_chinese
from holdfast.text.scripts import is_han

_SHARED = 3
"""So many Chinese characters that two pieces begin with are said once."""
_REST = 4
"""And so many must be left, or the rest could not be understood."""

_DAYS_FROM = 60
"""With less room than this the days are left out: they would take too much of it."""


class Telling:
    """How the pieces of some lines are told.

    A voice is named where more than one person speaks. In a talk of one user with an assistant,
    what stands without a name is the user's. A day is named where the lines span several: always
    before "yesterday" and its like, elsewhere if there is room for every day.
    """

    def __init__(self, lines: Sequence[Line], found: Sequence[Piece], limit: int) -> None:
        given = {line.voice for line in lines}
        users = {line.voice for line in lines if line.voice and line.role != "assistant"}
        users |= {piece.voice for piece in found if piece.voice} - given
        self._unnamed = users if len(users) == 1 and "" not in given else set()
        days = {piece.day for piece in found if piece.day}
        self._days = len(days) > 1 and limit >= _DAYS_FROM
        self._years = len({day[:4] for day in days if len(day) == 10}) > 1

    def told(self, taken: Sequence[Piece], limit: int) -> str:
        """The text of the pieces in this order, in the room for which their `step`s were counted."""
        text = self._told(taken, every_day=True)
        return text if len(text) <= limit else self._told(taken, every_day=False)

    def step(self, before: Piece | None, piece: Piece, *, every_day: bool = False) -> str:
        """What a piece adds to the text behind the one before it."""
        day, voice = self._day(piece, every_day), self._voice(piece)
        if before is None:
            return day + voice + piece.text
        if voice != self._voice(before) or day not in ("", self._day(before, every_day)):
            return "\n" + (day if day != self._day(before, every_day) else "") + voice + piece.text
        rest = unshared(before.text, piece.text)
        if rest:
            return "、" + rest
        return ("；" if is_chinese(piece.text) else "; ") + piece.text

    def _told(self, taken: Sequence[Piece], every_day: bool) -> str:
        return "".join(
            self.step(before, piece, every_day=every_day)
            for before, piece in pairwise([None, *taken])
            if piece
        )

    def _voice(self, piece: Piece) -> str:
        return f"{piece.voice}: " if piece.voice and piece.voice not in self._unnamed else ""

    def _day(self, piece: Piece, every_day: bool) -> str:
        if not self._days or not piece.day or not (every_day or piece.relative):
            return ""
        day = piece.day if self._years or len(piece.day) < 10 else piece.day[5:]
        return f"[{day}] "


def unshared(before: str, text: str) -> str:
    """What is left of a Chinese text without the words that the one before begins with too.

    Empty where they share too little, or nothing would be left.

    >>> unshared("读书会的地点是北京", "读书会的时间是周六")
    '时间是周六'
    """
    pairs = zip(before, text, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] and is_han(pair[0]), pairs))
    if shared < _SHARED:
        return ""
    ends, at = {0}, 0
    for word in divide(text):
        at += len(word)
        ends.add(at)
    cut = max(end for end in ends if end <= shared)
    rest = text[cut:].lstrip("，,、：: ")
    return rest if cut >= _SHARED and len(rest) >= _REST else ""
