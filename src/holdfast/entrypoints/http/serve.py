"""Serve: one memory on one address, from the first request to the last."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

import uvicorn
from starlette.types import ASGIApp, Scope

from holdfast.entrypoints.http.app import make_app
from holdfast.entrypoints.http.character import PATHS, character
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.guard import Limits, guarded
from holdfast.entrypoints.http.guard.wire import wire_options
from holdfast.entrypoints.http.routes.moving import IMPORT
from holdfast.entrypoints.http.routes.watching import LIVE, READY
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.entrypoints.memobase import OPEN, enveloped, is_memobase, memobase
from holdfast.entrypoints.web import UPLOADS, Browser, is_browser
from holdfast.memory import Memory
from holdfast.ports.keys import Keys
from holdfast.settings import Settings

DRAIN_SECONDS = 15
"""How long requests that have begun may take once the server is told to stop, all together."""

CLOSE_SECONDS = 1.0
"""How long the memory may take to be closed, where no more of that is left: a model may hang."""

KEEP_ALIVE_SECONDS = 30
STOPPING = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How a memory is served. `keys` None: everyone who reaches the address may do everything."""

    keys: Keys | None
    character_routes: bool = False
    may_shut_down: bool = False
    worker: bool = True


class _Uvicorn(uvicorn.Server):
    """uvicorn, but that a signal it has obeyed is not raised again: there is more to be closed.

    `ending` is called when it is told to stop.
    """

    def __init__(self, config: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ending = ending
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ends_at: float | None = None

    @property
    def seconds_left(self) -> float:
        """How much of the time for the end is left."""
        if self.force_exit:
            return 0.0
        return DRAIN_SECONDS if self._ends_at is None else self._ends_at - time.monotonic()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what has begun, within the time there is."""
        self._ends_at = time.monotonic() + DRAIN_SECONDS
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; told so again, by whichever signal, give up what is not done yet."""
        self._ending()
        if self.should_exit and self._loop is not None:
            self.force_exit = True
            self._loop.call_soon_threadsafe(self._give_up)
        super().handle_exit(sig, frame)

    def _give_up(self) -> None:
        for task in self.server_state.tasks:
            task.cancel()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM; on the second of them, at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._loop = asyncio.get_running_loop()
        before = {name: signal.signal(name, self.handle_exit) for name in STOPPING}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(name, handler)


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
            Room(
                most_bytes=settings.serve_import_mb << 20,
                silence_seconds=settings.serve_wait_seconds,
            ),
            worker=manner.worker,
        )
        self._browser = Browser(self._desk, manner.keys)
        limits = _limits(settings)
        self._uvicorn = _Uvicorn(
            uvicorn.Config(
                self._app(settings, manner, limits),
                **wire_options(limits),
                lifespan="off",
                log_config=None,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            ),
            self._end,
        )

    def _app(self, settings: Settings, manner: Manner, limits: Limits) -> ASGIApp:
        desk, address = self._desk, self._listening.getsockname()
        stop = self.stop if manner.may_shut_down else None
        guard = guarded(
            make_app(
                desk,
                character(desk, master=settings.master, stop=stop),
                memobase(desk),
                self._browser.router(),
            ),
            keys=manner.keys,
            hosts=[settings.serve_host, *_listed(settings.serve_hosts)],
            port=address[1],
            origins=_listed(settings.serve_origins),
            limits=limits,
            default_space=self._memory.space,
            open_paths=(OPEN,),
            probes=(LIVE, READY),
            open_here=_is_character if manner.character_routes else _is_none,
            own_door=is_browser,
            roomy=_is_roomy,
            streaming=(IMPORT, *UPLOADS),
        )
        return desk.metrics.counting(enveloped(guard))

    @property
    def started(self) -> bool:
        """Whether requests are taken."""
        return self._uvicorn.started

    def link(self) -> str:
        """A path of the memory browser that signs in whoever opens it first, within ten minutes."""
        return self._browser.link()

    def run(self) -> None:
        """Serve until told to stop: by `stop`, or by SIGINT or SIGTERM in the main thread."""
        try:
            self._desk.begin()
            self._uvicorn.run(sockets=[self._listening])
        finally:
            self._desk.close(max(0.0, self._uvicorn.seconds_left))
            self._close_memory()

    def stop(self) -> None:
        """Take no more requests, and end when those that have begun are answered."""
        self._end()
        self._uvicorn.should_exit = True

    def _end(self) -> None:
        self._desk.open = False
        self._browser.live.end()

    def _close_memory(self) -> None:
        """Close it, unless its worker waits for a model that does not answer."""
        closing = threading.Thread(target=self._memory.close, daemon=True)
        closing.start()
        closing.join(max(CLOSE_SECONDS, self._uvicorn.seconds_left))


def _is_character(scope: Scope) -> bool:
    """Whether the request is for a route of a character's app."""
    path: str = scope["path"]
    return not path.startswith("/v1/") and any(
        path == begin or path.startswith(f"{begin}/") for begin in PATHS
    )


def _is_roomy(scope: Scope) -> bool:
    """Whether a whole conversation, or a picture, may come in one request."""
    return scope["path"] == "/v1/messages" or _is_character(scope) or is_memobase(scope)


def _is_none(_scope: Scope) -> bool:
    return False


def _limits(settings: Settings) -> Limits:
    return Limits(
        body_bytes=settings.serve_body_kb << 10,
        roomy_bytes=max(settings.serve_body_kb << 10, Limits().roomy_bytes),
        depth=settings.serve_depth,
        rate=settings.serve_rate,
        wait_seconds=settings.serve_wait_seconds,
    )


def _listed(names: str) -> list[str]:
    """What is set as one text, separated by commas."""
    return [name.strip() for name in names.split(",") if name.strip()]
