"""The summariser that needs no model: it quotes what tells most in the room there is."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ports.summariser import Line, Summary
from holdfast.providers.rules.choose import chosen
from holdfast.providers.rules.content import content
from holdfast.providers.rules.cues import cues_of
from holdfast.providers.rules.cutting import cut, fitting
from holdfast.providers.rules.pieces import pieces
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
        telling = Telling(lines, found, limit)
        voices = {line.voice for line in lines} | {piece.voice for piece in found}
        names = frozenset(word.form for voice in voices for word in content(voice, cues_of(voice)))
        taken = chosen(list(fitting(found, limit)), names, telling, limit)
        if taken:
            return Summary(telling.told(taken, limit).strip(), by=IDENTITY)
        text = cut(found, limit).strip() if found else ""
        return Summary(text, by=IDENTITY)
