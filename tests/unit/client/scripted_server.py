"""A small HTTP server that misbehaves as it is told, and keeps what it was sent once by its id."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import unquote

CODES = {409: "conflict", 413: "too_large"}
REFUSED_WORD = "poison"
"""A message with this word in it is refused, and all that came with it."""


class ScriptedServer:
    """Answers with the next step of its script, and well once that has ended.

    A step is a status, a pair of a status and headers, or one of: "reset" (hang up, having stored
    nothing), "lost" (store, then hang up), "hang" (say nothing until the end), "page" (a web page
    in place of an answer).
    """

    def __init__(self, script: Iterable[Any] = (), *, key: str = "") -> None:
        self.script: Iterator[Any] = iter(script)
        self.key = key
        self.kept: list[dict[str, Any]] = []
        """The messages it has, each once, in the order in which they came."""
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []
        self.connections = 0
        self.routes: dict[tuple[str, str], Callable[[bytes], tuple[int, bytes]]] = {}
        self.over = threading.Event()
        self.hung = threading.Event()
        self.lock = threading.Lock()
        self._http = _Listener(("127.0.0.1", 0), _Handler)
        self._http.daemon_threads = True
        self._http.scripted = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def texts(self, user: str | None = None, session: str | None = None) -> list[str]:
        """The texts it has, in the order in which they came."""
        return [
            each["content"]
            for each in self.kept
            if user in (None, each["user"]) and session in (None, each["session"])
        ]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._http.shutdown()
        self._http.server_close()

    def store(self, space: str, data: bytes) -> tuple[int, bytes]:
        sent = json.loads(data)
        place = {name: sent[name] for name in ("user", "session", "agent")} | {"space": space}
        if any(REFUSED_WORD in str(message.get("content")) for message in sent["messages"]):
            return 400, told("message_refused", "Message 1: it is poison.")
        with self.lock:
            known = {(each["user"], each["session"], each["id"]) for each in self.kept}
            for message in sent["messages"]:
                if (place["user"], place["session"], message["id"]) not in known:
                    self.kept.append({**message, **place})
        return 201, json.dumps({"ids": [message["id"] for message in sent["messages"]]}).encode()


def told(code: str, message: str = "It is so.", remedy: str = "Do it.") -> bytes:
    return json.dumps({"error": {"code": code, "message": message, "remedy": remedy}}).encode()


def until(condition: Callable[[], object], patience: float = 20.0) -> bool:
    """Whether something comes to be before patience ends."""
    waited = threading.Event()
    for _ in range(int(patience / 0.01)):
        if condition():
            return True
        waited.wait(0.01)
    return False


class _Listener(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Callers that vanish are what this server is for."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        server: ScriptedServer = self.server.scripted  # type: ignore[attr-defined]
        server.connections += 1

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def do_PUT(self) -> None:
        self._serve()

    def _serve(self) -> None:
        server: ScriptedServer = self.server.scripted  # type: ignore[attr-defined]
        length = int(self.headers.get("Content-Length") or 0)
        data = self.rfile.read(length)
        if len(data) < length:  # whoever sent it was killed on the way
            self.close_connection = True
            return
        with server.lock:
            server.requests.append((self.command, self.path, dict(self.headers), data))
            step = next(server.script, "well")
        with contextlib.suppress(OSError):
            self._do(server, step, data)

    def _do(self, server: ScriptedServer, step: Any, data: bytes) -> None:
        if step == "hang":
            server.hung.set()
            server.over.wait(30)
            self.close_connection = True
        elif step == "page":
            self._answer(200, b"<html>Welcome to the hotel</html>")
        elif step == "reset":
            self._hang_up()
        elif isinstance(step, int | tuple):
            status, headers = step if isinstance(step, tuple) else (step, {})
            self._answer(status, told(CODES.get(status, f"scripted_{status}")), headers)
        elif server.key and self.headers.get("Authorization") != f"Bearer {server.key}":
            self._answer(401, told("unauthorised", "The key is not known."))
        else:
            status, body = self._answered(server, data)
            if step == "lost":
                self._hang_up()
            else:
                self._answer(status, body)

    def _answered(self, server: ScriptedServer, data: bytes) -> tuple[int, bytes]:
        path = self.path.partition("?")[0]
        if route := server.routes.get((self.command, path)):
            return route(data)
        if (self.command, path) == ("POST", "/v1/messages"):
            return server.store(unquote(self.headers.get("Holdfast-Space", "")), data)
        return 404, told("not_found", "There is no such route.")

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _hang_up(self) -> None:
        """Reset the connection, so that the client is not even told of its end."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def log_message(self, *_: object) -> None:
        pass
