"""Vectors of words and of whole memories: which pairs are worth a closer look, and how alike they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.maintain.audit.lexicon import words
from holdfast.ports.embedder import Embedder
from holdfast.text.stems import stem

Array = NDArray[np.float32]

_BLOCK = 512


class Vectors:
    """The vectors of a set of memories, and of each of their words."""

    def __init__(
        self, embedder: Embedder | None, forms: Sequence[tuple[str, ...]], texts: Sequence[str]
    ) -> None:
        self._forms = forms
        vocabulary = sorted({form for each in forms for form in each})
        self._place = {form: place for place, form in enumerate(vocabulary)}
        self._stems = [stem(form) for form in vocabulary]
        if embedder is None:
            self._words = np.zeros((len(vocabulary), 1), np.float32)
            self._texts = self._wholes = self._bags(len(vocabulary))
        else:
            self._words = embedder.embed(vocabulary) if vocabulary else np.zeros((0, 1), np.float32)
            self._texts = embedder.embed([" ".join(each) for each in forms])
            self._wholes = embedder.embed(list(texts))

    def near(self, least: float, most: int) -> Iterator[tuple[int, int]]:
        """The pairs whose cosine is at least this, each once; of each memory the `most` nearest."""
        found: set[tuple[int, int]] = set()
        for begin in range(0, len(self._forms), _BLOCK):
            cosines = self._texts[begin : begin + _BLOCK] @ self._texts.T
            kept = min(most + 1, cosines.shape[1])  # each is nearest to itself
            nearest = np.argpartition(-cosines, kept - 1, axis=1)[:, :kept]
            for row, others in enumerate(nearest):
                one = begin + row
                for other in others[cosines[row, others] >= least].tolist():
                    if one != other:
                        found.add((min(one, other), max(one, other)))
        yield from sorted(found)

    def cosine(self, one: int, other: int) -> float:
        """How near two memories are."""
        return float(self._texts[one] @ self._texts[other])

    def whole(self, one: int, other: int) -> float:
        """How near two memories are with all their words, as they were written."""
        return float(self._wholes[one] @ self._wholes[other])

    def overlap(self, one: int, other: int) -> tuple[float, float]:
        """How much of the words of each is said by the other: 1 all of them, 0 nothing."""
        if not self._forms[one] or not self._forms[other]:
            return 0.0, 0.0
        near = self.between(self._forms[one], self._forms[other])
        return float(near.max(1).mean()), float(near.max(0).mean())

    def rest(self, one: int, other: int, but: frozenset[str]) -> tuple[float, float]:
        """The same, but for some words; 0 where nothing else is said."""
        stems = {stem(word) for word in but} | but
        some, others = (
            [form for form in self._forms[each] if form not in stems and stem(form) not in stems]
            for each in (one, other)
        )
        if not some or not others:
            return 0.0, 0.0
        near = self.between(some, others)
        return float(near.max(1).mean()), float(near.max(0).mean())

    def odd(self, one: int, other: int, but: frozenset[str]) -> float:
        """How near the oddest word of two is to any of the other's, but for some words."""
        some, others = (
            [form for form in self._forms[each] if form not in but] for each in (one, other)
        )
        if not some or not others:
            return 1.0
        near = self.between(some, others)
        return float(min(near.max(1).min(), near.max(0).min()))

    def between(self, some: Sequence[str], others: Sequence[str]) -> Array:
        """How near each word of some is to each of others; of one stem is the same."""
        rows = [self._place[form] for form in some]
        columns = [self._place[form] for form in others]
        found: Array = self._words[rows] @ self._words[columns].T
        for at, row in enumerate(rows):
            for to, column in enumerate(columns):
                found[at, to] = max(found[at, to], _kinship(self._stems[row], self._stems[column]))
        return found

    def _bags(self, size: int) -> Array:
        """Without an embedder: by the words themselves."""
        found = np.zeros((len(self._forms), size), np.float32)
        for row, each in enumerate(self._forms):
            found[row, [self._place[form] for form in each]] = 1.0
        lengths = np.sqrt((found * found).sum(1, keepdims=True))
        rows: Array = found / np.maximum(lengths, 1e-9)
        return rows


def _kinship(one: str, other: str) -> float:
    """How much two words' forms alone say that they mean alike: bake and baker, 木匠 and 木工."""
    if one == other:
        return 1.0
    if one.isascii() != other.isascii() or not one[:1] or (one[:1] != other[:1] and one.isascii()):
        return 0.0
    if not one.isascii():
        shared = len(set(one) & set(other))
        return (
            _CHARACTERS * shared / max(len(one), len(other))
            if min(len(one), len(other)) > 1
            else 0.0
        )
    short, long = sorted((one, other), key=len)
    if len(short) < _ROOT:
        return 0.0
    root = short[:-1] if short[-1] in "eyoa" else short
    return (
        _DERIVED
        if long.startswith(root) and long[len(root) :] in words("lists.toml")["endings"]
        else 0.0
    )


_ROOT = 4
"""A shorter word is the beginning of too many others."""

_CHARACTERS = 0.8
_DERIVED = 0.9
