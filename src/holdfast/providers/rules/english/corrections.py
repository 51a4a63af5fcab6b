"""Corrections: a message that puts right what was said before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import is_a, pattern, small, words
from holdfast.providers.rules.english.phrase import head_of, trimmed
from holdfast.providers.rules.english.reading import Reading

if TYPE_CHECKING:
    from holdfast.providers.rules.english.message import Message

_YOURS = (
    (r"\byou're\b", "i'm"),
    (r"\byou are\b", "i am"),
    (r"\byou've\b", "i've"),
    (r"\byour\b", "my"),
    (r"\byours\b", "mine"),
    (r"\byou\b", "i"),
)
_ECHO_LEAD = re.compile(
    r"^(?:got it|noted|so|right|ok|okay|i've noted that|i'll note that|i have noted that)[,:!]*\s+",
    re.IGNORECASE,
)
_PLACE = re.compile(r"(?<=\s)[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)*")
_NAMED = frozenset(["home", "origin", "name", "nickname", "work", "study"])
_KINDS = """
diet pet instrument language trade sport food kin illness hobby illness_word
"""
_LONGEST = 5
_ECHO = 600
"""Of so many characters is what only says again what the user said."""


def is_correction(reading: Reading) -> bool:
    """Whether a fragment begins by putting right what was said."""
    return reading.mode == "bare" and _is_sure(reading.low)


def corrected(message: Message, made: Sequence[Claim]) -> list[Claim]:
    """Claims with what a short reply puts in the place of what was claimed before it."""
    made = _mended(message, made)
    place = _correction(message.readings) if message.before else None
    if place is None:
        return made
    start, stop = place
    value = message.said.text[start:stop]
    if not made and not _may_replace(value):
        return made
    cued = any(_is_sure(reading.low) for reading in message.readings[:2])
    for old in _claimed(message.before, message.said.me, cued=cued):
        told = [c for c in made if (c.topic, c.about) == (old.topic, old.about)]
        if told and plain(told[0].value) not in plain(old.value):
            put = replace(told[0], was=old.value, corrects=True)
            return [put if claim is told[0] else claim for claim in made]
        if not told and _can_replace(old, value):
            sources = (message.said.id,)
            put = replace(old, text=value, sources=sources, since=None, until=None)
            put = replace(put, value=_put_into(old, value))
            return [*made, replace(put, was=old.value, corrects=True)]
    return made


def _mended(message: Message, made: Sequence[Claim]) -> list[Claim]:
    """With what the message itself puts right at once: "I live in Leeds, sorry, York"."""
    kept = list(made)
    for last, reading in pairwise(message.readings):
        sure = _is_sure(reading.low) or _is_cue(last.low) or _is_other_trade(last, reading)
        if reading.mode != "bare" or not sure:
            continue
        lead = pattern("corrects").match(reading.low)
        at = lead.end() if lead else 0
        a, b = trimmed(reading.low[at:], light=True)
        start = reading.clause.start + at
        value = message.said.text[start + a : start + b]
        told = [
            n for n, c in enumerate(kept) if c.text in message.said.text[: reading.clause.start]
        ]
        old = kept[told[-1]] if told else None
        if old and 0 < len(value.split()) <= _LONGEST and _can_replace(old, value):
            kept[told[-1]] = replace(old, value=_put_into(old, value), since=None, until=None)
    return kept


def _is_other_trade(last: Reading, reading: Reading) -> bool:
    """I'm a nurse. Well, a midwife."""
    lead = last.low in ("well", "or rather", "rather") or reading.low.startswith(
        ("well", "or rather")
    )
    return lead and bool(is_a(head_of(reading.low), "trade"))


def _is_cue(low: str) -> bool:
    """Nothing but "no, wait"."""
    lead = pattern("corrects").match(f"{low} ")
    return _is_sure(low) and lead is not None and lead.end() >= len(low)


def _put_into(old: Claim, value: str) -> str:
    """What was planned, with its day or its place changed; elsewhere the new value alone."""
    if old.topic not in ("plan", "event"):
        return value
    low = plain(value)
    is_day = pattern("day_of").search(low) is not None
    found = pattern("day_of").search(plain(old.value)) if is_day else _PLACE.search(old.value)
    return old.value[: found.start()] + value + old.value[found.end() :] if found else value


def _is_sure(low: str) -> bool:
    lead = pattern("corrects").match(low)
    return lead is not None and pattern("surely").search(lead[0]) is not None


def _correction(readings: Sequence[Reading]) -> tuple[int, int] | None:
    """Where the new value stands in the message: in its first words."""
    for reading in readings[:2]:
        lead = pattern("corrects").match(reading.low)
        at = lead.end() if lead else 0
        if at >= len(reading.low):
            continue  # nothing but "no": it comes next
        a, b = trimmed(reading.low[at:], light=True)
        short = 0 < len(reading.low[at + a : at + b].split()) <= _LONGEST
        if not short or reading.mood == "asked" or (reading.mode != "bare" and not lead):
            return None
        return reading.clause.start + at + a, reading.clause.start + at + b
    return None


def _claimed(before: Sequence[Said], me: str, *, cued: bool) -> Iterator[Claim]:
    """What was claimed of the user before, newest first: by the user, or by the assistant."""
    from holdfast.providers.rules.english.message import understood

    for said in reversed(before[-2:]):
        if said.me != "assistant":
            if cued and said.me == me:
                yield from reversed(understood(said, ()))
        elif len(said.text) <= _ECHO and pattern("echo").search(plain(said.text)):
            text = said.text
            for yours, mine in _YOURS:
                text = re.sub(yours, mine, text, flags=re.IGNORECASE)
            told = replace(said, text=_ECHO_LEAD.sub("", text).replace("?", "."), me=USER)
            yield from reversed(understood(told, ()))


def _is_name(word: str) -> bool:
    low = plain(word)
    return (word[:1].isupper() or low in ("of", "the", "de")) and low not in small("openers")


def _may_replace(value: str) -> bool:
    """Whether there is anything that a value could be put in the place of."""
    low = plain(value)
    head = head_of(low)
    return (
        all(map(_is_name, value.split()))
        or low.isdigit()
        or low in words("number")
        or pattern("date").search(low) is not None
        or any(is_a(head, kind) for kind in ("trade", *_KINDS.split()))
    )


def _can_replace(old: Claim, value: str) -> bool:
    """Whether two values are of one kind."""
    low = plain(value)
    capital = all(_is_name(word) for word in value.split())
    if plain(old.value) == low:
        return False
    if old.topic == "age":
        return low.isdigit() or low in words("number")
    if old.topic in ("birthday", "plan"):
        return pattern("date").search(low) is not None or (old.topic == "plan" and capital)
    if old.topic in _NAMED:
        return capital or bool(is_a(head_of(low), "trade"))
    for kind in _KINDS.split():
        if is_a(head_of(plain(old.value)), kind):
            return bool(is_a(head_of(low), kind))
    return old.topic in ("like", "dislike") and capital
