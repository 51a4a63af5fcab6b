"""The end of the demo: the memory browser, opened by a link, until Ctrl-C."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from holdfast.errors import CannotListen
from holdfast.memory import Memory
from holdfast.ports.clock import Clock
from holdfast.settings import load_settings

HOST = "127.0.0.1"
"""A link is no lock for the world: nobody else can reach the demo, whatever is set."""


def serve(path: Path, clock: Clock, port: int | None = None) -> None:
    """Serve the memory to the browsers of this machine; returns when it was told to stop.

    Where the port is taken, another one is found.
    """
    from holdfast.entrypoints.http.listening import address_of
    from holdfast.entrypoints.http.serve import Manner, Server
    from holdfast.stores.files.running import running
    from holdfast.stores.inmemory.keys import InMemoryKeys

    settings = load_settings()
    wanted = settings.serve_port if port is None else port
    settings = replace(settings, serve_host=HOST, serve_hosts="", serve_port=wanted)
    listening, is_other = _listening(wanted)
    with listening, Memory.open(path, clock=clock, settings=settings, worker=True) as memory:
        address = address_of(listening)
        # There is no key to it: whoever opens the link is the one who gets in.
        server = Server(memory, listening, settings, Manner(keys=InMemoryKeys()))
        if is_other:
            print(f"  Port {wanted} is taken, so it is another one this time.")
        print(f"  {path} is served on {address} until Ctrl-C.")
        print("  What is changed elsewhere appears there by itself. This link opens it, once and")
        print("  within ten minutes:\n")
        print(f"{address}{server.link()}", flush=True)
        with running(path, address), suppress(KeyboardInterrupt):  # told before it heard signals
            server.run()


def _listening(port: int) -> tuple[socket.socket, bool]:
    """A socket there, or on any free port; and whether it is another than the one wanted."""
    from holdfast.entrypoints.http.listening import listen

    try:
        return listen(HOST, port), False
    except CannotListen:
        return listen(HOST, 0), True
