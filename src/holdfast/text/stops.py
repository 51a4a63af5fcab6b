"""Stop words: words so common that finding them says nothing, question words among them."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def english() -> frozenset[str]:
    """English ones, folded, without apostrophes: dont, im."""
    return _words("stops.en.txt")


@cache
def chinese() -> frozenset[str]:
    """Chinese ones, simplified: words, as the dictionary divides them."""
    return _words("stops.zh.txt")


@cache
def characters() -> frozenset[str]:
    """Chinese characters that say nothing by themselves, a smaller list than that of words."""
    return frozenset("".join(_words("stops.han.txt")))


def _words(name: str) -> frozenset[str]:
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
