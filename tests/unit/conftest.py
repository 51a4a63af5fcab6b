"""A fresh memory on every store, with a clock that stands still and no worker of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from holdfast.memory import Memory
from holdfast.ports.store import Store
from holdfast.settings import Settings
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock

Open = Callable[..., Memory]

_PARTS = ("summariser", "reviewer", "extractor")


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(params=["inmemory", "sqlite"])
def engine(request: pytest.FixtureRequest) -> str:
    """Every test that asks for a memory or a store is run on each of these."""
    name: str = request.param
    return name


@pytest.fixture
def open_memory(engine: str, tmp_path: Path, clock: FrozenClock) -> Iterator[Open]:
    """Opens memories of the engine by name: in files the same name is the same memory.

    Takes settings, and parts of one's own.
    """
    with ExitStack() as opened:

        def open_(name: str = "memory", **options: object) -> Memory:
            path = ":memory:" if engine == "inmemory" else tmp_path / f"{name}.db"
            parts: dict[str, Any] = {each: options.pop(each) for each in _PARTS if each in options}
            chosen = Settings(**{"worker": False, **options})  # type: ignore[arg-type]
            return opened.enter_context(Memory.open(path, settings=chosen, clock=clock, **parts))

        yield open_


@pytest.fixture
def memory(open_memory: Open) -> Memory:
    return open_memory()


@pytest.fixture
def elsewhere(open_memory: Open) -> Memory:
    """A second memory, apart from the first."""
    return open_memory("elsewhere")


@pytest.fixture
def store(engine: str, tmp_path: Path) -> Iterator[Store]:
    opened: Store = (
        InMemoryStore() if engine == "inmemory" else SqliteStore.open(tmp_path / "store.db")
    )
    yield opened
    opened.close()
