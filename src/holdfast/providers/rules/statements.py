"""Statements: what the lines of a memo say, clause by clause, by whom, and how seriously."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from holdfast.ports.summariser import Line
from holdfast.providers.rules.content import content
from holdfast.providers.rules.cues import Cues, cues
from holdfast.providers.rules.pieces import TOLD
from holdfast.providers.rules.signs import Signs, signs
from holdfast.providers.rules.values import Value, form_of, values
from holdfast.text.fold import fold
from holdfast.text.language import is_chinese
from holdfast.text.sentences import clauses, sentences
from holdfast.text.traits import asks

_SHORT_FORMS = (
    (re.compile(r"\b(i)'m\b"), r"\1 am"),
    (re.compile(r"\b(it|he|she|that|there|what|who|here|name)'s\b"), r"\1 is"),
    (re.compile(r"\b(you|we|they)'re\b"), r"\1 are"),
    (re.compile(r"\b(i|you|we|they)'ve\b"), r"\1 have"),
    (
        re.compile(r"\b(is|are|was|were|do|does|did|has|have|had|would|could|should)n't\b"),
        r"\1 not",
    ),
    (re.compile(r"\bcan't\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
)
_JOINT = re.compile(
    r"(?<!\s)\s++(?:and|but|so)\s++(?=(?:i|i'm|i've|my|we|he|she|it|now|the)\b)", re.IGNORECASE
)
_QUOTED = re.compile(r"[\"“”「『]")
_EDGE = " \t\r\n.。!！;；,，:：…~～-–—"
_LONGEST = 1_000
"""A sentence of more characters was pasted rather than said. Each of its clauses is compared with all
of it, which would take for ever."""


@dataclass(frozen=True)
class Statement:
    """A clause of a line: its words as they stand, and the same folded and spelled out.

    `start` and `end` are its place in the text of the line, with the sign behind it.
    """

    line: int
    sentence: int
    start: int
    end: int
    voice: str
    text: str
    whole: str
    """The sentence that it belongs to."""
    subject: str
    """The pronoun it is about, perhaps from the clause before."""
    corrects: bool
    """It begins, or its sentence does, by putting right what was said."""
    chinese: bool

    @property
    def signs(self) -> Signs:
        return signs("zh" if self.chinese else "en")

    @property
    def cues(self) -> Cues:
        return cues("zh" if self.chinese else "en")

    @cached_property
    def plain(self) -> str:
        """Folded, without short forms, and without a correction's opening words."""
        text = spelled_out(self.text)
        opening = self.signs.correction.match(text)
        return (text[opening.end() :] if opening else text).strip(_EDGE)

    @cached_property
    def asks(self) -> bool:
        """Whether it is a question."""
        return asks(self.whole) or "？" in self.whole

    @cached_property
    def is_real(self) -> bool:
        """Whether it is told as a fact of the present: no question, no hearsay, no if."""
        whole = fold(self.whole)
        said = self.signs
        return not (
            self.asks
            or said.reported.search(whole)
            or _QUOTED.search(whole)
            or self.cues.bound.match(self.plain)
            or said.unreal.search(said.moved.sub("", self.plain))
        )

    @cached_property
    def is_denied(self) -> bool:
        """Whether it denies."""
        return self.cues.denial.search(self.plain) is not None

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its telling words in order, values in one form."""
        text = self.cues.first.sub(" ", self.plain)  # 我喝 may be divided as one word
        return tuple(form_of(word.form) for word in content(text, self.cues))

    @cached_property
    def values(self) -> list[Value]:
        """The times, days and numbers in it."""
        return values(self.plain)


def spelled_out(text: str) -> str:
    """Folded, with English short forms as whole words."""
    folded = fold(text)
    for short, long in _SHORT_FORMS:
        folded = short.sub(long, folded)
    return folded


def statements(lines: Sequence[Line]) -> list[Statement]:
    """Every clause of every line, in order. Of what was pasted there is none."""
    said = [(number, line) for number, line in enumerate(lines) if not _is_pasted(line.text)]
    return [each for number, line in said for each in _of_line(number, line)]


def _is_pasted(text: str) -> bool:
    return len(text) > _LONGEST and any(
        len(sentence) > _LONGEST for part in text.split("\n") for sentence in sentences(part)
    )


def _of_line(number: int, line: Line) -> Iterator[Statement]:
    at = counted = 0
    for part in line.text.split("\n"):
        voice, start = line.voice, at
        if not voice:
            told = TOLD.match(part)
            assert told is not None
            voice, start = told["voice"] or "", at + told.end()
        for sentence in sentences(line.text[start : at + len(part)]):
            begin = line.text.index(sentence, start)
            start = begin + len(sentence)
            yield from _of_sentence(number, counted, begin, voice, sentence)
            counted += 1
        at += len(part) + 1


def _of_sentence(
    line: int, count: int, begin: int, voice: str, sentence: str
) -> Iterator[Statement]:
    chinese = is_chinese(sentence)
    said = signs("zh" if chinese else "en")
    words = cues("zh" if chinese else "en")
    subject, corrects = "", False
    for clause in _clauses(sentence):
        folded = fold(clause)
        corrects = corrects or said.correction.match(folded) is not None
        if found := words.first.search(folded) or said.pronoun.search(folded):
            subject = "i" if words.first.fullmatch(found[0]) else found[0]
        text = clause.strip(_EDGE)
        end = begin + len(clause)
        if text:
            yield Statement(
                line, count, begin, end, voice, text, sentence, subject, corrects, chinese
            )
        begin = end


def _clauses(sentence: str) -> Iterator[str]:
    for clause in clauses(sentence):
        start = 0
        for joint in _JOINT.finditer(clause):
            yield clause[start : joint.end()]
            start = joint.end()
        yield clause[start:]
