"""Peers: LangGraph's SqliteStore, opened as its own documentation opens it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

DIMENSIONS = 384
HAS_VECTORS = hasattr(sqlite3.Connection, "enable_load_extension")
NO_VECTORS = "not measured: this Python's sqlite3 cannot load extensions"

PLAIN = "SqliteStore, plain"
VECTORS = "SqliteStore, vector index"
VECTORS_WAL = "SqliteStore, vector index, WAL"

SYNCHRONOUS = {0: "OFF", 1: "NORMAL", 2: "FULL", 3: "EXTRA"}


def _vectors(count: int = 64) -> list[list[float]]:
    chance = random.Random(384)
    return [[chance.uniform(-1, 1) for _ in range(DIMENSIONS)] for _ in range(count)]


_READY = _vectors()


def embed(texts: Sequence[str]) -> list[list[float]]:
    """Vectors that were made beforehand: what an embedding model costs is nobody's fault here."""
    return [_READY[place % len(_READY)] for place in range(len(texts))]


@contextmanager
def opened(path: Path, kind: str) -> Iterator[SqliteStore]:
    """The store: PLAIN, with VECTORS, or with them and the write-ahead log (not its default)."""
    index: Any = {"dims": DIMENSIONS, "embed": embed, "fields": ["content"]}
    with SqliteStore.from_conn_string(str(path), index=None if kind == PLAIN else index) as store:
        if kind == VECTORS_WAL:
            store.conn.execute("PRAGMA journal_mode = WAL")
        store.setup()
        yield store


def value(text: str) -> dict[str, str]:
    """A message as it is put into the store."""
    return {"role": "user", "content": text}


def put_ops(user: str, keys: Sequence[str], texts: Sequence[str]) -> list[PutOp]:
    """A batch, ready to be given to the store."""
    pairs = zip(keys, texts, strict=True)
    return [PutOp(("memories", user), key, value(text)) for key, text in pairs]


def how_it_commits(store: SqliteStore) -> str:
    """Read from the connection itself."""
    ((journal,),) = store.conn.execute("PRAGMA journal_mode").fetchall()
    ((synchronous,),) = store.conn.execute("PRAGMA synchronous").fetchall()
    return f"journal_mode={journal}, synchronous={SYNCHRONOUS[synchronous]}"
