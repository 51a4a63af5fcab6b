"""Telling: chosen pieces as a text that says by whom and, where it matters, when."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ports.summariser import Line
from holdfast.providers.rules.cues import is_chinese
from holdfast.providers.rules.pieces import Piece


class Telling:
    """How the pieces of some lines are told.

    A voice is named where more than one person speaks. In a talk of one user with an assistant,
    what stands without a name is the user's. A day is named where the lines span several.
    """

    def __init__(self, lines: Sequence[Line], found: Sequence[Piece]) -> None:
        users = {line.voice for line in lines if line.voice and line.role != "assistant"}
        users |= {piece.voice for piece in found if piece.voice} - {line.voice for line in lines}
        self._unnamed = users if len(users) == 1 else set()
        days = {piece.day for piece in found if piece.day}
        self._days = len(days) > 1
        self._years = len({day[:4] for day in days}) > 1

    def cost(self, piece: Piece, taken: Sequence[Piece]) -> int:
        """The room that a piece takes beside those taken, at most."""
        between = 2 if taken else 0
        return len(piece.text) + between + len(self._voice(piece)) + len(self._day(piece, False))

    def told(self, taken: Sequence[Piece], limit: int) -> str:
        """The text, with every day if there is room for all of them."""
        text = self._told(taken, True)
        return text if len(text) <= limit else self._told(taken, False)

    def _told(self, taken: Sequence[Piece], all_days: bool) -> str:
        text, before = "", ("", "")
        for piece in taken:
            head = self._day(piece, all_days), self._voice(piece)
            if not text:
                text = "".join(head)
            elif head == before:
                text += "；" if is_chinese(piece.text) else "; "
            else:
                text += "\n" + (head[0] if head[0] != before[0] else "") + head[1]
            text += piece.text
            before = head
        return text

    def _voice(self, piece: Piece) -> str:
        return f"{piece.voice}: " if piece.voice and piece.voice not in self._unnamed else ""

    def _day(self, piece: Piece, always: bool) -> str:
        if not self._days or not piece.day or not (always or piece.relative):
            return ""
        day = piece.day if self._years or len(piece.day) < 10 else piece.day[5:]
        return f"[{day}] "
