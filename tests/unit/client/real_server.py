"""A memory behind real HTTP, in a thread of this process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from holdfast.entrypoints.http.app import make_app
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Limits
from holdfast.memory import Memory

LARGEST_IMPORT = 16 << 20


@contextmanager
def served(memory: Memory, port: int = 0) -> Iterator[str]:
    """Serve a memory, and give its address. Nobody is asked for a key."""
    desk = Desk(memory, Threads(4), Limits(most_bytes=LARGEST_IMPORT, silence_seconds=5.0))
    listening = socket.create_server(("127.0.0.1", port))
    config = uvicorn.Config(make_app(desk), lifespan="off", log_config=None, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        desk.threads.close()
        listening.close()
