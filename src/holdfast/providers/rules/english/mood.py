"""Mood: whether a clause is asserted of the real world, decided before any frame is tried.

A clause is "real"; or "asked"; or "reported", that somebody says something; or "if" or "would";
or "unreal", being supposed, played, dreamt, translated or somebody else's word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from holdfast.providers.rules.english.clause import Clause
from holdfast.providers.rules.english.heard import Phrases
from holdfast.providers.rules.english.lexicon import (
    any_of,
    is_a,
    one_of,
    pattern,
    small,
    words,
)
from holdfast.providers.rules.english.phrase import head_of
from holdfast.providers.rules.english.reading import Reading

_UNREAL_JOINTS = frozenset(["if", "unless", "than", "like", "until", "till"])
_NOT_SURE = frozenset(["would", "if", "asked", "unreal"])
_SAID_ON = frozenset(["that", ",", ":", "and", "because", "like"])
_IFS = ("if ", "unless ", "whether ", "had i ", "as if ", "wish ")
_SUPPOSED = ("if ", "were i", "had i", "and if ", "but if ")
_OWN_WORD = re.compile(
    r"(?:(?:my|the) (?:doctor|doctors|gp|consultant|dentist|optician|specialist|physio|psychiatrist|cardiologist|dermatologist|neurologist|midwife|surgeon|nurse)\b|doctors? (?:says?|told)\b|as i|like i|i|(?:since|as|because) you ask(?:ed)?)\b"
)
"""Not somebody else's word; a doctor's on oneself is none."""
_DENIES = re.compile(r"\b(?:not|isn't|wasn't|n't)\b")
_SPEAKER = re.compile(r"(?:^|\W)(?:i|we|i've|i'd)(?:'ve|'d)? (?:\w+ )?$")


@cache
def _begins() -> re.Pattern[str]:
    """A clause from which on nothing is real."""
    return re.compile(rf"{pattern('request').pattern}(?:{one_of(small('unreal_from'))})(?![\w'-])")


@cache
def _joke() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{one_of(small('joke'))})(?![\w'])")


@cache
def _jests() -> Phrases:
    return Phrases(small("joke"))


def is_joke(low: str) -> bool:
    """Whether a message is said in jest as a whole."""
    heard = any(_jests().heard(low))  # much cheaper than the search
    return (heard and _joke().search(low) is not None) or pattern("ageless").search(low) is not None


def is_jest(reading: Reading) -> bool:
    """I am Dracula: nothing that is said with it is meant."""
    if not reading.mine or reading.verb != "be" or reading.thing or reading.denied:
        return False
    head = head_of(pattern("jest_lead").sub("", reading.behind.strip()))
    famous = head in words("famous") or bool(is_a(head, "famous"))
    return famous or bool(small("jests") & set(head.split()[-1:]))


_MONTH = re.compile(
    r"\bmay(?= (?:the )?\d)|(?<=\d )may\b|(?<=(?:st|nd|rd|th) )may\b|(?<=\b(?:in|of|on|by) )may\b"
    r"|(?<=\b(?:last|next|this) )may\b|(?<=since )may\b"
)
"""The month, and not what may be."""


def moods(clauses: Sequence[Clause]) -> list[str]:
    """The mood of each clause of a message."""
    found: list[str] = []
    state = _State(clauses)
    for clause in clauses:
        found.append(state.mood(clause, found))
    return found


class _State:
    """What the clauses before tell of the next."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.clauses = clauses
        self.supposed = _supposed(clauses)
        self.questions = {c.sentence for c in clauses if c.ends.startswith("?")}
        self.unreal = False
        self.sentence = -1
        self.scope = ""

    def mood(self, clause: Clause, found: Sequence[str]) -> str:
        if clause.sentence != self.sentence:
            self.sentence, self.scope = clause.sentence, ""
        self.unreal = self.unreal or _is_unreal(clause)
        if self.unreal or clause.sentence in self.supposed:
            return "unreal"
        if self.scope == "remember" or pattern("remember").match(clause.low):
            self.scope = "remember"
            return "real"
        if self._asks(clause):
            self.scope = "asked"
        if self.scope == "asked" or clause.ends.startswith("?"):
            return "asked"
        return self._told(clause, found)

    def _told(self, clause: Clause, found: Sequence[str]) -> str:
        if _is_reported(clause):
            self.scope = "reported"
            return "reported"
        if self.scope == "reported" and clause.joint in _SAID_ON:
            return "unreal"
        if clause.joint == "that" and found and found[-1] in _NOT_SURE:
            return found[-1]
        if clause.joint == "that" and found and _denies(self.clauses[len(found) - 1]):
            return "unreal"
        if clause.joint in ("after", "before") and found and self._before(found).endswith(" until"):
            return "if"
        if clause.joint in _UNREAL_JOINTS or clause.low.startswith(_IFS):
            return "if"
        told = _MONTH.sub(" ", clause.low) if "may" in clause.low else clause.low
        return "would" if any_of("unreal").search(told) else "real"

    def _before(self, found: Sequence[str]) -> str:
        return self.clauses[len(found) - 1].low

    def _asks(self, clause: Clause) -> bool:
        if not pattern("asked").match(clause.low):
            return False
        if pattern("had_own").match(clause.low) and clause.sentence not in self.questions:
            return False
        if clause.ends.startswith("!") and clause.low.startswith(("what a", "how ")):
            return False
        inside = (
            clause.joint in ("and", "but", ",", "who") and clause.sentence not in self.questions
        )
        return not (inside and pattern("goes_on").match(clause.low))


def _is_unreal(clause: Clause) -> bool:
    begins = _begins().match(clause.low) is not None
    return begins or any_of("unreal_inside").search(clause.low) is not None


def _denies(clause: Clause) -> bool:
    return _DENIES.search(clause.low) is not None


def _supposed(clauses: Sequence[Clause]) -> set[int]:
    """Sentences that say what would be if something were."""
    told = [c for c in clauses if not pattern("polite_if").match(_with_if(c))]
    condition = {c.sentence for c in told if c.low.startswith(_SUPPOSED) or c.joint == "if"}
    return condition & {c.sentence for c in told if pattern("conditional").search(c.low)}


def _with_if(clause: Clause) -> str:
    return f"if {clause.low}" if clause.joint == "if" else clause.low


def _is_reported(clause: Clause) -> bool:
    """Somebody else says so; or it is read, sung, told."""
    cue = any_of("reported").search(clause.low) or pattern("reads").search(clause.low)
    if not cue:
        return False
    lead = clause.low[: cue.start()]
    own = _SPEAKER.search(lead) or _OWN_WORD.match(clause.low)
    return bool(lead.strip()) and not own
