"""Heard: which of many phrases stand in a text. Most of them are passed by untried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

_SIGNS = 3
"""So many signs of a phrase are looked for first."""


class Phrases:
    """Phrases under the first signs of their longest word, the shortest ones under none.

    A text has few of these signs, and its words are mostly common ones, of which they are known.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._under: dict[str, list[str]] = {"": []}
        for phrase in phrases:
            longest = max(phrase.split() or [""], key=len)
            signs = longest[:_SIGNS] if len(longest) >= _SIGNS else ""
            self._under.setdefault(signs, []).append(phrase)
        self._signs_in = lru_cache(maxsize=8_192)(self._look)

    def heard(self, low: str) -> Iterator[str]:
        """Those that stand in a text, wherever."""
        for signs in {""}.union(*map(self._signs_in, low.split())):
            for phrase in self._under[signs]:
                if phrase in low:
                    yield phrase

    def _look(self, word: str) -> frozenset[str]:
        found = (word[at : at + _SIGNS] for at in range(len(word)))
        return frozenset(signs for signs in found if signs in self._under)
