"""Readings: whether a clause asserts something of the real world, before any frame is tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache

from holdfast.providers.rules.chinese.clause import GONE, Clause
from holdfast.providers.rules.chinese.lexicon import any_of, data_of, listed, one_of


class Mood(Enum):
    """How a clause is meant."""

    REAL = "real"
    ASKED = "asked"
    SUPPOSED = "supposed"
    TOLD = "told"
    """Somebody else's words or opinion."""


_BACK = re.compile(r"可惜|纯好奇|我本人|事实上|实际上|但其实|不过其实|瞎想|随便问问")


def is_playful(plain: str) -> bool:
    """Whether a whole message is a joke, a fiction or a dream."""
    return any_of("reading", "jokes").search(plain) is not None


_LOG = re.compile(r"\d{4}[-/]\d\d?[-/]\d\d? \d\d?:\d\d|^\s*[\[{<]|\|.*\|.*\|", re.MULTILINE)
_LONG = 600


def is_pasted(text: str) -> bool:
    """Whether a message is a record or a document rather than talk."""
    return len(text) > _LONG or _LOG.search(text) is not None


def moods(clauses: Sequence[Clause]) -> list[Mood]:
    """How each clause of a message is meant."""
    found: list[Mood] = []
    supposed = told = -1
    for place, clause in enumerate(clauses):
        mood = _mood(clause)
        if mood is Mood.SUPPOSED and _supposes().match(clause.plain):
            supposed = clause.sentence
        elif supposed == clause.sentence and mood is Mood.REAL:
            if _BACK.search(clause.plain):
                supposed = -1
            else:
                mood = Mood.SUPPOSED
        if (
            mood is Mood.REAL
            and place
            and found[-1] is Mood.TOLD
            and clauses[place - 1].sign in "：:"
            and clauses[place - 1].sign
        ):
            told = clause.sentence
        if mood is Mood.REAL and told == clause.sentence:
            mood = Mood.TOLD
        found.append(mood)
    return found


def _mood(clause: Clause) -> Mood:
    plain = clause.plain
    if _supposes().match(plain) or any_of("reading", "unsure").search(plain):
        return Mood.SUPPOSED
    if _is_asked(clause):
        return Mood.ASKED
    if GONE in plain or any_of("reading", "reports").search(plain + clause.sign):
        return Mood.TOLD
    return Mood.REAL


def _is_asked(clause: Clause) -> bool:
    if "？" in clause.sign or "?" in clause.sign:
        return True
    plain = any_of("reading", "not_asked").sub("", clause.plain)
    return any_of("reading", "asks").search(plain) is not None


@cache
def _supposes() -> re.Pattern[str]:
    lead = one_of(listed(data_of("words")["opener"]))
    return re.compile(
        rf"(?:{lead})*(?:你说|我说|我想|我|你|咱们?)?(?:{one_of(listed(data_of('reading')['supposes']))})"
    )
