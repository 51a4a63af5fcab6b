"""Ready: vectors made beforehand, the same for every side, so that embedding costs nobody anything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.providers.static import StaticEmbedder


class Ready:
    """An embedder that only looks up. Also what SqliteStore is given as its embedding function."""

    local = True
    identity = "bench-ready"

    def __init__(self, texts: Iterable[str]) -> None:
        known = list(dict.fromkeys(texts))
        rows = StaticEmbedder().embed(known)
        self.dimensions = rows.shape[1]
        self._rows = dict(zip(known, rows, strict=True))
        self._lists = {text: row.tolist() for text, row in self._rows.items()}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Rows, for Holdfast."""
        return np.array([self._rows[text] for text in texts])

    def lists(self, texts: Sequence[str]) -> list[list[float]]:
        """Lists, as LangGraph wants them; a value comes as JSON, a question as it is."""
        return [
            self._lists[json.loads(text)["content"] if text[0] == "{" else text] for text in texts
        ]
