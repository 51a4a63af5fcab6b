"""A memory behind the real server, in a thread of this process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from holdfast.entrypoints.http.serve import Manner, Server
from holdfast.memory import Memory
from holdfast.ports.keys import Keys
from holdfast.settings import Settings
from tests.unit.client.scripted_server import until


@contextmanager
def served(
    memory: Memory, port: int = 0, keys: Keys | None = None, settings: Settings | None = None
) -> Iterator[str]:
    """Serve a memory, and give its address. Without keys nobody is asked for one.

    When this ends, the memory is closed.
    """
    listening = socket.create_server(("127.0.0.1", port))
    server = Server(memory, listening, settings or Settings(), Manner(keys=keys))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        assert until(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.stop()
        thread.join(20)
        listening.close()
