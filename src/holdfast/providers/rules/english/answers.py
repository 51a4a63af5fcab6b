"""Answers: a few words that mean something because the assistant asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from holdfast.providers.rules.english.candidate import Candidate
from holdfast.providers.rules.english.clause import Clause, plain
from holdfast.providers.rules.english.contacts import contacts_in
from holdfast.providers.rules.english.identity import is_nickname, proper
from holdfast.providers.rules.english.lexicon import data_of, is_a, words
from holdfast.providers.rules.english.people import name_at
from holdfast.providers.rules.english.phrase import head_of, parts, trimmed
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.times import DATE
from holdfast.text.sentences import sentences

Answer = tuple[str, int, int]
"""A topic, and the place of the value in the message."""

_LEAD = re.compile(
    r"(?:(?:oh|well|um|uh|hmm|yes|yeah|yep|yup|yes please|sure|ok|okay|just|probably|definitely|honestly|always|mostly|mainly|it's|its|i'm|that's|that would be|that'd be|in|at|from|to|a|an|the|some|currently|originally|still|only|about|around|near|usually|either|how about|let's say|i'd say|call me|everyone (?:says|calls me)|everybody (?:says|calls me)|people (?:say|call me)|most people say|friends (?:say|call me)|they call me|my|i)(?![\w'-])[\s,:!.]*)+"
)
_NO = re.compile(
    r"(?:no|nope|nah|none|nothing|never|not really|not sure|not telling|why|what|who|how|depends|dunno|don't|i don't|can't say|rather not|guess|secret|pass|skip|no idea|hard to say|ask me|haha|lol|interesting|never mind|whatever|anyway|can you|could you|it went|good|great|fine|badly|ok\b|okay\b|thanks|thank you|got it|you tell me|sorry|mind your|does it|is it|wouldn't you|maybe|perhaps)\b"
)


_ASIDE = re.compile(r"(?:for|same|like|since|as|if|all|the \d|because|ever|always|at|in|on|but|not|honestly|really|obviously|before|after|when|so|too|thanks|please|what|you)\b")


@cache
def _table() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    return tuple((re.compile(row["asked"]), row) for row in data_of("answers")["answer"])


def question_of(text: str) -> str:
    """The last question of what the assistant said; empty if it ends otherwise."""
    asked = [each for each in sentences(text)[-2:] if each.rstrip("\"' ").endswith("?")]
    return plain(asked[-1]) if asked else ""


def asked_for(question: str) -> Mapping[str, Any] | None:
    """What a question wants to know of the user."""
    if not question or not re.search(r"\byou\b|\byour\b|^(?:any|and|what|where|how|tea|favou?rite|which|when|is there)\b", question):
        return None
    return next((row for asked, row in _table() if asked.search(question)), None)


def answers(question: str, text: str, clauses: Sequence[Clause], readings: Sequence[Reading]) -> Iterator[Answer]:
    """What the first words of a message answer."""
    row = asked_for(question)
    if row is None or not clauses:
        return
    first = clauses[0]
    shape, topic = row["shape"], row["topic"]
    if shape == "contact":
        yield from ((topic, a, b) for a, b in contacts_in(text, loose=True))
        return
    if _NO.match(first.low) and not (topic in ("diet", "health", "instruction") and re.match(r"no \w+", first.low)):
        return
    if first.ends.startswith("?") or readings[0].mood == "asked":
        return
    whole = readings[0].mode != "bare" and not readings[0].elided and shape != "name"
    if whole and readings[0].who is not None:
        return
    if shape == "name":
        yield from _name(topic, text, clauses)
    elif shape == "list":
        yield from _list(row, text, clauses, readings)
    else:
        yield from _single(row, text, clauses, readings)


def _name(topic: str, text: str, clauses: Sequence[Clause]) -> Iterator[Answer]:
    first = clauses[0]
    lead = _LEAD.match(first.low)
    at = lead.end() if lead else 0
    found = name_at(first.text, at)
    if found:
        yield topic, first.start + at, first.start + found.end()
    elif len(first.low[at:].split()) <= 2 and first.low[at:].strip().isalpha() and is_nickname(first.low[at:]):
        yield topic, first.start + at, first.stop


def _start(first: Clause, keep: bool) -> int:
    lead = None if keep else _LEAD.match(first.low)
    return lead.end() if lead and lead.end() < len(first.low) else 0


def _list(
    row: Mapping[str, Any], text: str, clauses: Sequence[Clause], readings: Sequence[Reading]
) -> Iterator[Answer]:
    for number, clause in enumerate(clauses[:4]):
        if number and (clause.sentence != clauses[0].sentence or readings[number].mode != "bare"):
            if clause.low.startswith("also ") and readings[number].mode == "bare":
                pass
            else:
                break
        no = clause.low.startswith(("no ", "and no "))
        start = _start(clause, no)
        if number and not no:
            lead = re.match(r"(?:and |or |also |plus |maybe )+", clause.low)
            start = lead.end() if lead else 0
        for a, b in parts(clause.low[start:]):
            x, y = trimmed(clause.low[start + a : start + b], light=not no)
            value = clause.low[start + a + x : start + a + y]
            if not value or len(value.split()) > 6 or _ASIDE.match(value):
                continue
            if "is" in row and not is_a(head_of(value), row["is"]) and number == 0:
                return
            yield row["topic"], clause.start + start + a + x, clause.start + start + a + y
        if "is" in row:
            break


def _single(
    row: Mapping[str, Any], text: str, clauses: Sequence[Clause], readings: Sequence[Reading]
) -> Iterator[Answer]:
    first, shape, topic = clauses[0], row["shape"], row["topic"]
    start = _start(first, keep=topic in ("instruction", "diet", "plan", "family"))
    a, b = trimmed(first.low[start:], light=shape not in ("all",))
    low = first.low[start + a : start + b]
    stop = first.start + start + b
    if not low or len(low.split()) > 9:
        return
    if shape == "number":
        figure = re.match(r"\d{1,3}\b|[a-z-]+", low)
        if figure and (figure[0].isdigit() or figure[0].split("-")[0] in words("number")):
            yield topic, first.start + start + a, first.start + start + a + figure.end()
        return
    if shape == "date" and not DATE.search(low):
        return
    if shape == "place" and not (proper_place(first, start + a, start + b, text) or len(low.split()) <= 2):
        return
    if shape == "work" and len(low.split()) > 7:
        return
    if shape == "all":
        for clause, reading in zip(clauses[1:], readings[1:], strict=True):
            if clause.sentence != first.sentence or reading.mode != "bare":
                break
            stop = clause.stop
    yield topic, first.start + start + a, stop


def proper_place(clause: Clause, start: int, stop: int, text: str) -> bool:
    reading = Reading(clause)
    reading.lower = text == text.lower()
    return proper(Candidate(reading, clause.text[start:stop], clause.low[start:stop]))
