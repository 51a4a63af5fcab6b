"""Kept: vectors made beforehand and read from a file, so that a worker loads nothing but numpy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


def keep(place: Path, texts: Sequence[str], rows: NDArray[np.float32]) -> None:
    """Write texts and their vectors where a worker will find them."""
    place.mkdir()
    (place / "texts.json").write_text(json.dumps(texts), "utf-8")
    np.save(place / "rows.npy", rows)


class Kept:
    """An embedder that only looks up, and only what was prepared: the lookup costs every side alike."""

    local = True
    identity = "bench-kept"

    def __init__(self, place: Path) -> None:
        texts = json.loads((place / "texts.json").read_text("utf-8"))
        self._all = np.load(place / "rows.npy", mmap_mode="r")
        self._at = {text: at for at, text in enumerate(texts)}
        self.dimensions = int(self._all.shape[1])
        self._rows: dict[str, NDArray[np.float32]] = {}
        self._lists: dict[str, list[float]] = {}

    def prepare(self, texts: Sequence[str]) -> None:
        """Have these vectors at hand in both forms, and no others."""
        self._rows = {text: np.array(self._all[self._at[text]]) for text in texts}
        self._lists = {text: row.tolist() for text, row in self._rows.items()}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Rows, for Holdfast."""
        return np.array([self._rows[text] for text in texts])

    def one(self, text: str) -> list[float]:
        """A list, for mem0 and Chroma."""
        return self._lists[text]

    def lists(self, texts: Sequence[str]) -> list[list[float]]:
        """Lists, for LangGraph: a value comes as JSON, a question as it is."""
        return [
            self._lists[json.loads(text)["content"] if text[0] == "{" else text] for text in texts
        ]
