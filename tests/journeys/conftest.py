"""A fresh memory on every store, as a newcomer opens it, with a clock that stands still."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from holdfast import Memory, Settings
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.testing.clock import FrozenClock

Open = Callable[..., Memory]

_PARTS = ("summariser", "reviewer", "extractor", "embedder", "reranker", "count_tokens")


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to call the command line in, by a user who need not be named."""
    for name in [name for name in os.environ if name.startswith("HOLDFAST_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOLDFAST_USER", "mei")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=["inmemory", "sqlite"])
def open_memory(
    request: pytest.FixtureRequest, tmp_path: Path, clock: FrozenClock
) -> Iterator[Open]:
    """Opens one and the same memory, as often as it is called: as after a restart.

    Takes settings and parts. The memory that was open before is left as a kill would leave it.
    """
    kept: dict[str, Any] = {"store": InMemoryStore()} if request.param == "inmemory" else {}
    with ExitStack() as opened:

        def open_(**options: object) -> Memory:
            parts: dict[str, Any] = {name: options.pop(name) for name in _PARTS if name in options}
            settings = Settings(**{"worker": False, **options})  # type: ignore[arg-type]
            path = tmp_path / "memory.db"
            memory = Memory.open(path, settings=settings, clock=clock, **kept, **parts)
            return opened.enter_context(memory)

        yield open_


@pytest.fixture
def memory(open_memory: Open) -> Memory:
    return open_memory()
