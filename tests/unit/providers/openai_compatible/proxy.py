"""A small HTTP proxy that leads every request to one server."""

from __future__ import annotations

import contextlib
import socket
from threading import Thread
from typing import Self


class Proxy:
    """Keeps the head of each request in `heads`; with another `status`, declines them all."""

    def __init__(self, server: tuple[str, int], status: int = 200) -> None:
        self.heads: list[str] = []
        self._server = server
        self._status = status
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads = [Thread(target=self._accept)]
        self._opened: list[socket.socket] = []

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for sock in self._opened:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            sock.settimeout(5)
            self._opened.append(sock)
            thread = Thread(target=self._serve, args=(sock,))
            thread.start()
            self._threads.append(thread)

    def _serve(self, sock: socket.socket) -> None:
        with (
            sock,
            socket.create_connection(self._server, 5) as server,
            contextlib.suppress(OSError),
        ):
            data = b""
            while b"\r\n\r\n" not in data:
                data += sock.recv(65_536)
            head, _, _rest = data.partition(b"\r\n\r\n")
            self.heads.append(f"{head.decode()}\r\n\r\n")
            if head.startswith(b"CONNECT"):
                sock.sendall(b"HTTP/1.1 %d Scripted\r\n\r\n" % self._status)
                if self._status != 200:
                    return
            else:
                server.sendall(data)
            back = Thread(target=_pump, args=(server, sock))
            back.start()
            _pump(sock, server)
            back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_RDWR)
