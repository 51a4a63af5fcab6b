"""Embedders for tests: at hand or far away, and failing when they are told to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 16


def direction(text: str) -> NDArray[np.float32]:
    """The sum of the directions of a text's words, of length one; zeros for no word."""
    total = np.zeros(DIMENSIONS, np.float32)
    for word in text.lower().split():
        chance = np.random.default_rng(crc32(word.encode("utf-8", "surrogatepass")))
        total += chance.standard_normal(DIMENSIONS).astype(np.float32)
    length = float(np.linalg.norm(total))
    return total / np.float32(length) if length else total


class FakeEmbedder:
    """Texts with words in common lie near each other. It keeps what it was asked."""

    def __init__(self, *, local: bool = True, identity: str = "fake:1") -> None:
        self._local, self._identity = local, identity
        self.asked: list[list[str]] = []
        self.before: Callable[[], None] = lambda: None
        """Called first, each time; may raise."""

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    def local(self) -> bool:
        return self._local

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.before()
        self.asked.append([*texts])
        return np.array([direction(text) for text in texts], np.float32).reshape(-1, DIMENSIONS)
