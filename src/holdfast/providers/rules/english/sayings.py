"""Sayings: what is told in ways that have no plain subject and verb, by sayings.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from holdfast.providers.rules.english.candidate import has_capital
from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import data_of, is_a, phrases, small, words
from holdfast.providers.rules.english.phrase import parts, trimmed

_KEPT = frozenset(["goal", "event", "trait", "health", "partner"])
"""Topics whose values keep their first words."""
_CAPITALS = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-ZÀ-Þ\u4e00-\u9fff][\w’'-]*(?<!’s)(?<!'s)(?: [A-ZÀ-Þ][\w’'-]*(?<!’s)(?<!'s))*"
)
_LONGEST = 14
_BEGIN = 3
"""So many signs of a cue are looked for first."""


@cache
def table() -> tuple[tuple[tuple[str, ...], re.Pattern[str], Mapping[str, Any]], ...]:
    """Every saying: the words of which one must be there, its pattern, and its row."""
    return tuple(
        (tuple(phrases(f"{row.get('cue', '')}|")), re.compile(row["pattern"]), row)
        for row in data_of("sayings")["saying"]
    )


@cache
def _cues() -> Mapping[str, frozenset[str]]:
    """The cues by their first signs; the shortest by none."""
    found: dict[str, set[str]] = {"": set()}
    for cues, _, _ in table():
        for cue in cues:
            found.setdefault(cue[:_BEGIN] if len(cue) >= _BEGIN else "", set()).add(cue)
    return {begin: frozenset(cues) for begin, cues in found.items()}


def _heard(low: str) -> set[str]:
    """The cues that stand in a text. Of most not even the first signs do."""
    begins = {low[at : at + _BEGIN] for at in range(len(low))} & _cues().keys()
    return {cue for begin in ("", *begins) for cue in _cues()[begin] if cue in low}


def sayings(text: str, low: str) -> Iterator[tuple[str, int, int]]:
    """Topics, and the places of their values."""
    heard = _heard(low)
    for cues, said, row in table():
        if cues and heard.isdisjoint(cues):
            continue
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
