"""A real server behind the guard, in a process of its own, and what it takes to talk to it plainly.

Run as a script it is the server: an application that answers with what it was handed. The option
`fault` plants something that the tests must find.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

NAMED_PORT = 48912
"""The port that the guard takes for its own. The real one is any that is free."""

HOST = b"Host: localhost\r\n"
PATIENCE = 20.0


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(json.loads(self.body)["error"]["code"])


@dataclass
class Server:
    """A server that is running."""

    process: subprocess.Popen[bytes]
    port: int

    @contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with closing(socket.create_connection(("127.0.0.1", self.port), PATIENCE)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            yield connection

    def ask(self, head: bytes, body: bytes = b"", *, host: bytes = HOST) -> Answer:
        """One request on a connection of its own; `head` is the first line and all other headers."""
        line, _, rest = head.partition(b"\r\n")
        with self.connected() as connection:
            connection.sendall(line + b"\r\n" + host + rest + b"\r\n" + body)
            return answered(connection)

    def memory(self) -> int:
        """The most memory that the process has ever had, in bytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", text)
        assert found is not None
        return int(found[1]) * 1024

    def end(self) -> tuple[bytes, bytes]:
        """Stop it in an orderly way; all that it has said on either stream."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=PATIENCE)


def answered(connection: socket.socket, method: str = "GET") -> Answer:
    """The next answer on a connection."""
    response = HTTPResponse(connection, method=method)
    response.begin()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())


class _Kept(io.BufferedReader):
    """What has been read beyond one answer is there for the next."""

    def makefile(self, _mode: str) -> _Kept:
        return self

    def close(self) -> None:
        """The connection is closed by whoever opened it."""


def answers(connection: socket.socket, count: int) -> list[Answer]:
    """So many answers to requests that were sent in a row."""
    kept: Any = _Kept(socket.SocketIO(connection, "r"))
    return [answered(kept) for _ in range(count)]


def rest_of(connection: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    heard = b""
    with suppress(ConnectionError):
        while data := connection.recv(65536):
            heard += data
    return heard


def thrown(connection: socket.socket, data: Iterable[bytes]) -> int:
    """Send until the server has had enough; how many bytes it took."""
    sent = 0
    with suppress(ConnectionError):
        for each in data:
            connection.sendall(each)
            sent += len(each)
    return sent


def answer_or_none(connection: socket.socket) -> Answer | None:
    """The answer, if the server hung up in a way that let us read it."""
    try:
        return answered(connection)
    except (ConnectionError, HTTPException):
        return None


@contextmanager
def serving(folder: Path, **options: Any) -> Iterator[Server]:
    """A server on the keys in the folder. `limits` are those of the guard."""
    script = [sys.executable, __file__, str(folder), json.dumps(options)]
    with subprocess.Popen(script, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                raise AssertionError(process.communicate()[1].decode())
            yield Server(process, int(line))
        finally:
            process.kill()


def _application(fault: str) -> Any:
    hoard: list[bytes] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            return
        size, more = 0, True
        while more:
            event = await receive()
            size += len(event.get("body", b""))
            more = event.get("more_body", False)
            if fault == "hoards":
                hoard.append(event.get("body", b""))
        if scope["path"] == "/v1/endless":
            await _answer_without_end(send, scope, receive)
            return
        if fault == "logs":
            logging.getLogger("holdfast.server").warning("asked with %s", scope["headers"])
        if scope["path"] == "/v1/boom":
            raise RuntimeError("the application is broken")
        told = {"bytes": size, "space": scope["state"]["caller"].space}
        told["headers"] = [name.decode("latin-1") for name, _ in scope["headers"]]
        body = json.dumps(told).encode()
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


async def _answer_without_end(send: Any, scope: Any, receive: Any) -> None:
    """Pieces, for as long as someone is there."""
    from starlette.responses import StreamingResponse

    async def pieces() -> Any:
        while True:
            await asyncio.sleep(0)  # as one does who fetches the next piece
            yield b"x" * 65536

    try:
        await StreamingResponse(pieces())(scope, receive, send)
    finally:
        print("dropped", flush=True)  # noqa: T201  the way to tell it


def main(folder: Path, options: dict[str, Any]) -> None:
    import uvicorn

    from holdfast.entrypoints.http.guard import Limits, guarded
    from holdfast.entrypoints.http.guard.wire import wire_options
    from holdfast.stores.files.keys import FileKeys, keys_path

    logging.basicConfig(level=logging.DEBUG)
    limits = Limits(**options.get("limits", {}))
    app = guarded(
        _application(options.get("fault", "")),
        keys=FileKeys(keys_path(folder / "memory.db")) if options.get("auth") else None,
        hosts=options.get("hosts", ()),
        port=NAMED_PORT,
        origins=options.get("origins", ()),
        limits=limits,
        default_space="home",
        open_paths=("/v1/health",),
    )
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, lifespan="off", log_level="debug", log_config=None, **wire_options(limits)
    )
    print(listening.getsockname()[1], flush=True)  # noqa: T201  the way to tell it
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
