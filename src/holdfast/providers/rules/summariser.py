"""The summariser that needs no model: it quotes what tells most, shortest first said."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ports.summariser import Line, Summary
from holdfast.providers.rules.choose import chosen
from holdfast.providers.rules.cues import cues_of
from holdfast.providers.rules.content import content
from holdfast.providers.rules.pieces import Piece, pieces
from holdfast.providers.rules.telling import Telling

IDENTITY = "rules/1"


class RulesSummariser:
    """Makes a summary of sentences and clauses as they were said. Holds nothing; threads may share it."""

    @property
    def identity(self) -> str:
        """Changes with the rules."""
        return IDENTITY

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        """What tells most of these lines, in at most `limit` characters.

        The same lines always give the same text. Empty if there is nothing to tell.
        """
        if limit < 1:
            return Summary(by=IDENTITY)
        found = pieces(lines)
        telling = Telling(lines, found)
        voices = {line.voice for line in lines} | {piece.voice for piece in found}
        names = frozenset(
            word.form for voice in voices for word in content(voice, cues_of(voice))
        )
        taken = chosen(found, names, limit, telling.cost)
        text = telling.told(taken, limit) if taken else _cut(found, limit)
        return Summary(text, by=IDENTITY)


def _cut(found: Sequence[Piece], limit: int) -> str:
    """The beginning of the piece that tells most, where not even one fits."""
    if not found:
        return ""
    best = max(found, key=lambda piece: (piece.factor * sum(w.weight for w in piece.words), -piece.place))
    text = best.text[: limit + 1]
    if len(text) <= limit:
        return text
    at = text.rfind(" ")
    return text[:at] if at > limit // 2 else text[:limit]
