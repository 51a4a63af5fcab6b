"""Serve: one memory on one address, from the first request to the last."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass

import uvicorn

from holdfast.entrypoints.http.app import guarded_app
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Limits
from holdfast.memory import Memory
from holdfast.ports.keys import Keys
from holdfast.settings import Settings

DRAIN_SECONDS = 15
"""How long requests that have begun may take once the server is told to stop."""

KEEP_ALIVE_SECONDS = 30


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How a memory is served. `keys` None: everyone who reaches the address may do everything."""

    keys: Keys | None
    character_routes: bool = False
    may_shut_down: bool = False
    worker: bool = True


class Server:
    """A server of one memory. `run` returns when it was told to stop and all is answered."""

    def __init__(
        self, memory: Memory, listening: socket.socket, settings: Settings, manner: Manner
    ) -> None:
        self._memory = memory
        self._listening = listening
        self._desk = Desk(
            memory,
            Threads(settings.serve_threads),
            Limits(
                most_bytes=settings.serve_import_mb << 20,
                silence_seconds=settings.serve_wait_seconds,
            ),
            worker=manner.worker,
        )
        app = guarded_app(self._desk, settings, manner, listening, self.stop)
        self._uvicorn = uvicorn.Server(
            uvicorn.Config(
                app,
                http="httptools",
                ws="none",
                lifespan="off",
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            )
        )

    @property
    def started(self) -> bool:
        """Whether requests are taken."""
        return self._uvicorn.started

    def run(self, ready: Callable[[], None] | None = None) -> None:
        """Serve until told to stop: by `stop`, or by SIGINT or SIGTERM in the main thread."""
        try:
            self._uvicorn.run(sockets=[self._listening])
        finally:
            self._desk.open = False
            self._desk.threads.close()
            self._memory.close()

    def stop(self) -> None:
        """Take no more requests, and end when those that have begun are answered."""
        self._desk.open = False
        self._uvicorn.should_exit = True
