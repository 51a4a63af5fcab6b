"""Holdfast, as the other sides are used: what was said goes in, and the ten best come back."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from bench.beside.kept import Kept
from holdfast import Memory
from holdfast.flow.maintain.bind import bind_behind


class Store:
    """One file."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        self._memory = Memory.open(folder / "memory.db", worker=False, embedder=kept)
        self._batch = 0  # a session's name is the batch's number

    def add(self, user: str, text: str) -> None:
        """One message."""
        self._memory.add(user, text, session="later")

    def add_many(self, pairs: list[tuple[str, str]]) -> None:
        """Messages as (user, text); a call takes one user, and what it gets is a session."""
        for user, theirs in groupby(pairs, key=lambda pair: pair[0]):
            self._batch += 1
            texts = [text for _, text in theirs]
            self._memory.add(user, texts, session=f"s{self._batch}")

    def search(self, user: str, question: str, k: int) -> list[str]:
        """The texts found, best first."""
        return [hit.text for hit in self._memory.recall(user, question, k=k)]

    def settle(self) -> None:
        """Pack what was added, as the worker of a memory does within ten seconds."""
        parts = self._memory._parts
        while bind_behind(parts.store, parts.marker.by):
            pass

    def close(self) -> None:
        """Leave the file as it is to be found again."""
        self._memory.close()
