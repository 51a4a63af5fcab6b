"""Truth over time: which message told what a question wants to know, of now, before, or then.

Several messages speak of where somebody lives. What was learned from them knows which of them
holds, which held before, and which held at a time; the message that told it leads.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.domain.claim import USER
from holdfast.domain.slot import Slot, Standing
from holdfast.flow.extract.meaning import meaning_of, spellings
from holdfast.flow.extract.slots import slots_on
from holdfast.flow.recall.ask import Question
from holdfast.ports.unit import Unit
from holdfast.text.fold import fold
from holdfast.text.language import is_chinese

LONGEST = 120
"""A longer text asks for more than one thing, and so does one of several sentences."""

_SELF = "self"
_SEVERAL = re.compile(r"[.!?。！？]\s*\S")
_EVER = re.compile(r"\b(?:have|has|had) (?:i|we) ever\b|\bever\b.*\bbefore\b")
_WORD = re.compile(r"[a-z0-9'-]+")


class Tense(StrEnum):
    """Of which time a question asks."""

    NOW = "now"
    PRESENT = "present"
    """Perhaps of now: it is asked as of something that may always have been so."""
    BEFORE = "before"
    THEN = "then"


_NOW = (Tense.NOW, Tense.PRESENT)


class Inquiry(NamedTuple):
    """What a question wants to know of somebody: which topics, of which time."""

    topics: tuple[str, ...]
    tense: Tense
    text: str
    own: bool
    """Whether it is about the one who asks."""
    then: datetime | None = None


def inquiry(question: Question) -> Inquiry | None:
    """What a question wants to know; None if it does not ask how a thing is, was, or was then."""
    if len(question.text) > LONGEST or _SEVERAL.search(question.text):
        return None
    text = fold(question.text)
    language = "zh" if is_chinese(text) else "en"
    tense = _tense(text, language, question)
    if tense is None:  # as of most: what they are about need not be looked for then
        return None
    found = _in_chinese(text) if language == "zh" else _in_english(text)
    topics = tuple(dict.fromkeys(each for each in found if each != _SELF))
    then = max((w.ends for w in question.windows), default=None) if tense is Tense.THEN else None
    return Inquiry(topics, tense, text, _SELF in found, then)


def meant_slots(unit: Unit, user: str, asked: Inquiry) -> list[Slot]:
    """All that was learned of the one who is asked about, on the topics asked for."""
    return [slot for slot in slots_on(unit, user, asked.topics) if _is_meant(slot, asked)]


def told_by(slots: Sequence[Slot], asked: Inquiry) -> tuple[str, ...]:
    """The messages that told it, the one that says it best first."""
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
        kin.setdefault((slot.about, slot.topic, slot.sub), []).append(slot)
    groups = sorted(kin.items(), key=lambda pair: not _names(asked.text, pair[0][2]))
    named = [group for key, group in groups if _names(asked.text, key[2])]
    return named or [group for _, group in groups]


def _names(text: str, name: str) -> bool:
    """Whether a text has the name in it, in whichever of its words."""
    return bool(name) and any(word in text for word in (fold(name), *spellings(meaning_of(name))))


def _is_meant(slot: Slot, asked: Inquiry) -> bool:
    if slot.topic not in asked.topics or slot.standing is Standing.WRONG:
        return False
    return asked.own if slot.about == USER else _names(asked.text, slot.about)


def _of_the_time(kin: Sequence[Slot], asked: Inquiry) -> Slot | None:
    """The value of the time that is asked about."""
    order = sorted(kin, key=lambda slot: (slot.since, slot.known_from))
    if asked.then is not None:
        begun = [slot for slot in order if slot.since < asked.then]
        return begun[-1] if begun else None
    if asked.tense in _NOW:
        current = [slot for slot in order if slot.dropped_at is None]
        return current[-1] if current else None
    past = [slot for slot in order if slot.dropped_at is not None]
    if past:
        return past[-1]
    return order[-2] if len(order) > 1 else None


def _tense(text: str, language: str, question: Question) -> Tense | None:
    signs = _signs(language)
    if signs.before.is_in(text) and not _EVER.search(text):
        return Tense.BEFORE
    if question.windows and signs.then.is_in(text):
        return Tense.THEN if all(window.exact for window in question.windows) else None
    if signs.now.is_in(text):
        return Tense.NOW
    return Tense.PRESENT if signs.present.is_in(text) else None


class Sign(NamedTuple):
    """A pattern, and what every text that it fits has in it, which is sooner found."""

    telling: re.Pattern[str]
    pattern: re.Pattern[str]

    def is_in(self, text: str) -> bool:
        return self.telling.search(text) is not None and self.pattern.search(text) is not None


class Signs(NamedTuple):
    """By which a tense is known; a field for each, of its name."""

    now: Sign
    present: Sign
    before: Sign
    then: Sign


@cache
def _signs(language: str) -> Signs:
    telling = topics()["telling"].get(language, {})
    written = topics()["tense"][language].items()
    return Signs(
        **{
            name: Sign(re.compile(telling.get(name, "")), re.compile(sign))
            for name, sign in written
        }
    )


@cache
def topics() -> Mapping[str, Any]:
    """The words of questions and statements by what they are signs of."""
    return tomllib.loads(Path(__file__).with_name("topics.toml").read_text("utf-8"))


def _in_english(text: str) -> list[str]:
    """What its words, and its pairs of words, are signs of."""
    table, words = _table("en"), _WORD.findall(text)
    pairs = map(" ".join, pairwise(words))
    return [sign for word in (*words, *pairs) if word in table for sign in table[word]]


def _in_chinese(text: str) -> list[str]:
    """What the words in it are signs of, in the order of the table."""
    firsts, words = _by_character()
    near = (each for first in set(firsts.findall(text)) for each in words[first])
    found = sorted(each for each in near if each[1] in text)
    return [sign for _, _, signs in found for sign in signs]


@cache
def _by_character() -> tuple[re.Pattern[str], Mapping[str, list[tuple[int, str, tuple[str, ...]]]]]:
    """What finds the characters that Chinese words begin with, and the numbered words of each."""
    words: dict[str, list[tuple[int, str, tuple[str, ...]]]] = {}
    for number, (word, signs) in enumerate(_table("zh").items()):
        words.setdefault(word[0], []).append((number, word, signs))
    return re.compile(f"[{''.join(words)}]"), words


@cache
def _table(language: str) -> Mapping[str, tuple[str, ...]]:
    """What each word of a language is a sign of."""
    rows = {**topics()[language], _SELF: topics()[_SELF][language]}
    table: dict[str, tuple[str, ...]] = {}
    for sign, words in rows.items():
        for word in map(str.strip, words.split("|")):
            table[word] = (*table.get(word, ()), sign)
    return table
