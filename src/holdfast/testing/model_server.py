"""A model server for tests: real HTTP on this machine, answers that are always the same.

::

    with ModelServer() as server:
        server.script(Status(429, headers={"Retry-After": "1"}), Closed())
        client = Client(Endpoint(server.url, key="test-key"))
        ...
        assert [request.path for request in server.requests] == ["/v1/embeddings"] * 3

It speaks /v1/embeddings, /v1/chat/completions and /v1/responses (streamed too) and /v1/models. What it can be told
to do instead is in `holdfast.testing.model_faults`; what it can be given to say, in
`holdfast.testing.model_minds`. With `trouble(share, *faults)` it fails at times, by dice that fall
the same way every time.
"""

from __future__ import annotations

import json
import socket
import ssl
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Event, Lock, Thread
from typing import Any, Self, cast

from holdfast.testing.model_answers import (
    Said,
    completion,
    embeddings,
    events,
    response,
    response_events,
)
from holdfast.testing.model_faults import (
    Body,
    Chunks,
    Closed,
    Fault,
    Hang,
    Huge,
    Status,
    Trickle,
    Truncated,
    Well,
)


@dataclass(frozen=True, slots=True)
class SeenRequest:
    """A request as it arrived. Header names are in lower case; `connection` tells them apart."""

    method: str
    path: str
    headers: dict[str, str] = field(repr=False)
    body: Any = field(repr=False)
    connection: int = 0
    raw: bytes = field(default=b"", repr=False)


