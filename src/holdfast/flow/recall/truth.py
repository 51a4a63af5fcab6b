"""Truth over time: which message told what a question wants to know, of now, before, or then.

Several messages speak of where somebody lives. What was learned from them knows which of them
holds, which held before, and which held at a time; the message that told it leads.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from holdfast.domain.claim import USER
from holdfast.domain.slot import Slot, Standing
from holdfast.flow.extract.alike import form
from holdfast.flow.extract.slots import slots_on
from holdfast.flow.recall.ask import Question
from holdfast.ports.unit import Unit
from holdfast.text.fold import fold
from holdfast.text.language import is_chinese

LONGEST = 300
"""A longer text asks for more than one thing."""

_BEFORE, _NOW, _SELF = _PARTS = ("before", "now", "self")
_WORD = re.compile(r"[a-z0-9'-]+")


class Tense(StrEnum):
    """Of which time a question asks."""

    NOW = "now"
    BEFORE = "before"
    THEN = "then"


class Inquiry(NamedTuple):
    """What a question wants to know of somebody: which topics, of which time."""

    topics: tuple[str, ...]
    tense: Tense
    text: str
    own: bool
    """Whether it is about the one who asks."""
    then: datetime | None = None


def inquiry(question: Question) -> Inquiry | None:
    """What a question wants to know; None if it is not about a topic that has a history."""
    text = fold(question.text[:LONGEST])
    found = _in_chinese(text) if is_chinese(text) else _in_english(text)
    topics = tuple(dict.fromkeys(each for each in found if each not in _PARTS))
    tense = _tense(found, question)
    if tense is None or not topics:
        return None
    then = max((w.ends for w in question.windows), default=None) if tense is Tense.THEN else None
    return Inquiry(topics, tense, text, _SELF in found, then)


def told_by(unit: Unit, user: str, asked: Inquiry) -> tuple[str, ...]:
    """The messages that told it, the one that says it best first."""
    slots = [slot for slot in slots_on(unit, user, asked.topics) if _is_meant(slot, asked)]
    return tuple(
        dict.fromkeys(
            source
            for kin in _kin(slots, asked)
            if (slot := _of_the_time(kin, asked)) is not None
            for source in slot.sources
        )
    )


def _kin(slots: Sequence[Slot], asked: Inquiry) -> list[list[Slot]]:
    """Slots by topic and sub-topic; a sub-topic that the question names goes before all others."""
    kin: dict[tuple[str, str, str], list[Slot]] = {}
    for slot in slots:
        kin.setdefault((form(slot.about), slot.topic, form(slot.sub)), []).append(slot)
    groups = sorted(kin.items(), key=lambda pair: not _names(asked.text, pair[0][2]))
    named = [group for key, group in groups if _names(asked.text, key[2])]
    return named or [group for _, group in groups]


def _names(text: str, sub: str) -> bool:
    return bool(sub) and sub in text


def _is_meant(slot: Slot, asked: Inquiry) -> bool:
    if slot.topic not in asked.topics or slot.standing is Standing.WRONG:
        return False
    return asked.own if slot.about == USER else form(slot.about) in asked.text


def _of_the_time(kin: Sequence[Slot], asked: Inquiry) -> Slot | None:
    """The value of the time that is asked about."""
    order = sorted(kin, key=lambda slot: (slot.since, slot.known_from))
    if asked.then is not None:
        begun = [slot for slot in order if slot.since < asked.then]
        return begun[-1] if begun else None
    if asked.tense is Tense.NOW:
        current = [slot for slot in order if slot.dropped_at is None]
        return current[-1] if current else None
    past = [slot for slot in order if slot.dropped_at is not None]
    if past:
        return past[-1]
    return order[-2] if len(order) > 1 else None


def _tense(found: Collection[str], question: Question) -> Tense | None:
    if _BEFORE in found:
        return Tense.BEFORE
    if question.windows and all(window.exact for window in question.windows):
        return Tense.THEN
    return Tense.NOW if _NOW in found else None


def _in_english(text: str) -> list[str]:
    """What its words, and its pairs of words, are signs of."""
    table, words = _table("en"), _WORD.findall(text)
    pairs = map(" ".join, pairwise(words))
    return [sign for word in (*words, *pairs) for sign in table.get(word, ())]


def _in_chinese(text: str) -> list[str]:
    return [sign for word, signs in _table("zh").items() if word in text for sign in signs]


@cache
def _table(language: str) -> Mapping[str, tuple[str, ...]]:
    """What each word of a language is a sign of."""
    data = tomllib.loads(Path(__file__).with_name("topics.toml").read_text("utf-8"))
    rows = {**data[language], **{part: data[part][language] for part in _PARTS}}
    table: dict[str, tuple[str, ...]] = {}
    for sign, words in rows.items():
        for word in map(str.strip, words.split("|")):
            table[word] = (*table.get(word, ()), sign)
    return table
