"""A character server as an app meets it: a real one, on a port of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI

from holdfast import Memory, Settings
from holdfast.entrypoints.http.character import character
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.errors import handle_errors
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room

MASTER = "小明"


@dataclass
class Served:
    """A server, a client of it, and the memory behind it."""

    client: httpx2.Client
    memory: Memory
    folder: Path
    stopped: threading.Event

    @property
    def archives(self) -> Path:
        return self.folder / "archives"

    def get(self, path: str, **options: Any) -> httpx2.Response:
        return self.client.get(path, **options)

    def post(self, path: str, **options: Any) -> httpx2.Response:
        return self.client.post(path, **options)

    def archived(self) -> list[str]:
        """The files of the archives, without locks."""
        files = (path for path in self.archives.rglob("*") if path.is_file())
        return sorted(path.name for path in files if path.name != ".lock")


Serve = Callable[..., Served]


class House:
    """One real server for all tests: a header says which app a request is for."""

    url = ""

    def __init__(self) -> None:
        self.apps: dict[str, FastAPI] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        name = dict(scope["headers"])[b"x-app"].decode()
        await self.apps[name](scope, receive, send)


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    made = House()
    config = uvicorn.Config(made, host="127.0.0.1", port=0, log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.002)
    (port,) = {sock.getsockname()[1] for each in server.servers for sock in each.sockets}
    made.url = f"http://127.0.0.1:{port}"
    yield made
    server.should_exit = True
    thread.join()


@contextmanager
def served(
    house: House,
    folder: Path,
    *,
    kept: bool = False,
    stop: bool = False,
    worker: bool = True,
    **options: Any,
) -> Iterator[Served]:
    """A server on a memory: one in the folder that outlives it (`kept`), or one of its own."""
    parts = {name: options.pop(name) for name in ("summariser", "reviewer") if name in options}
    chosen: dict[str, Any] = {"archive_dir": str(folder / "archives"), "embedder": "none"} | options
    settings = Settings(**chosen)
    with ExitStack() as stack:
        path = folder / "memory.db" if kept else ":memory:"
        memory = Memory.open(path, settings=settings, worker=worker, **parts)
        stack.callback(memory.close)
        desk = Desk(memory, Threads(8), Room(most_bytes=1 << 20, silence_seconds=10), worker)
        stack.callback(desk.close)
        stopped = threading.Event()
        app = FastAPI(openapi_url=None)
        handle_errors(app)
        app.include_router(character(desk, master=MASTER, stop=stopped.set if stop else None))
        name = str(len(house.apps))
        house.apps[name] = app
        headers = {"x-app": name}
        client = httpx2.Client(base_url=house.url, headers=headers, trust_env=False, timeout=30)
        yield Served(stack.enter_context(client), memory, folder, stopped)


@pytest.fixture
def serve(house: House, tmp_path: Path) -> Iterator[Serve]:
    """Starts servers on one folder; options as for `served`."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(served(house, tmp_path, **options))


@pytest.fixture
def server(serve: Serve) -> Served:
    made: Served = serve()
    return made
