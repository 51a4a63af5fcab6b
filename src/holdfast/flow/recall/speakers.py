"""Speakers: who among those who spoke is named in a question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from holdfast.text.fold import fold

_NOT_NAMES = frozenset({"user", "assistant", "system", "tool"})
_PART = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Speaker:
    """A name that can be looked for: its number among the speakers, and what finds it."""

    code: int
    pattern: re.Pattern[str]


def speakers(names: Iterable[str | None]) -> list[Speaker]:
    """Those of the names that a question may mean."""
    found = []
    for code, name in enumerate(names):
        parts = _PART.findall(fold(name)) if name else []
        if parts and fold(name or "") not in _NOT_NAMES:
            found.append(Speaker(code, _pattern(parts)))
    return found


def named(text: str, among: list[Speaker]) -> tuple[str, list[int]]:
    """The text without the names, and the speakers it names: none, if it names them all.

    A name says whose words are meant; as a word to look for it would find the wrong ones.
    """
    if not among:
        return text, []
    folded, hits = fold(text), []
    for speaker in among:
        if speaker.pattern.search(folded):
            hits.append(speaker.code)
            folded = speaker.pattern.sub(" ", folded)
    if not hits:
        return text, []
    return folded, hits if len(hits) < len(among) else []


def _pattern(parts: list[str]) -> re.Pattern[str]:
    """Finds the name as a whole: its parts, with anything but letters between them."""
    name = r"[\W_]*".join(map(re.escape, parts))
    ascii_ends = (parts[0][0].isascii(), parts[-1][-1].isascii())
    begin, end = (r"\b" if each else "" for each in ascii_ends)
    return re.compile(f"{begin}{name}(?:'s)?{end}")
