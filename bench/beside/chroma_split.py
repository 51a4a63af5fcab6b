"""Chroma in its persistent mode: a collection for each user, so that nothing is filtered."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import chromadb
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings

from bench.beside.kept import Kept


class Store:
    """A folder. A collection is kept once it was asked for."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        self._client = chromadb.PersistentClient(
            path=str(folder / "chroma"), settings=Settings(anonymized_telemetry=False)
        )
        self._kept = kept
        self._collections: dict[str, Collection] = {}

    def add(self, user: str, text: str) -> None:
        """One message."""
        self.add_many([(user, text)])

    def add_many(self, pairs: list[tuple[str, str]]) -> None:
        """Messages as (user, text), all of one user, in one call."""
        [user] = {user for user, _ in pairs}
        self._of(user).add(
            ids=[str(uuid4()) for _ in pairs],
            embeddings=[self._kept.one(text) for _, text in pairs],
            documents=[text for _, text in pairs],
            metadatas=[{"role": "user"} for _ in pairs],
        )

    def search(self, user: str, question: str, k: int) -> list[str]:
        """The texts found, nearest first."""
        found = self._of(user).query(query_embeddings=[self._kept.one(question)], n_results=k)
        return list(found["documents"][0])

    def close(self) -> None:
        """Leave the folder as it is to be found again."""
        self._client.close()

    def _of(self, user: str) -> Collection:
        if user not in self._collections:
            self._collections[user] = self._client.get_or_create_collection(
                user, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
            )
        return self._collections[user]
