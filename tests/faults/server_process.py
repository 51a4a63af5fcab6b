"""A real server in a process of its own, and those who call it over HTTP."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.domain.key import new_key
from holdfast.stores.files.keys import FileKeys, keys_path

HERE = "127.0.0.1"
ROOT = Path(__file__).parents[2]
SOUND = ("holdfast", "serve")
PATIENCE = 60.0
"""No wait of a test is longer: what takes so long is not slow, but broken."""


class Answer(NamedTuple):
    """What a server said."""

    status: int
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Caller:
    """One client over one connection at a time. A failure is raised, and the next call connects anew."""

    def __init__(self, port: int, secret: str = "", space: str = "") -> None:
        self._port = port
        self.headers = {"Content-Type": "application/json"}
        if secret:
            self.headers["Authorization"] = f"Bearer {secret}"
        if space:
            self.headers["Holdfast-Space"] = space
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The answer, whatever its status. OSError or HTTPException where there is none."""
        sent = json.dumps(body).encode() if body is not None else None
        return self.ask_plain(method, path, sent, headers)

    def ask_plain(
        self,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """The same with a body that is sent as it is."""
        try:
            self.send(method, path, body, headers)
            return self.receive()
        except (OSError, http.client.HTTPException):
            self.hang_up()
            raise

    def send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send a request, and do not wait for its answer."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(HERE, self._port, timeout=PATIENCE)
            self._connection.connect()
            self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection.request(method, path, body, {**self.headers, **(headers or {})})

    def receive(self) -> Answer:
        """The answer to what was sent."""
        assert self._connection is not None
        response = self._connection.getresponse()
        return Answer(response.status, response.read())

    def hang_up(self) -> None:
        """Close the connection, whatever is on its way."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass(eq=False)
class ServerProcess:
    """`holdfast serve` on one file and one port, which may be started again and again.

    `module` is what Python runs: the program itself, or one of the tests' own that spoils it.
    """

    path: Path
    environ: Mapping[str, str] = field(default_factory=dict)
    module: Sequence[str] = SOUND
    port: int = field(default_factory=lambda: free_port())
    secret: str = ""
    _process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        key, self.secret = new_key("test", space=None, now=datetime.now(UTC))
        FileKeys(keys_path(self.path)).add(key)

    @property
    def url(self) -> str:
        return f"http://{HERE}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and do not wait for it."""
        command = [sys.executable, "-m", *self.module, "--db", self.path, "--port", f"{self.port}"]
        ours = {k: v for k, v in os.environ.items() if not k.startswith("HOLDFAST_")}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [str(word) for word in command],
                cwd=ROOT,
                env={**ours, **self.environ},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    @property
    def log(self) -> Path:
        """What it says."""
        return self.path.with_name(f"{self.path.name}.log")

    def wait_until_ready(self) -> None:
        """Wait until it takes requests; AssertionError with what it said if it never does."""
        caller, ends = Caller(self.port), time.monotonic() + PATIENCE
        while time.monotonic() < ends and not self._has_ended():
            try:
                if caller.ask("GET", "/readyz").status == 200:
                    caller.hang_up()
                    return
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.01)
        raise AssertionError(f"the server is not ready: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        if self._process is not None:
            self._process.wait(PATIENCE)

    def terminate(self) -> None:
        """SIGTERM."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def signal(self, which: signal.Signals) -> None:
        """Any signal."""
        assert self._process is not None
        self._process.send_signal(which)

    def ended_within(self, seconds: float) -> bool:
        """Whether it ends before so many seconds have passed."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def ended(self) -> int:
        """Its exit status, once it has ended."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """One request over a connection of its own."""
        caller = self.caller()
        try:
            return caller.ask(method, path, body)
        finally:
            caller.hang_up()

    def caller(self, space: str = "") -> Caller:
        """A client with the key."""
        return Caller(self.port, self.secret, space)

    def _has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None


@contextmanager
def served(
    path: Path, environ: Mapping[str, str] | None = None, module: Sequence[str] = SOUND
) -> Iterator[ServerProcess]:
    """A server that is ready; killed, if it still runs, when the block ends."""
    server = ServerProcess(path, environ or {}, module)
    try:
        server.start()
        server.wait_until_ready()
        yield server
    finally:
        server.kill()


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])
