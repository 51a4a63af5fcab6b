"""Sayings: what is told in ways that have no plain subject and verb, by sayings.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from holdfast.providers.rules.english.candidate import has_capital
from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.heard import Phrases
from holdfast.providers.rules.english.lexicon import data_of, is_a, phrases, small, words
from holdfast.providers.rules.english.phrase import parts, trimmed

_KEPT = frozenset(["goal", "event", "trait", "health", "partner"])
"""Topics whose values keep their first words."""
_CAPITALS = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-ZÀ-Þ\u4e00-\u9fff][\w’'-]*(?<!’s)(?<!'s)(?: [A-ZÀ-Þ][\w’'-]*(?<!’s)(?<!'s))*"
)
_LONGEST = 14


class _Saying(NamedTuple):
    """A row of sayings.toml, ready to use. One of its cues must be there, if it has any."""

    cues: tuple[str, ...]
    pattern: re.Pattern[str]
    row: Mapping[str, Any]


@cache
def table() -> tuple[_Saying, ...]:
    """Every saying."""
    return tuple(
        _Saying(tuple(phrases(f"{row.get('cue', '')}|")), re.compile(row["pattern"]), row)
        for row in data_of("sayings")["saying"]
    )


@cache
def _cued() -> Mapping[str, frozenset[int]]:
    """The numbers of the sayings by their cues; under "" are those that have none."""
    found: dict[str, set[int]] = {}
    for number, saying in enumerate(table()):
        for cue in saying.cues or ("",):
            found.setdefault(cue, set()).add(number)
    return {cue: frozenset(numbers) for cue, numbers in found.items()}


@cache
def _cues() -> Phrases:
    return Phrases(_cued())


def _heard(low: str) -> list[_Saying]:
    """The sayings of which a cue stands in a text."""
    numbers = frozenset().union(*(_cued()[cue] for cue in _cues().heard(low)))
    return [table()[number] for number in sorted(numbers)]


def sayings(text: str, low: str) -> Iterator[tuple[str, int, int]]:
    """Topics, and the places of their values."""
    for _, said, row in _heard(low):
        for found in said.finditer(low):
            if "needs" not in row or re.search(row["needs"], low):
                yield from _values(row, text, low, found)


def _values(
    row: Mapping[str, Any], text: str, low: str, found: re.Match[str]
) -> Iterator[tuple[str, int, int]]:
    topic = row["topic"]
    start, stop = found.span("v")
    if row.get("proper") and (name := _CAPITALS.match(text, start)):
        stop = name.end()
    for a, b in parts(low[start:stop]) if row.get("list") else [(0, stop - start)]:
        x, y = a, b
        if topic not in ("home", "event"):
            c, d = trimmed(low[start + a : start + b], light=topic not in _KEPT)
            x, y = a + c, a + d
        if _fits(row, text[start + x : start + y]):
            yield topic, start + x, start + y


def _fits(row: Mapping[str, Any], value: str) -> bool:
    low = plain(value)
    if not value.strip() or len(value.split()) > _LONGEST:
        return False
    if low in small("openers") or low in words("passing"):
        return False
    if row.get("proper") and (not has_capital(value.split()[0]) or low in small("no_saying")):
        return False
    if row.get("small") and has_capital(value):
        return False
    if row.get("nation") and not is_a(low, "nation"):
        return False
    if row.get("capital") and not has_capital(value):
        return False
    if "isnt" in row and any(is_a(low, each) for each in row["isnt"].split()):
        return False
    if row.get("food") and not is_a(low, "food"):
        return False
    return "is" not in row or bool(is_a(low, row["is"]))
