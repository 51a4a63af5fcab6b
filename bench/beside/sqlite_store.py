"""LangGraph's SqliteStore with its vector index, opened as its own documentation opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

from bench.beside.kept import Kept


class Store:
    """One file; a namespace for each user."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        index: Any = {"dims": kept.dimensions, "embed": kept.lists, "fields": ["content"]}
        self._opened = SqliteStore.from_conn_string(str(folder / "store.db"), index=index)
        self._store = self._opened.__enter__()
        self._store.setup()

    def add(self, user: str, text: str) -> None:
        """One message."""
        self._store.put(("memories", user), str(uuid4()), _value(text))

    def add_many(self, pairs: list[tuple[str, str]]) -> None:
        """Messages as (user, text), all in one batch."""
        ops = [PutOp(("memories", user), str(uuid4()), _value(text)) for user, text in pairs]
        self._store.batch(ops)

    def search(self, user: str, question: str, k: int) -> list[str]:
        """The texts found, nearest first."""
        found = self._store.search(("memories", user), query=question, limit=k)
        return [item.value["content"] for item in found]

    def close(self) -> None:
        """Leave the file as it is to be found again."""
        self._opened.__exit__(None, None, None)


def _value(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}
