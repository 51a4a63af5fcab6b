"""Readings: what the audit goes by when it compares two memories."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from holdfast.domain.audit import AuditEntry
from holdfast.flow.maintain.audit.lexicon import (
    CHINESE,
    ENGLISH,
    Cue,
    attributes,
    matters,
    sign,
    words,
)
from holdfast.flow.maintain.audit.subject import Subject, owner_of, person, subject_of, thing
from holdfast.text.fold import plain
from holdfast.text.fold import simple as simplified

LONGEST = 600
"""Of a longer memory only the beginning is compared."""


class Stand(NamedTuple):
    """A side that a text takes, on whose part, and with which words."""

    matter: str
    side: str
    who: str
    words: str
    value: str = ""


class Reading:
    """One memory, and what it says."""

    def __init__(self, entry: AuditEntry, names: frozenset[str]) -> None:
        self.entry = entry
        self.text = normal(entry.text[:LONGEST])
        self.low = self.text.lower()
        self.language = CHINESE if _HAN.search(self.text) else ENGLISH
        self.subject: Subject = subject_of(self.text, names)

    @property
    def at(self) -> datetime | None:
        """When it was learned."""
        return self.entry.at

    @cached_property
    def over(self) -> bool:
        """Whether it tells of what was, and is no more. Who has died stays dead."""
        if sign("dead", self.language).search(self.low):
            return False
        return sign("over", self.language).search(self.low) is not None

    @cached_property
    def changes(self) -> bool:
        """Whether it says that something is otherwise than before."""
        return sign("changed", self.language).search(self.low) is not None

    @cached_property
    def turns(self) -> bool:
        """The same, but that "now" alone tells of no change."""
        low = sign("present", self.language).sub(" ", self.low)
        return sign("changed", self.language).search(low) is not None

    @cached_property
    def limited(self) -> bool:
        """Whether it holds at some times, in some cases or places only."""
        return sign("limited", self.language).search(self.low) is not None

    @cached_property
    def adds(self) -> bool:
        """Whether it says that it comes to something else: also, another, either."""
        return sign("added", self.language).search(self.low) is not None

    @cached_property
    def ahead(self) -> bool:
        """Whether it names a year that was still to come when it was learned."""
        year = self.at.year if self.at else 9999
        return any(int(found) > year for found in _YEARS.findall(self.low))

    @cached_property
    def refuses(self) -> bool:
        """Whether it says of something that it is not, or not wanted."""
        return sign("refused", self.language).search(self.low) is not None

    @cached_property
    def supposed(self) -> bool:
        """Whether it only supposes something."""
        return sign("supposed", self.language).search(self.low) is not None

    @cached_property
    def stands(self) -> list[Stand]:
        """The sides that it takes."""
        found = []
        for matter in matters(self.language):
            for side, cues in matter.sides:
                hit = self._hit(cues)
                if hit is None:
                    continue
                if matter.owner and self.subject.chained:
                    break
                who = self._holder(hit, self.low, matter.owner)
                value = person(hit.groupdict().get("v") or "")
                found.append(Stand(matter.name, side, who, hit[0].strip(" ,;."), value))
                break
        return found

    @cached_property
    def values(self) -> list[Stand]:
        """The attributes whose values it names."""
        found = []
        for name, cues in attributes(self.language):
            for cue in cues:
                hit = cue.find(self.text) or cue.find(self.text[:1].lower() + self.text[1:])
                if hit is None:
                    continue
                groups = hit.groupdict()
                value = next((v for k, v in groups.items() if k not in ("k", "o") and v), "")
                key = f"{name}:{thing((groups.get('k') or '').lower().removesuffix('s'))}"
                if value:
                    named, key_word = groups.get("o"), key.partition(":")[2]
                    who = owner_of(named) if named else self._whose(hit, self.text)
                    who = who.removesuffix(f"/{key_word}") if key_word else who
                    found.append(Stand(key, "", who, hit[0].strip(), value))
                break
        return found

    def _holder(self, hit: re.Match[str], text: str, owner: bool) -> str:
        """Who takes a side. "Her wife ..." says of her that she is married; "her boss got divorced" does not."""
        if not owner:
            return self._whose(hit, text, self.subject.keeper)
        relation = self.subject.who.rpartition("/")[2] if self.subject.is_other else ""
        before = text[: hit.start()]
        told = relation and any(person(word) == relation for word in _WORDS.findall(before))
        return self.subject.keeper if told else self.subject.owner

    def _whose(self, hit: re.Match[str], text: str, who: str = "") -> str:
        """The one of whom something is said, or the thing of his: her rucksack, that weighs 12 kg."""
        who = who or self.subject.who
        begin = self.subject.begins
        if begin < 0 or self.subject.is_other or hit.start() <= begin:
            return who
        named = text[begin : hit.start()].strip().lower()
        return f"{who}/{named}" if _THING.fullmatch(named) else who

    def _hit(self, cues: tuple[Cue, ...]) -> re.Match[str] | None:
        for cue in cues:
            hit = cue.find(self.low)
            if hit and (cue.denies or not denied(self.low, hit.start(), self.language)):
                return hit
        return None


def normal(text: str) -> str:
    """One spelling: simple characters, plain signs, contractions written out, single blanks."""
    text = simplified(plain(text)).translate(_SIGNS)
    text = _NOT.sub(lambda found: _STEMS.get(found[1].lower(), found[1]) + " not", text)
    text = _CAN_NOT.sub("cannot", _IS.sub(r"\1 is", text))
    return _BLANKS.sub(" ", _OTHERS.sub(lambda found: _ENDINGS[found[1].lower()], text)).strip()


def denied(low: str, start: int, language: str) -> bool:
    """Whether a denial stands closely before a place in the same clause."""
    if language == CHINESE:
        return _NO_CHINESE.search(low[max(0, start - 4) : start]) is not None
    before = _CLAUSE.split(low[:start])[-1].split()[-4:]
    return any(word.strip("'\"(") in words("lists.toml")["denying"] for word in before)


_HAN = re.compile("[\u4e00-\u9fff]")
_WORDS = re.compile(r"[a-z][\w-]*|[\u4e00-\u9fff]{2}")
_THING = re.compile(r"[a-z][\w-]*(?: [a-z][\w-]*)?|[\u4e00-\u9fff]{1,4}")
_SIGNS = str.maketrans("，。；：！？（）“”‘’", ",。;:!?()\"\"''")
_NOT = re.compile(r"\b(\w+)n't\b", re.IGNORECASE)
_STEMS = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_IS = re.compile(r"\b(he|she|it|that|there|who|what|here)'s\b", re.IGNORECASE)
_CAN_NOT = re.compile(r"\bcan not\b", re.IGNORECASE)
_OTHERS = re.compile(r"'(m|re|ve|ll|d)\b", re.IGNORECASE)
_ENDINGS = {"m": " am", "re": " are", "ve": " have", "ll": " will", "d": " would"}
_YEARS = re.compile(r"(?<!\d)20\d\d(?!\d)")
_BLANKS = re.compile(r"\s+")
_CLAUSE = re.compile(r"[,;.!?:]| but | and | because | so ")
_NO_CHINESE = re.compile("不(?![仅光但止])|没(?!事)|未|(?<![特分区级告差鉴])别(?!人)|戒|拒")
