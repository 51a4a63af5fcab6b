"""Pieces: what a summary may be made of. A sentence, or the clauses of one that can stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.ports.summariser import Line
from holdfast.providers.rules import weights
from holdfast.providers.rules.content import Word, content, has_cue
from holdfast.providers.rules.cues import Cues, cues_of
from holdfast.text.fold import fold
from holdfast.text.greetings import is_greeting
from holdfast.text.sentences import clauses, sentences
from holdfast.text.traits import asks, tells_time

TOLD = re.compile(
    r"(?:\[(?P<day>(?:[0-9]{4}-)?[0-9]{2}-[0-9]{2})\] ?)?(?:(?P<voice>[^\s:：][^:：\n]{0,39}): )?"
)
"""How an earlier summary says when and by whom something was said."""

_CODE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
_MOST_CLAUSES = 6
_SHORT = 4
_CLOSING = 40
"""So many characters at the end of a sentence may be idle words."""

_LONGEST = 2000
"""A longer sentence is no sentence but a listing: it is taken in portions."""

_END = ".。!！;；,，:：…~～、 \t-–—"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line that may be chosen. Those of one sentence have the same place."""

    place: int
    part: int
    text: str
    voice: str
    day: str
    words: tuple[Word, ...]
    factor: float
    relative: bool
    """It names a time that means something only on the day it was said."""


def pieces(lines: Sequence[Line]) -> list[Piece]:
    """Every piece of the lines, in order. Greetings and what has nothing to tell are left out."""
    found: list[Piece] = []
    place = 0
    for number, line in enumerate(lines):
        early = 1 + weights.EARLY * (1 - number / len(lines))
        for voice, day, text in _told(line):
            for sentence in _sentences(text):
                found += _of_sentence(line, sentence, voice, day, place, early)
                place += 1
    return found


def _told(line: Line) -> Iterator[tuple[str, str, str]]:
    """What a line says, by voice and day; of an earlier summary each of its own lines."""
    day = line.said_at.date().isoformat() if line.said_at else ""
    if line.voice:
        yield line.voice, day, line.text
        return
    for each in line.text.split("\n"):
        told = TOLD.match(each)
        assert told is not None
        yield told["voice"] or "", told["day"] or day, each[told.end() :]


def _sentences(text: str) -> Iterator[str]:
    for sentence in sentences(_CODE.sub("\n", text) if "```" in text else text):
        for start in range(0, len(sentence), _LONGEST):
            yield sentence[start : start + _LONGEST]


def _of_sentence(
    line: Line, sentence: str, voice: str, day: str, place: int, early: float
) -> Iterator[Piece]:
    if is_greeting(sentence):
        return
    cues = cues_of(sentence)
    whole = trimmed(sentence, cues)
    for part, text in enumerate(_parts(whole, cues)):
        words = tuple(content(text, cues))
        if words:
            factor = early * _factor(text, line, words, cues)
            relative = cues.relative.search(fold(text)) is not None
            yield Piece(place, part, text, voice, day, words, factor, relative)


def trimmed(sentence: str, cues: Cues) -> str:
    """A sentence without what says nothing at its ends. Folding may not move its letters."""
    folded = fold(sentence)
    if len(folded) != len(sentence):
        return sentence.strip(_END)
    start = opener.end() if (opener := cues.openers.match(folded)) else 0
    closer = cues.closers.search(folded, max(start, len(folded) - _CLOSING))
    text = sentence[start : closer.start() if closer else len(sentence)].strip(_END)
    return _lightened(text, cues)


def _lightened(text: str, cues: Cues) -> str:
    """A text without words that only make others louder, and with shorter ones for the same."""
    kept, start = "", 0
    for match in cues.light.finditer(fold(text)):
        if not match["denied"]:
            kept += text[start : match.start()]
            start = match.end()
    kept = (kept + text[start:]).strip(_END)
    for long, short in cues.shorter:
        kept = kept.replace(long, short)
    return kept


def _parts(sentence: str, cues: Cues) -> Iterator[str]:
    """The sentence, and runs of its clauses that say the same without the rest."""
    yield sentence
    parts = _divided(sentence, cues)
    if not 1 < len(parts) <= _MOST_CLAUSES or any(cues.bound.match(fold(each)) for each in parts):
        return
    alone = [
        first == 0 or cues.starting.match(fold(each)) is not None
        for first, each in enumerate(parts)
    ]
    for size in range(len(parts) - 1, 0, -1):
        for first in range(len(parts) - size + 1):
            if alone[first]:
                yield "".join(parts[first : first + size]).strip(_END)


def _divided(sentence: str, cues: Cues) -> list[str]:
    """The clauses; what cannot be told from the items of a list stays with what stands before."""
    parts: list[str] = []
    before = ""
    for clause in clauses(sentence):
        joined = parts and (
            len(clause.strip(_END)) < _SHORT
            or len(parts[-1].strip(_END)) < _SHORT
            or (parts[-1] == before and cues.hanging.match(fold(before)))
            or not cues.subject.match(fold(clause))
        )
        if joined:
            parts[-1] += clause
        else:
            parts.append(clause)
        before = clause
    return parts


def _factor(text: str, line: Line, words: Sequence[Word], cues: Cues) -> float:
    factor = 1.0 if _says_something(text, words, cues) else 0.0
    if asks(text):
        factor *= weights.QUESTION
    if line.role == "assistant":
        factor *= weights.ASSISTANT
    if tells_time(text):
        factor *= weights.TIME
    if has_cue(words, cues):
        factor *= weights.CUE
    if text.startswith(("[", "【", "［")):
        factor *= weights.NOTE
    return factor


def _says_something(text: str, words: Sequence[Word], cues: Cues) -> bool:
    """Whether a piece can be understood alone. One word cannot, unless it is of somebody."""
    return len(words) > 1 or cues.first.search(fold(text)) is not None
