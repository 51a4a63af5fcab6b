"""Signs: the words of each language by which a review tells corrections, denials and hearsay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from holdfast.providers.rules.cues import bounded, data_of, one_of

_SLOTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "who": r"(?P<who>i|we|he|she|it|my [a-z]+(?: [a-z]+)?|(?!my |the |a )[a-z]+)",
        "whose": r"(?P<who>my|his|her|its|their|our|my [a-z]+(?: [a-z]+)?'s|[a-z]+'s)",
        "number": r"(?P<value>[0-9]{1,3}|[a-z]+(?:-[a-z]+)?)",
        "measure": r"(?P<value>[0-9][0-9.,'\"]*(?: ?[a-z]+)?(?: [0-9]+)?)",
        "value": r"(?P<value>\S.{0,39}?)",
        "adverb": r"(?:now|currently|still|actually|already|only|officially|finally|just)",
    },
    "zh": {
        "who": r"(?P<who>我们|我|他|她|它|其|这|那|我的?(?![的是])[\u4e00-\u9fff]{1,4}?"
        r"|(?![其该这那每谁哪大])[^\W的是有其在叫住了不年0-9]{2,6}?)",
        "whose": "",
        "number": r"(?P<value>[0-9]{1,3}|[零〇一二两三四五六七八九十百]{1,6})",
        "measure": r"(?P<value>[0-9一二两三四五六七八九十百][0-9.一二三四五六七八九十百]*(?:米|厘米|公分|cm|m|斤|公斤|kg)?[0-9一二三四五六七八九]*)",
        "value": r"(?P<value>[^，；,;]{1,16}?)",
        "adverb": r"(?:现在|今年|已经|都|目前|如今|才|刚满|刚|就|其实|实际上)",
    },
}
"""What stands for the slots in the patterns of claims."""


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
    slots = _SLOTS[language]

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
