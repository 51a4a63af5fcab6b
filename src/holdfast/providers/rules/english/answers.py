"""Answers: a few words that mean something because the assistant asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import dropwhile
from typing import Any

from holdfast.providers.rules.english.candidate import Candidate
from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.contacts import contacts_in
from holdfast.providers.rules.english.identity import is_nickname, proper
from holdfast.providers.rules.english.lexicon import data_of, is_a, pattern, small, words
from holdfast.providers.rules.english.names import name_at
from holdfast.providers.rules.english.phrase import head_of, parts, trimmed
from holdfast.providers.rules.english.reading import Reading
from holdfast.text.sentences import sentences

Answer = tuple[str, int, int]
"""A topic, and the place of the value in the message."""

_YES = frozenset(
    ["yes", "yep", "yeah", "yup", "sure", "i do", "yes i do", "oh yes", "of course", "well"]
)
_MORE = re.compile(r"(?:and |or |also |plus |maybe )+")
_FIGURE = re.compile(r"\d{1,3}\b|[a-z-]+")
_KEPT = frozenset(["instruction", "diet", "plan", "family"])
"""Topics whose first words belong to the answer: no meat."""
_JOINTS = frozenset([",", "and", "or", "&", "plus", "but", "(", ":"])
_LONGEST, _ITEM, _ITEMS = 9, 6, 4
_FEW = 4
_END = 600
"""So many characters of what the assistant said may hold its question."""


@cache
def _table() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    return tuple((re.compile(row["asked"]), row) for row in data_of("answers")["answer"])


def question_of(text: str) -> str:
    """The last question of what the assistant said; empty if it ends otherwise."""
    asked = [each for each in sentences(text[-_END:])[-2:] if each.rstrip("\"' ").endswith("?")]
    return plain(asked[-1]) if asked else ""


def answers(question: str, text: str, readings: Sequence[Reading]) -> Iterator[Answer]:
    """What the first words of a message answer."""
    row = _asked_for(question)
    readings = list(dropwhile(_is_opener, readings))
    if row is None or not readings or not _is_answer(row, readings[0]):
        return
    shape = row["shape"]
    if shape == "contact":
        yield from (("contact", *span) for span in contacts_in(text, loose=True))
    elif shape == "name":
        yield from _name(row["topic"], readings[0])
    elif shape == "list":
        yield from _list(row, readings[:_ITEMS])
    else:
        yield from _single(row, readings)


def _is_opener(reading: Reading) -> bool:
    return reading.low in _YES


def _asked_for(question: str) -> Mapping[str, Any] | None:
    """What a question wants to know of the user."""
    if not question or not pattern("asks_user").search(question):
        return None
    return next((row for asked, row in _table() if asked.search(question)), None)


def _is_answer(row: Mapping[str, Any], first: Reading) -> bool:
    """Whether a message begins with an answer that is no clause of its own."""
    if first.after is not None and first.clause.joint == "but":
        return False  # yes, but only live
    if row["shape"] == "contact":
        return True
    nothing = row["topic"] in ("diet", "health", "instruction") and re.match(r"no \w+", first.low)
    if pattern("no_answer").match(first.low) and not nothing:
        return False
    if first.clause.ends.startswith("?") or first.mood == "asked":
        return False
    bare = first.mode == "bare" or first.elided or first.who is None or _is_noun(first)
    dated = row["shape"] == "date" and pattern("date").search(first.low) is not None
    return row["shape"] == "name" or bare or dated  # in "the 9th of May" a verb is read


def _is_noun(first: Reading) -> bool:
    """Whether what was read as a clause is a thing of few words: "just bee stings"."""
    words_told = first.low.split()
    helped = any(word in small("aux") or "'" in word for word in words_told)
    return bool(first.thing) and not (first.owned or helped) and len(words_told) < _FEW


def _start(low: str, *, keep: bool) -> int:
    lead = None if keep else pattern("answer_lead").match(low)
    return lead.end() if lead and lead.end() < len(low) else 0


def _name(topic: str, first: Reading) -> Iterator[Answer]:
    clause = first.clause
    lead = pattern("answer_lead").match(first.low)
    at = lead.end() if lead else 0
    rest = first.low[at:].strip()
    if found := name_at(clause.text, at):
        yield topic, clause.start + at, clause.start + found.end()
    elif len(rest.split()) <= 2 and rest.isalpha() and is_nickname(rest):
        yield topic, clause.start + at, clause.stop


def _list(row: Mapping[str, Any], readings: Sequence[Reading]) -> Iterator[Answer]:
    for number, reading in enumerate(readings):
        if number and not _is_more(reading, readings[0]):
            return
        low, place = reading.low, reading.clause.start
        no = low.startswith(("no ", "and no "))
        more = _MORE.match(low) if number and not no else None
        start = more.end() if more else _start(low, keep=no or number > 0)
        for a, b in parts(low[start:]):
            x, y = trimmed(low[start + a : start + b], light=not no)
            value = low[start + a + x : start + a + y]
            if "is" in row and not is_a(head_of(value), row["is"]):
                return
            if value and len(value.split()) <= _ITEM and not pattern("answer_aside").match(value):
                yield row["topic"], place + start + a + x, place + start + a + y
        if "is" in row:
            return


def _is_more(reading: Reading, first: Reading) -> bool:
    near = reading.follows(first) and reading.clause.joint in _JOINTS
    return (near or reading.low.startswith("also ")) and reading.mode == "bare"


def _single(row: Mapping[str, Any], readings: Sequence[Reading]) -> Iterator[Answer]:
    first, shape = readings[0], row["shape"]
    start = _start(first.low, keep=row["topic"] in _KEPT)
    a, b = trimmed(first.low[start:], light=shape != "all")
    start, stop = start + a, start + b
    low, place = first.low[start:stop], first.clause.start
    if low in small("openers") | small("adverbs") or (
        row["topic"] == "family" and low in words("number")
    ):
        return
    if not low or len(low.split()) > _LONGEST or not _has_shape(shape, first, start, stop):
        return
    if shape == "number":
        figure = _FIGURE.match(low)
        stop = start + figure.end() if figure else stop
    end = place + stop
    for reading in readings[1:] if shape == "all" else ():
        if not reading.follows(first) or reading.mode != "bare":
            break
        end = reading.clause.stop
    yield row["topic"], place + start, end


def _has_shape(shape: str, first: Reading, start: int, stop: int) -> bool:
    low = first.low[start:stop]
    if shape == "number":
        figure = _FIGURE.match(low)
        word = figure[0] if figure else ""
        return word.isdigit() or word.split("-")[0] in words("number")
    if shape == "date":
        return pattern("date").search(low) is not None
    if shape == "place":
        it = Candidate(first, first.clause.text[start:stop], low)
        return len(low.split()) <= 2 or proper(it)
    return shape != "work" or len(low.split()) <= 7
