"""Recording: the very statements that Holdfast runs, to be run again without Holdfast."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from holdfast.memory import Memory
from holdfast.ports.embedder import Embedder
from holdfast.settings import Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.wiring import build

Statement = tuple[str, Any]
"""The text and the values bound to it."""


def recorded(
    path: Path, said: Sequence[tuple[str, str]], embedder: Embedder
) -> list[list[Statement]]:
    """Add messages (user, text) one by one to a new memory: what was run for each.

    Nothing is timed here, so this memory need not be durable.
    """
    settings = Settings()
    heard: list[Statement] = []
    rows: list[list[Statement]] = []
    with every_connection(lambda connection: _listen(connection, heard)):
        store = SqliteStore.open(path, synchronous="OFF")
        parts = build(path, settings, worker=False, store=store, embedder=embedder)
        memory = Memory(parts, "default")
        with memory:
            for user, text in said:
                heard.clear()
                memory.add(user, text, session="s")
                rows.append([each for each in heard if _writes(each[0])])
    return rows


@contextmanager
def every_connection(hook: Callable[[apsw.Connection], None]) -> Iterator[None]:
    """Have `hook` called with every connection that is opened meanwhile."""
    apsw.connection_hooks.append(hook)
    try:
        yield
    finally:
        apsw.connection_hooks.remove(hook)


def _listen(connection: apsw.Connection, heard: list[Statement]) -> None:
    def note(_cursor: object, sql: str, values: Any) -> bool:
        heard.append((sql, values))
        return True

    connection.exec_trace = note


def _writes(sql: str) -> bool:
    bare = "\n".join(line for line in sql.splitlines() if not line.lstrip().startswith("--"))
    return bare.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))