class ModelServer:
    """Serves from entering to leaving it as a context. `key` is demanded if it is given.

    A request takes the next fault of the script; once that has ended, all is well. Requests are
    kept in `requests` in the order in which they arrived. `says` is the text of chat answers, or
    makes it of a request's body.
    """

    def __init__(
        self,
        *,
        dimensions: int = 8,
        key: str = "",
        model: str = "test-model",
        says: Said | Callable[[dict[str, Any]], Said] = "Hello.",
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.dimensions = dimensions
        self.key = key
        self.model = model
        self.says = says
        self.requests: list[SeenRequest] = []
        self.closing = Event()
        self._script: deque[Fault] = deque()
        self._troubles: tuple[Fault, ...] = ()
        self._share = 0.0
        self._dice = Random(0)
        self._lock = Lock()
        self._http = _Listener(self, tls)
        self._thread = Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()  # wakes what hangs
        self._http.shutdown()
        self._http.hang_up()
        self._http.server_close()
        self._thread.join()

    @property
    def port(self) -> int:
        """The port it listens on, chosen by the system."""
        return self._http.server_port

    @property
    def url(self) -> str:
        """The base address for a client."""
        return f"{'https' if self._http.tls else 'http'}://127.0.0.1:{self.port}/v1"

    def script(self, *faults: Fault, times: int = 1) -> None:
        """Put faults at the end of the script, all of them so many times over."""
        with self._lock:
            self._script.extend(faults * times)

    def trouble(self, share: float, *faults: Fault, seed: int = 0) -> None:
        """From now on meet this share of requests with one of the faults; 0 ends it.

        The script goes first.
        """
        with self._lock:
            self._share, self._troubles, self._dice = share, faults, Random(seed)

    def hang_up(self) -> None:
        """End the connections that clients keep open. New ones are served."""
        self._http.hang_up()

    def vector(self, text: str) -> list[float]:
        """The embedding of a text: numbers from -1 to 1, made of its digest."""
        return [
            int.from_bytes(sha256(f"{at}:{text}".encode("utf-8", "replace")).digest()[:4], "big")
            / 2**31
            - 1
            for at in range(self.dimensions)
        ]

    def note(self, request: SeenRequest) -> Fault:
        """Keep a request; what is to be done about it."""
        with self._lock:
            self.requests.append(request)
            if self._script:
                return self._script.popleft()
            if self._troubles and self._dice.random() < self._share:
                return self._dice.choice(self._troubles)
            return Well()

    def said(self, body: dict[str, Any]) -> Said:
        """The answer to a chat request: its text, or a whole message."""
        return self.says(body) if callable(self.says) else self.says


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, server: ModelServer, tls: ssl.SSLContext | None) -> None:
        self.models = server
        self.tls = tls
        self.opened: list[socket.socket] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        sock, address = super().get_request()
        if self.tls:
            sock.settimeout(5)
            sock = self.tls.wrap_socket(sock, server_side=True)
        self.opened.append(sock)
        return sock, address

    def hang_up(self) -> None:
        """End the connections that clients keep open."""
        for sock in self.opened:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it has ended already

    def handle_error(self, *_: object) -> None:
        """Clients that go away in the middle are a part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def models(self) -> ModelServer:
        return cast(_Listener, self.server).models

    def log_message(self, *_: object) -> None:
        """Tests look at `requests` instead."""

    def do_GET(self) -> None:
        self._serve(None)

    def do_DELETE(self) -> None:
        self._serve(None)

    def do_POST(self) -> None:
        data = self._data()
        if self.headers.get("Content-Type", "").startswith("multipart/"):
            self._serve(None, data)
            return
        try:
            body = json.loads(data)
        except ValueError:
            self._error(400, "The body is not JSON.")
            return
        self._serve(body, data)

    def _data(self) -> bytes:
        """The body, as bytes."""
        if self.headers.get("Transfer-Encoding", "") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        data = b""
        while size := int(self.rfile.readline().partition(b";")[0], 16):
            data += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return data

    def _serve(self, body: Any, raw: bytes = b"") -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = SeenRequest(self.command, self.path, headers, body, self.client_address[1], raw)
        fault = self.models.note(seen)
        match fault:
            case Hang(seconds):
                self.models.closing.wait(seconds)
                self.close_connection = True
            case Closed():
                self.close_connection = True
            case Status():
                self._status(fault)
            case Body(data, content_type):
                self._send(200, data, content_type)
            case Chunks():
                self._chunks(fault)
            case Huge():
                self._huge(fault)
            case _:
                self._answer(seen, fault)

    def _answer(self, seen: SeenRequest, fault: Fault) -> None:
        key = self.models.key
        if key and seen.headers.get("authorization") != f"Bearer {key}":
            return self._error(401, "Incorrect API key provided.")
        path = seen.path.partition("?")[0]
        body = seen.body if isinstance(seen.body, dict) else {}
        if path.endswith("/models"):
            found: Any = {"object": "list", "data": [{"id": self.models.model, "object": "model"}]}
        elif path.endswith("/embeddings"):
            found = embeddings(self.models.vector, body, fault)
        elif path.endswith("/chat/completions"):
            says = self.models.said(body)
            if body.get("stream"):
                return self._stream(f"data: {event}\n\n" for event in events(says))
            found = completion(says, body, fault)
        elif path.endswith("/responses"):
            says = self.models.said(body)
            if body.get("stream"):
                named = response_events(says, body)
                return self._stream(f"event: {name}\ndata: {told}\n\n" for name, told in named)
            found = response(says, body)
        else:
            return self._error(404, "There is nothing here.")
        return self._deliver(json.dumps(found).encode(), fault)

    def _deliver(self, data: bytes, fault: Fault) -> None:
        match fault:
            case Trickle(pause):
                head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(data)}\r\n\r\n".encode()
                for at in range(len(head + data)):
                    self.wfile.write((head + data)[at : at + 1])
                    if self.models.closing.wait(pause):
                        break
                self.close_connection = True
            case Truncated(share, chunked):
                self._head(200, "application/json", None if chunked else len(data))
                part = data[: int(len(data) * share)]
                self.wfile.write(b"%x\r\n%b" % (len(data), part) if chunked else part)
                self.close_connection = True
            case _:
                self._send(200, data, "application/json")

    def _stream(self, told: Iterable[str]) -> None:
        """Server-sent events, a word each, then the end."""
        self._head(200, "text/event-stream", None)
        for event in told:
            line = event.encode()
            self.wfile.write(b"%x\r\n%b\r\n" % (len(line), line))
        self.wfile.write(b"0\r\n\r\n")

    def _chunks(self, fault: Chunks) -> None:
        """A body piece by piece; cut off, its end never comes."""
        self._head(fault.code, fault.content_type, None, fault.headers)
        for piece in fault.pieces:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            self.wfile.flush()
            if fault.pause and self.models.closing.wait(fault.pause):
                break
        if fault.cut:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _huge(self, fault: Huge) -> None:
        self.send_response(200)
        if fault.tell_length:
            self.send_header("Content-Length", str(fault.size))
        self.send_header("Connection", "close")
        self.end_headers()
        for _ in range(0, fault.size, 65_536):
            self.wfile.write(b" " * 65_536)

    def _status(self, fault: Status) -> None:
        if fault.body is None:
            self._error(fault.code, fault.message, fault.headers)
        else:
            self._send(fault.code, fault.body, "text/html", fault.headers)

    def _error(self, code: int, message: str, headers: dict[str, str] | None = None) -> None:
        body = {"error": {"message": message, "type": "scripted", "code": None}}
        self._send(code, json.dumps(body).encode(), "application/json", headers)

    def _send(
        self, code: int, data: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self._head(code, kind, len(data), headers)
        self.wfile.write(data)

    def _head(
        self, code: int, kind: str, length: int | None, headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        if length is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
