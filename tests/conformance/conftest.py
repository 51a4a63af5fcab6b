"""The stores that every suite runs on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.ports.store import Store
from holdfast.stores.inmemory.store import InMemoryStore


def _open(name: str, folder: Path) -> Store:
    """A fresh store. An engine is imported only when it is asked for."""
    if name == "inmemory":
        return InMemoryStore()
    from holdfast.stores.sqlite.store import SqliteStore

    return SqliteStore.open(folder / "memory.db")


@pytest.fixture(params=["inmemory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A fresh, empty store of every back-end."""
    opened = _open(request.param, tmp_path)
    yield opened
    opened.close()
