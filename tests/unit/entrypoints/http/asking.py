"""A desk of its own, and requests to the app of it in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import httpx2

from holdfast.entrypoints.http.app import make_app
from holdfast.entrypoints.http.character import character
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.memory import Memory
from holdfast.settings import Settings


@contextmanager
def a_desk(folder: Path, **parts: Any) -> Iterator[Desk]:
    """A desk on a memory without a worker; `parts` as `Memory.open` takes them."""
    settings = Settings(worker=False, embedder="none")
    with Memory.open(folder / "memory.db", settings=settings, **parts) as memory:
        desk = Desk(memory, Threads(2), Room(most_bytes=1 << 20, silence_seconds=5))
        yield desk
        desk.close()


def client_of(desk: Desk) -> httpx2.AsyncClient:
    """A client of all routes; no guard is before them."""
    app = make_app(desk, character(desk, master="master", stop=None))
    transport = httpx2.ASGITransport(cast(Any, app))
    return httpx2.AsyncClient(transport=transport, base_url="http://server", timeout=20)


def ask(desk: Desk, method: str, path: str, body: bytes = b"") -> httpx2.Response:
    """One request, on a loop of its own in this thread."""

    async def asking() -> httpx2.Response:
        async with client_of(desk) as client:
            return await client.request(method, path, content=body)

    return asyncio.run(asking())
