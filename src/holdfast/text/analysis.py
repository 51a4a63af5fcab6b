"""Analysis: the terms of a text for keyword search, the same at writing and at asking.

Words are matched by their stems; of Chinese also every character, as a second, weaker kind of term.
Each term is a number of 32 bits. What a piece of text becomes is remembered, so that a usual message
is divided and looked up, and nothing more.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple
from zlib import crc32

from holdfast.text import stops
from holdfast.text.chinese import divide
from holdfast.text.fold import plain, simple, simplified
from holdfast.text.scripts import (
    COMMON_HAN,
    HAN,
    SIGNS,
    all_but,
    is_han,
    is_unspaced,
    rare,
    run,
    undivided,
)
from holdfast.text.words import LONGEST, forms

ANALYSIS = "2"
"""The version of this analysis. Change it with the rules: stored terms are then made again."""

WORDS_FROM = 1 << 18
"""Numbers below are characters', all others words', so that both kinds can lie in one list."""

_REMEMBERED = 1 << 16
"""Pieces of text remembered, of each kind; about 10 MB. Beyond that all are forgotten at once."""

_NUMERAL = re.compile(rf"([0-9]{{1,18}})[.,;:!?{SIGNS}]*")
"""Digits, and what may stand behind them: new ones come all the time."""

_SHORT_CLAUSE = 16
"""A stretch of Chinese this short may come again and is remembered as it stands."""

_CLAUSES = 1 << 14
"""So many of them and no more: there is no end of new ones, and they are not to drive out words."""


class Terms(NamedTuple):
    """A text's terms in its order, as little-endian numbers of 32 bits each, repeated as they are."""

    words: bytes
    characters: bytes
    """Chinese characters one by one: a weaker kind of term. Their numbers are no word's."""

    @property
    def word_ids(self) -> array[int]:
        """The words as numbers."""
        return numbers(self.words)

    @property
    def character_ids(self) -> array[int]:
        """The characters as numbers."""
        return numbers(self.characters)

    @property
    def length(self) -> int:
        """How many terms there are of both kinds."""
        return (len(self.words) + len(self.characters)) // 4


def terms(text: str) -> Terms:
    """The terms of a text. Stop words have none; a text may have none at all.

    >>> terms("She hikes") == terms("hiking!")
    True
    """
    return Terms(*_both(text))


def all_terms(text: str) -> bytes:
    """The terms of a text in one row: its words, then its characters."""
    words, characters = _both(text)
    return words + characters if characters else words


def _both(text: str) -> tuple[bytes, bytes]:
    divisible = None if text.isascii() else ready(text)
    if divisible is None:
        return b"".join(packed_words(text.split())), b""
    words = b"".join(packed_words(run().findall(divisible)))
    return words, saying_nothing().sub("", divisible).encode("utf-32-le")


def packed_words(stretches: Iterable[str]) -> Iterator[bytes]:
    """The words of each stretch of text, as `run` divides it, or as spaces do."""
    return map(_tokens.__getitem__, stretches)


def ready(text: str) -> str | None:
    """A text that is not in ASCII, ready to be divided by `run`; None where spaces divide it."""
    if not _unusual().search(text):
        return text
    return prepared(text) if undivided().search(text) else None


def prepared(text: str) -> str:
    """A text with characters of an undivided script, ready to be divided by `run`."""
    return simple(plain(text) if rare().search(text) else text)


def numbers(terms: bytes) -> array[int]:
    """Stored terms as numbers."""
    found = array("I", terms)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def word_id(form: str) -> int:
    """The number of a word's form.

    Of 2**32 numbers, a store of V different words gives a question's word a second meaning with
    odds of V / 2**32: for a hundred thousand words, one question word in 43,000. It then finds some
    message that it should not, low in the ranking; nothing is ever missed.
    """
    number = crc32(form.encode("utf-8", "surrogatepass"))
    return number if number >= WORDS_FROM else number | 1 << 31


def character_id(character: str) -> int:
    """The number of a Chinese character: its code point, below WORDS_FROM. No two share one."""
    return ord(character)


def pairs(stretch: str) -> list[str]:
    """Every two neighbours of a stretch of script that has no dictionary here; a lone one alone."""
    return [stretch[at : at + 2] for at in range(max(1, len(stretch) - 1))]


@cache
def saying_nothing() -> re.Pattern[str]:
    """All but Chinese characters that are no stop words."""
    common = all_but("\u4e00", "\u9fff", stops.characters())
    return re.compile(f"[^{HAN.replace(COMMON_HAN, common)}]+")


@cache
def _unusual() -> re.Pattern[str]:
    """What is neither ASCII nor simplified Chinese with its signs, and may want to be prepared."""
    return re.compile(f"[^\x00-\x7f{_simple_han()}{SIGNS}]")


@cache
def _simple_han() -> str:
    return all_but("\u4e00", "\u9fa5", map(chr, simplified()))


def _packed(form: str) -> bytes:
    return word_id(form).to_bytes(4, "little")


class _Remembered(dict[str, bytes]):
    """Packed terms by text. Threads may share it: each step is one operation on a dictionary."""

    def keep(self, text: str, found: bytes) -> bytes:
        if len(text) <= LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = found
        return found


class _Tokens(_Remembered):
    """The words of stretches of text, as `run` divides them, or as spaces do."""

    clauses = 0

    def __missing__(self, token: str) -> bytes:
        if numeral := _NUMERAL.fullmatch(token):  # `forms` would say the same, and take its time
            return self.keep(token, _packed(numeral[1]))
        if "\u4e00" <= token <= "\u9fff" or is_han(token):
            found = b"".join(map(_words.__getitem__, divide(token)))
            if self.clauses < _CLAUSES and len(token) <= _SHORT_CLAUSE:
                self.clauses += 1
                self[token] = found
            return found
        if is_unspaced(token):
            return b"".join(map(_packed, pairs(token)))
        found = b"".join([_packed(form.text) for form in forms(plain(token))])
        return self.keep(token, found)

    def clear(self) -> None:
        super().clear()
        self.clauses = 0


class _Words(_Remembered):
    """Chinese words."""

    def __missing__(self, word: str) -> bytes:
        known = is_han(word) and word not in stops.chinese()
        return self.keep(word, _packed(word) if known else b"")


_tokens = _Tokens()
_words = _Words()
