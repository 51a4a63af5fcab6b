"""Speakers: who among those who spoke is named in a question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from holdfast.text.fold import fold
from holdfast.text.scripts import UNDIVIDED

_NOT_NAMES = frozenset({"user", "assistant", "system", "tool"})
_PART = re.compile(r"[^\W_]+")
_UNDIVIDED = re.compile(f"[{UNDIVIDED}]")
_LETTER = rf"[^\W{UNDIVIDED}]"
"""Of a word that stands with spaces around it."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A name that can be looked for: its number among the speakers, and what finds it."""

    code: int
    pattern: re.Pattern[str]
    length: int
    """How many letters it has: of two names, one within the other, the longer one is meant."""


def speakers(names: Iterable[str | None]) -> list[Speaker]:
    """Those of the names that a question may mean."""
    found = []
    for code, name in enumerate(names):
        parts = _PART.findall(fold(name)) if name else []
        if parts and fold(name or "") not in _NOT_NAMES:
            found.append(Speaker(code, _pattern(parts), sum(map(len, parts))))
    return found


def named(text: str, among: list[Speaker]) -> tuple[str, list[int]]:
    """The text without the names, and the speakers it names: none, if it names them all.

    A name says whose words are meant; as a word to look for it would find the wrong ones.
    """
    if not among:
        return text, []
    folded, hits = fold(text), []
    for speaker in sorted(among, key=lambda each: -each.length):
        if speaker.pattern.search(folded):
            hits.append(speaker.code)
            folded = speaker.pattern.sub(" ", folded)
    if not hits:
        return text, []
    return folded, sorted(hits) if len(hits) < len(among) else []


def _pattern(parts: list[str]) -> re.Pattern[str]:
    """Finds the name as a whole: its parts, with anything but letters between them.

    Where words stand with spaces between them, a name does not begin or end within one. Chinese
    characters beside it are no part of it.
    """
    name = r"[\W_]*".join(map(re.escape, parts))
    begin = "" if _UNDIVIDED.match(parts[0][0]) else f"(?<!{_LETTER})"
    end = "" if _UNDIVIDED.match(parts[-1][-1]) else f"(?!{_LETTER})"
    return re.compile(f"{begin}{name}(?:'s)?{end}")
