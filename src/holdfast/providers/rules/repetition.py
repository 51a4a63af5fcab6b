"""Repetition: the same thing said again by the same voice, in the same words or nearly so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from holdfast.ports.summariser import Line
from holdfast.providers.rules.content import content
from holdfast.providers.rules.pieces import trimmed
from holdfast.providers.rules.statements import Statement
from holdfast.text.fold import fold
from holdfast.text.traits import asks

_MANY = 7
"""A sentence of so many words is the same with one of them left out."""

_ENOUGH = 6
"""A sentence of so many words speaks of one thing, even if it says "it"."""

Key = tuple[object, ...]


class Again(NamedTuple):
    """A sentence, as its clauses, that says what an earlier one says."""

    newer: tuple[Statement, ...]
    older: Statement


def repetitions(lines: Sequence[Line], found: Sequence[Statement]) -> Iterator[Again]:
    """Every sentence that repeats one of an earlier line. No word of it is lost with it."""
    known: dict[Key, Statement] = {}
    for _, group in groupby(found, key=lambda each: (each.line, each.sentence)):
        clauses = tuple(group)
        first = clauses[0]
        made = _key(lines[first.line], first)
        if made is None:
            continue
        words, signature = made
        older = known.get((words, signature))
        if older is not None and older.line != first.line:
            yield Again(clauses, older)
            continue
        for each in _said_with(words):
            known.setdefault((each, signature), first)


def _said_with(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The rows of words that say no more than these."""
    yield words
    if len(words) >= _MANY:
        for at, word in enumerate(words):
            if word.isalpha():
                yield words[:at] + words[at + 1 :]


def _key(line: Line, first: Statement) -> tuple[tuple[str, ...], Key] | None:
    """The telling words in their order, and all that must be equal besides."""
    cues, said = first.cues, first.signs
    trim = trimmed(first.whole, cues)
    text = fold(trim)
    words = tuple(word.form for word in content(trim, cues))
    telling = [word for word in words if word not in cues.weak]
    if not telling or (len(words) < 2 and not any(map(str.isdigit, telling[0]))):
        return None  # "I agree" may mean something else each time
    if len(words) < _ENOUGH and said.pronoun.search(text) and not cues.first.search(text):
        return None
    persons = (
        frozenset(_found(cues.first.findall(text), "i"))
        | frozenset(said.pronoun.findall(text))
        | frozenset(_found(cues.second.findall(text), "you"))
    )
    denials = len(cues.denial.findall(text))
    asked = asks(first.whole)
    day = line.said_at.date() if line.said_at and cues.relative.search(text) else None
    unreal = frozenset(said.unreal.findall(text))
    return words, (first.voice, persons, denials, asked, day, unreal)


def _found(words: Iterable[str], name: str) -> Iterator[str]:
    return (name for _ in words)
