"""From text to the rows of the static table: folding, one regular expression, dictionary look-ups."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from zlib import crc32

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_RUN = re.compile(rf"[a-z]+(?:'[a-z]+)?|[0-9]+|[{_HAN}]+|[^\W\d_{_HAN}]+")
_LONGEST_SPELLED = 24
"""Of a longer unknown run (a key, a hash) only so many letters are spelled out."""

_ENDINGS = (
    ("'s", ("",)),
    ("s", ("",)),
    ("ies", ("y",)),
    ("es", ("", "e")),
    ("ied", ("y",)),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
    ("ly", ("", "le")),
    ("er", ("", "e")),
    ("est", ("", "e")),
    ("ness", ("",)),
    ("ier", ("y",)),
    ("iest", ("y",)),
    ("ily", ("y",)),
    ("iness", ("y",)),
)
_SHORTEST_STEM = 3


def letters_without_marks() -> dict[int, str]:
    """Latin letters with a mark to the plain ones, and the typographic apostrophe."""
    plain = {0x2019: "'", 0x2018: "'"}
    for code in range(0xC0, 0x250):
        letter = unicodedata.normalize("NFD", chr(code).lower())[0]
        if letter.isascii() and letter.isalpha():
            plain[code] = letter
    return plain


@dataclass(frozen=True, slots=True)
class Tokens:
    """The vocabulary and what is done with a text to find its words. Pure: same text, same ids.

    Row numbers: the words in their order, then `spelled` buckets for pieces of unknown words,
    then `counted` buckets for numbers that are not words of their own.
    """

    words: Mapping[str, int]
    folded: Mapping[int, str]
    spelled: int
    counted: int
    heads: AbstractSet[str]
    """How Chinese words of three and four characters begin: their first two."""

    @classmethod
    def over(
        cls, words: Sequence[str], pairs: Mapping[str, str], *, spelled: int, counted: int
    ) -> Tokens:
        """For a list of words, a row each, and traditional characters with their simple forms."""
        return cls(
            words=dict(zip(words, range(len(words)), strict=True)),
            folded=letters_without_marks() | {ord(old): new for old, new in pairs.items()},
            spelled=spelled,
            counted=counted,
            heads={word[:2] for word in words if word >= "\u3400" and len(word) > 2},
        )

    @property
    def rows(self) -> int:
        """How many rows a table for this vocabulary has."""
        return len(self.words) + self.spelled + self.counted

    def fold(self, text: str) -> str:
        """One form for what means the same: width, case, marks, traditional characters."""
        if text.isascii():
            return text.lower()
        return unicodedata.normalize("NFKC", text).lower().translate(self.folded)

    def of(self, text: str) -> list[int]:
        """The rows of a text, in its order. Empty for a text without letters or digits."""
        words = self.words
        ids: list[int] = []
        for run in _RUN.findall(self.fold(text)):
            row = words.get(run)
            if row is not None:
                ids.append(row)
            elif run[0] >= "\u3400" and run[0] <= "\u9fff":
                self._segment(run, ids)
            else:
                ids.extend(self.unknown(run))
        return ids

    def _segment(self, run: str, ids: list[int]) -> None:
        """Longest match first, from the left. A character that nobody knows is left out."""
        find, heads, add = self.words.get, self.heads, ids.append
        at, end = 0, len(run)
        while at < end:
            pair = run[at : at + 2]
            if pair in heads:
                row = find(run[at : at + 4])
                if row is not None:
                    add(row)
                    at += 4
                    continue
                row = find(run[at : at + 3])
                if row is not None:
                    add(row)
                    at += 3
                    continue
            row = find(pair)
            if row is not None:
                add(row)
                at += 2
                continue
            row = find(run[at])
            if row is not None:
                add(row)
            at += 1

    def unknown(self, run: str) -> Sequence[int]:
        """The rows of a run that is no word: its stem's, a number's bucket, or its spelling's."""
        if run[0].isdigit():
            return (len(self.words) + self.spelled + crc32(run.encode()) % self.counted,)
        stem = self._stem(run)
        return self.spelling(run) if stem is None else (stem,)

    def _stem(self, run: str) -> int | None:
        for ending, others in _ENDINGS:
            if run.endswith(ending):
                for other in others:
                    row = self._word(run[: -len(ending)] + other)
                    if row is not None:
                        return row
                if run[-len(ending) - 2 : -len(ending) - 1] == run[-len(ending) - 1 : -len(ending)]:
                    row = self._word(run[: -len(ending) - 1])  # flubbed, flub
                    if row is not None:
                        return row
        return None

    def _word(self, stem: str) -> int | None:
        return self.words.get(stem) if len(stem) >= _SHORTEST_STEM else None

    def spelling(self, run: str) -> list[int]:
        """Buckets of a word's letters, three at a time, its beginning and end marked."""
        marked = f"<{run[:_LONGEST_SPELLED]}>"
        first = len(self.words)
        return [
            first + crc32(marked[at : at + 3].encode()) % self.spelled
            for at in range(max(1, len(marked) - 2))
        ]
