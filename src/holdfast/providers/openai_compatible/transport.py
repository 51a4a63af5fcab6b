"""Requests over a pool of connections, each tried once: an answer or a failure comes back.

Loaded with the first request, because `http.client` and `ssl` are slow to import.
"""

from __future__ import annotations

import os
import ssl
from functools import cached_property
from http.client import HTTPException, HTTPResponse, IncompleteRead
from threading import Lock
from urllib.parse import SplitResult

from holdfast.providers.openai_compatible.connection import Connection, open_line, tunnel
from holdfast.providers.openai_compatible.deadline import Deadline
from holdfast.providers.openai_compatible.endpoint import Endpoint, basic
from holdfast.providers.openai_compatible.limits import Limits
from holdfast.providers.openai_compatible.outcome import Answer, Failure
from holdfast.providers.openai_compatible.proxies import proxy_for
from holdfast.providers.openai_compatible.trouble import failure_of

_CHUNK = 64 * 1024
_TROUBLES = (OSError, HTTPException, UnicodeError)
_HUNG_UP = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)
"""What an idle connection shows when the server has closed it meanwhile."""


class Transport:
    """Sends requests to one server. Threads may share one; each has a connection to itself."""

    def __init__(self, endpoint: Endpoint, limits: Limits) -> None:
        self._endpoint = endpoint
        self._limits = limits
        self._idle: list[Connection] = []
        self._owner = os.getpid()
        self._lock = Lock()

    @cached_property
    def _named_proxy(self) -> SplitResult | Failure | None:
        return proxy_for(self._endpoint)

    @property
    def _proxy(self) -> SplitResult | None:
        return None if isinstance(self._named_proxy, Failure) else self._named_proxy

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def send(self, target: str, body: bytes, deadline: Deadline) -> Answer | Failure:
        """POST a JSON body to a path of the server, once.

        A kept connection may have been closed by the server meanwhile. That is no failure: the
        next one is taken, in the end a fresh one.
        """
        if isinstance(self._named_proxy, Failure):
            return self._named_proxy
        while True:
            connection = self._take(deadline)
            kept = connection is not None
            try:
                connection = connection or self._open(deadline)
                return self._exchange(connection, target, body)
            except _TROUBLES as error:
                if not (kept and isinstance(error, _HUNG_UP)):
                    return failure_of(error, self._endpoint, deadline, self._limits)
            finally:
                self._give_back(connection)

    def close(self) -> None:
        """Close the idle connections. Requests under way end as they would."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self, deadline: Deadline) -> Connection | None:
        """An idle connection that still stands, the one used last."""
        while True:
            with self._lock:
                if self._owner != os.getpid():  # after a fork they belong to the parent
                    self._idle, self._owner = [], os.getpid()
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if not connection.line.stirs():
                connection.line.deadline = deadline
                return connection
            connection.close()

    def _give_back(self, connection: Connection | None) -> None:
        """Keep a connection whose exchange is complete; close any other."""
        if connection is None:
            return
        with self._lock:
            if connection.reusable and len(self._idle) < self._limits.connections:
                self._idle.append(connection)
                return
        connection.close()

    def _open(self, deadline: Deadline) -> Connection:
        endpoint, limits, proxy = self._endpoint, self._limits, self._proxy
        host, port = endpoint.host, endpoint.port
        if proxy is not None:
            host, port = proxy.hostname or "", proxy.port or 80
        line = open_line(host, port, limits.connect_seconds, limits.read_seconds, deadline)
        try:
            if endpoint.secure:
                if proxy is not None:
                    tunnel(line, f"{_bracketed(endpoint.host)}:{endpoint.port}", self._login)
                line.secured(self._context, endpoint.host)
            return Connection(line)
        except BaseException:
            line.close()
            raise

    @property
    def _login(self) -> str:
        """What a proxy wants to be told before it serves."""
        return basic(self._proxy) if self._proxy is not None and self._proxy.username else ""

    def _exchange(self, connection: Connection, target: str, body: bytes) -> Answer | Failure:
        connection.reusable = False
        plain_proxy = self._proxy is not None and not self._endpoint.secure
        place = f"http://{self._endpoint.authority}{target}" if plain_proxy else target
        connection.putrequest("POST", place, skip_host=True)
        connection.putheader("Host", self._endpoint.authority)
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Accept", "application/json")
        connection.putheader("Content-Length", str(len(body)))
        connection.putheader("User-Agent", "holdfast")
        if self._endpoint.authorization():
            connection.putheader("Authorization", self._endpoint.authorization())
        if plain_proxy and self._login:
            connection.putheader("Proxy-Authorization", self._login)
        connection.endheaders(body)
        with connection.getresponse() as response:
            found = self._read(response)
            connection.reusable = isinstance(found, Answer) and not response.will_close
        return found

    def _read(self, response: HTTPResponse) -> Answer | Failure:
        """The whole answer, unless it is larger than allowed. IncompleteRead if it was cut short."""
        most = self._limits.answer_bytes
        if (response.length or 0) > most:
            return self._too_large()
        body = bytearray()
        while chunk := response.read(_CHUNK):
            body += chunk
            if len(body) > most:
                return self._too_large()
        if response.length:  # read() in pieces does not notice this by itself
            raise IncompleteRead(b"", response.length)
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, bytes(body))

    def _too_large(self) -> Failure:
        most = self._limits.answer_bytes
        return Failure(f"{self._endpoint.shown} sent an answer of more than {most:,} bytes.")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
