"""A real server in a thread, for tests: real sockets, real keys, a port of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.domain.key import new_key
from holdfast.entrypoints.http.listening import address_of, listen
from holdfast.entrypoints.http.serve import Manner, Server
from holdfast.memory import Memory
from holdfast.ports.keys import Keys
from holdfast.settings import Settings
from holdfast.stores.inmemory.keys import InMemoryKeys

LOOK_SECONDS = 0.005


class Served(NamedTuple):
    """A server that answers, a key that opens every space of it, and the memory behind it."""

    url: str
    key: str
    memory: Memory
    keys: Keys
    server: Server

    @property
    def headers(self) -> dict[str, str]:
        """What a request has to carry."""
        return {"Authorization": f"Bearer {self.key}"}


@contextmanager
def served(
    path: str | Path = ":memory:",
    *,
    settings: Settings | None = None,
    character_routes: bool = False,
    **parts: Any,
) -> Iterator[Served]:
    """Serve a memory while the block runs. `parts` go to `Memory.open`: a clock, a summariser."""
    chosen = replace(settings or Settings(), serve_host="127.0.0.1", serve_port=0)
    memory = Memory.open(path, settings=chosen, **parts)
    keys = InMemoryKeys()
    key, secret = new_key("test", space=None, now=datetime.now(UTC))
    keys.add(key)
    with listen(chosen.serve_host, chosen.serve_port) as listening:
        url = address_of(listening)
        manner = Manner(keys=keys, character_routes=character_routes, worker=chosen.worker)
        server = Server(memory, listening, chosen, manner)
        thread = threading.Thread(target=server.run, name="holdfast-server", daemon=True)
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(LOOK_SECONDS)
            yield Served(url, secret, memory, keys, server)
        finally:
            server.stop()
            thread.join()
