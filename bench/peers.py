"""Peers: LangGraph's SqliteStore, opened as its own documentation opens it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

from bench.ready import Ready

HAS_VECTORS = hasattr(sqlite3.Connection, "enable_load_extension")
NO_VECTORS = "not measured: this Python's sqlite3 cannot load extensions"

PLAIN = "SqliteStore, plain"
VECTORS = "SqliteStore, vector index"
VECTORS_WAL = "SqliteStore, vector index, WAL"

SYNCHRONOUS = {0: "OFF", 1: "NORMAL", 2: "FULL", 3: "EXTRA"}


@contextmanager
def opened(path: Path, kind: str, ready: Ready) -> Iterator[SqliteStore]:
    """The store: PLAIN, with VECTORS, or with them and the write-ahead log (not its default)."""
    index: Any = {"dims": ready.dimensions, "embed": ready.lists, "fields": ["content"]}
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
