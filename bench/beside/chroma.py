"""Chroma in its persistent mode: one collection, the user as metadata to filter by."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import chromadb
from chromadb.config import Settings

from bench.beside.kept import Kept


class Store:
    """A folder."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        self._client = chromadb.PersistentClient(
            path=str(folder / "chroma"), settings=Settings(anonymized_telemetry=False)
        )
        self._kept = kept
        self._collection = self._client.get_or_create_collection(
            "memories", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )

    def add(self, user: str, text: str) -> None:
        """One message."""
        self.add_many([(user, text)])

    def add_many(self, pairs: list[tuple[str, str]]) -> None:
        """Messages as (user, text), all in one call."""
        self._collection.add(
            ids=[str(uuid4()) for _ in pairs],
            embeddings=[self._kept.one(text) for _, text in pairs],
            documents=[text for _, text in pairs],
            metadatas=[{"user": user, "role": "user"} for user, _ in pairs],
        )

    def search(self, user: str, question: str, k: int) -> list[str]:
        """The texts found, nearest first."""
        found = self._collection.query(
            query_embeddings=[self._kept.one(question)], n_results=k, where={"user": user}
        )
        return list(found["documents"][0])

    def close(self) -> None:
        """Leave the folder as it is to be found again."""
        self._client.close()
