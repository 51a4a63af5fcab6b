"""Corrections: a message that puts right what was said before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import is_a, words
from holdfast.providers.rules.english.phrase import head_of, trimmed
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.times import DATE

if TYPE_CHECKING:
    from holdfast.providers.rules.english.message import Message

_CUE = re.compile(
    r"(?:(?:no|nope|nah|wait|wait no|actually|sorry|oops|whoops|correction|ugh|argh|bah|hang on|hold on|scratch that|scrap that|my bad|i mean|i meant|well|oh|er|um|typo|i should say|i should have said|make that|it's|its|that's|that should be|should be|not|ugh sorry|sorry i meant|rather|close but|almost|nearly|and it's|try|only)(?![\w'-])[\s,:!.-]*)+"
)
_SURE = re.compile(r"\b(?:no|nope|actually|sorry|oops|correction|wait|meant|scratch|typo|make that|should|bah|hang on|ugh)\b")
_ECHO = re.compile(
    r"\b(?:noted|got it|so you|so your|i've noted|i'll note|i've got|i have you|your \w+|happy to help|i'll remember|understood|you(?:'re| are)|shall i|lovely|i'll add|recorded|saved)\b", re.IGNORECASE
)
_YOURS = ((r"\byou're\b", "i'm"), (r"\byou are\b", "i am"), (r"\byou've\b", "i've"), (r"\byour\b", "my"), (r"\byours\b", "mine"), (r"\byou\b", "i"))


def is_correction(reading: Reading) -> bool:
    """Whether a fragment begins by putting right what was said."""
    lead = _CUE.match(reading.low) if reading.mode == "bare" else None
    return bool(lead and _SURE.search(lead[0]))


def corrections(message: Message, made: Sequence[Claim]) -> Iterator[Claim]:
    """What a short reply puts in the place of what was claimed before it."""
    if not message.before or not message.clauses:
        return
    first = message.clauses[0]
    lead = _CUE.match(first.low)
    at = lead.end() if lead else 0
    number = 0
    if at >= len(first.low) and len(message.clauses) > 1:
        number = 1
        again = _CUE.match(message.clauses[1].low)
        at = again.end() if again else 0
    clause, reading = message.clauses[number], message.readings[number]
    cued = bool(lead and _SURE.search(lead[0])) or bool(_SURE.match(message.clauses[min(1, len(message.clauses) - 1)].low))
    a, b = trimmed(clause.low[at:], light=True)
    low = clause.low[at + a : at + b]
    if not low or len(low.split()) > 5 or reading.mood == "asked" or (reading.mode != "bare" and not lead):
        return
    for old in _claimed(message.before, cued):
        if old.topic in {claim.topic for claim in made if claim.about == old.about}:
            continue
        value = message.said.text[clause.start + at + a : clause.start + at + b]
        if _can_replace(old, value, low):
            yield replace(
                old,
                value=value,
                was=old.value,
                text=message.said.text[clause.start : clause.stop],
                sources=(message.said.id,),
                corrects=True,
                since=None,
                until=None,
            )
            return


def _claimed(before: Sequence[Said], cued: bool) -> Iterator[Claim]:
    """What was claimed of the user before, newest first."""
    from holdfast.providers.rules.english.message import understood

    for said in reversed(before[-2:]):
        if said.me == "assistant":
            if not _ECHO.search(said.text):
                continue
            text = said.text
            for pattern, mine in _YOURS:
                text = re.sub(pattern, mine, text, flags=re.IGNORECASE)
            text = re.sub(r"^(?:got it|noted|so|right|ok|okay|i've noted that|i'll note that|i have noted that)[,:!]*\s+", "", text, flags=re.IGNORECASE)
            yield from reversed(understood(replace(said, text=text, me=USER), ()))
        elif cued and said.me:
            yield from reversed(understood(said, ()))


def _can_replace(old: Claim, value: str, low: str) -> bool:
    """Whether two values are of one kind."""
    if plain(old.value) == low:
        return False
    if old.topic == "age":
        return bool(re.fullmatch(r"\d{1,3}|[a-z]+", low)) and (low.isdigit() or low in words("number"))
    if old.topic in ("birthday", "plan"):
        return bool(DATE.search(low)) or (old.topic == "plan" and value[:1].isupper())
    if old.topic in ("home", "origin", "name", "nickname", "work", "study"):
        return value[:1].isupper() or bool(is_a(head_of(low), "trade"))
    for kind in ("diet", "pet", "instrument", "language", "trade", "sport", "food", "kin", "illness", "hobby", "illness_word"):
        if is_a(head_of(plain(old.value)), kind):
            return bool(is_a(head_of(low), kind))
    return old.topic in ("like", "dislike") and value[:1].isupper()
