"""Signs: the words of each language by which a review tells corrections, denials and hearsay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from holdfast.providers.rules.cues import bounded, data_of, one_of


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to claim something of somebody."""

    attribute: str
    pattern: re.Pattern[str]
    cue: bool
    """Several may be true at once: only with a sign of change does another value contradict."""
    change: bool
    """It says itself that something has changed."""
    number: bool
    """Its value is a number."""
    proper: bool
    """Its value is a name: "a small flat" is no other place than the town it is in."""


@dataclass(frozen=True, slots=True)
class Signs:
    """One language's signs, matched in folded text."""

    correction: re.Pattern[str]
    """At the beginning: what was said before is put right."""
    firmly: re.Pattern[str]
    """The same, and it cannot mean anything else."""
    change: re.Pattern[str]
    moved: re.Pattern[str]
    also: re.Pattern[str]
    unreal: re.Pattern[str]
    reported: re.Pattern[str]
    many: re.Pattern[str]
    """One may have several of these: another one's age is no other age."""
    pronoun: re.Pattern[str]
    """A third person, or a thing, named before."""
    instead: tuple[re.Pattern[str], ...]
    """Not `old` but `now`."""
    pointing: re.Pattern[str]
    """Nothing but a value, with the words that lead up to it."""
    reasons: Mapping[str, str]
    claims: tuple[Pattern, ...]


@cache
def signs(language: str) -> Signs:
    """The signs of "en" or "zh"."""
    data: dict[str, Any] = data_of(language)["review"]
    chinese = language == "zh"
    gap = r"[\s,.!;:，。！；：~…-]*"
    opening = one_of(data["corrections"])
    firm = one_of(data["firm"])
    tail = rf"(?:\s*(?:{one_of(data['ends'])}))*"
    slots = data["slots"]

    def claim(row: Mapping[str, Any]) -> Pattern:
        pattern = row["pattern"]
        for name, text in slots.items():
            pattern = pattern.replace(f"{{{name}}}", text)
        return Pattern(
            row["attribute"],
            re.compile(f"{pattern}{tail}"),
            bool(row.get("cue")),
            bool(row.get("change")),
            "{number}" in row["pattern"],
            bool(row.get("proper")),
        )

    mark = rf"(?:{gap}(?=\S)|$)" if chinese else rf"(?![\w']){gap}"
    return Signs(
        correction=re.compile(rf"{gap}(?:(?:{opening}){mark})+"),
        firmly=re.compile(rf"{gap}(?:{firm}){mark}"),
        change=bounded(data["changes"], chinese),
        moved=bounded(data["moved"], chinese),
        also=bounded(data["also"], chinese),
        unreal=bounded(data["unreal"], chinese),
        reported=bounded(data["reported"], chinese),
        many=bounded(data["many"], chinese),
        pronoun=bounded(data["pronouns"], chinese),
        instead=tuple(re.compile(each) for each in data["instead"]),
        pointing=re.compile(data["pointing"]),
        reasons=data["reasons"],
        claims=tuple(claim(row) for row in data["claims"]),
    )
