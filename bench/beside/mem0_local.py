"""mem0 without a model (infer=False), on its default vector store: Qdrant's local mode."""

from __future__ import annotations

import logging
from itertools import groupby
from pathlib import Path

from mem0 import Memory
from mem0.embeddings.base import EmbeddingBase

from bench.beside.kept import Kept

logging.getLogger("mem0").setLevel(logging.ERROR)  # it warns of extras that were not installed


class _Embedding(EmbeddingBase):  # type: ignore[misc]
    """A direct class: nothing goes over HTTP, as it would to the embedders mem0 can be set to."""

    def __init__(self, kept: Kept) -> None:
        super().__init__()
        self._kept = kept

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:  # noqa: ARG002
        return self._kept.one(text)


class Store:
    """A folder, with mem0's own history next to the vectors."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        where = {"path": str(folder / "qdrant"), "embedding_model_dims": kept.dimensions}
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": where},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = _Embedding(kept)

    def add(self, user: str, text: str) -> None:
        """One message."""
        self._memory.add(text, user_id=user, infer=False)

    def add_many(self, pairs: list[tuple[str, str]]) -> None:
        """Messages as (user, text); a call takes one user."""
        for user, theirs in groupby(pairs, key=lambda pair: pair[0]):
            messages = [{"role": "user", "content": text} for _, text in theirs]
            self._memory.add(messages, user_id=user, infer=False)

    def search(self, user: str, question: str, k: int) -> list[str]:
        """The texts found, best first. No threshold: the others have none."""
        given = {"filters": {"user_id": user}, "top_k": k, "threshold": 0.0}
        return [each["memory"] for each in self._memory.search(question, **given)["results"]]

    def close(self) -> None:
        """Leave the folder as it is to be found again."""
        self._memory.vector_store.client.close()
        self._memory.close()
