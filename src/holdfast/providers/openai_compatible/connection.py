"""One connection to a server, every wait on it bounded.

A socket's time-out bounds one wait. A server that sends a byte now and then would never exceed it,
so that each wait here is also cut to what is left of the request's deadline.
"""

from __future__ import annotations

import io
import selectors
import socket
import ssl
from http.client import HTTPConnection, HTTPResponse
from typing import TYPE_CHECKING, cast

from holdfast.providers.openai_compatible.deadline import Deadline

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer


class _Received(io.RawIOBase):
    """What comes in on a line, for a buffered reader."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        return self._line.receive_into(buffer)

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._line.let_go()


class Line:
    """A socket as `http.client` uses one, with a deadline that is set anew for each request."""

    def __init__(self, sock: socket.socket, silence: float, deadline: Deadline) -> None:
        self._sock = sock
        self._silence = silence
        self.deadline = deadline
        self._holders = 1  # whoever may close it; a response reads on after its connection closed

    def sendall(self, data: ReadableBuffer) -> None:
        """Send everything. TimeoutError once the deadline has passed."""
        rest = memoryview(data).cast("B")
        while rest:
            self._sock.settimeout(self.deadline.bound(self._silence))
            rest = rest[self._sock.send(rest) :]

    def receive_into(self, buffer: WriteableBuffer) -> int:
        """Wait for something and put it into the buffer; 0 at the end."""
        self._sock.settimeout(self.deadline.bound(self._silence))
        return self._sock.recv_into(buffer)

    def makefile(self, _mode: str = "rb") -> io.BufferedReader:
        """What comes in, as a stream; `http.client` asks for no mode but this."""
        self._holders += 1
        return io.BufferedReader(_Received(self))

    def secured(self, context: ssl.SSLContext, host: str) -> Line:
        """The same line with TLS on it."""
        self._sock.settimeout(self.deadline.bound(self._silence))
        self._sock = context.wrap_socket(self._sock, server_hostname=host)
        return self

    def stirs(self) -> bool:
        """Whether something has come in unasked. On an idle line that is its end."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._sock, selectors.EVENT_READ)
            return bool(selector.select(0))

    def let_go(self) -> None:
        """One holder less; the last one closes the socket."""
        self._holders -= 1
        if self._holders == 0:
            self._sock.close()

    close = let_go


class Connection(HTTPConnection):
    """`http.client`'s connection over a line that was opened beforehand.

    `reusable` once an exchange is complete and the server has not said that it hangs up.
    """

    reusable = False

    def __init__(self, line: Line) -> None:
        super().__init__("")  # who is asked stands in the request; nothing is opened here
        self.auto_open = 0
        self.line = line
        self.sock = cast(socket.socket, line)


def open_line(host: str, port: int, connect: float, silence: float, deadline: Deadline) -> Line:
    """Connect to the first address that answers. Raises OSError, or UnicodeError for no host name.

    The look-up of the name is the system's; its time-out is not ours to set.
    """
    trouble: OSError = OSError("the name has no address")
    for family, kind, protocol, _, address in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM
    ):
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(deadline.bound(connect))
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return Line(sock, silence, deadline)
        except OSError as error:
            sock.close()
            trouble = error
        except BaseException:
            sock.close()
            raise
    raise trouble


def tunnel(line: Line, authority: str, login: str) -> None:
    """Have a proxy connect the line through to another server. Raises ConnectionError if it will not."""
    lines = [f"CONNECT {authority} HTTP/1.1", f"Host: {authority}"]
    if login:
        lines.append(f"Proxy-Authorization: {login}")
    line.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
    response = HTTPResponse(cast(socket.socket, line), method="CONNECT")
    try:
        response.begin()
        if response.status != 200:
            raise ConnectionError(f"the proxy answered {response.status} to CONNECT")
    finally:
        response.close()
