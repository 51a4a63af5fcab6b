"""Listening: the address of a server, taken before anything else is done."""

from __future__ import annotations

import socket

from holdfast.entrypoints.http.guard.asgi import is_loopback
from holdfast.errors import CannotListen

BACKLOG = 2048


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. CannotListen says in one line why there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        # Named, or asyncio would not know that it is TCP: it would leave Nagle's algorithm on, and
        # the second half of every answer would wait 40 ms for a word that the first has arrived.
        listening = socket.socket(family, kind, protocol)
    except (OSError, OverflowError, UnicodeError) as error:
        raise CannotListen(f"There is no address {host!r} here: {_why(error)}.") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise CannotListen(f"Port {port} of {host} cannot be had: {_why(error)}.") from error
    listening.setblocking(False)
    return listening


def is_only_here(host: str) -> bool:
    """Whether only this machine can reach that address, or that name."""
    return is_loopback(host) or host.lower().rstrip(".") == "localhost"


def address_of(listening: socket.socket) -> str:
    """The URL of what listens there."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or type(error).__name__).lower()
