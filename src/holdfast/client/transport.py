"""Transport: requests over pooled connections, for threads and for event loops.

What is not I/O is in `tries`, and is the same for both.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2

from holdfast.client.address import proxy_of
from holdfast.client.tries import ATTEMPTS, Answer, Request, Tries, answer_of, unreachable
from holdfast.errors import InvalidInput
from holdfast.providers.openai_compatible.endpoint import Endpoint

CONNECTIONS = 32
KEPT_SECONDS = 4.0
"""How long an idle connection is kept: less than the usual server does, so that we hang up first."""

_left_behind: list[httpx2.Client] = []
"""Connections of a parent process. To close them here could end them there."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait, in seconds."""

    connect: float = 2.0
    read: float = 10.0
    """The longest silence of a server that is answering."""
    patient: float = 600.0
    """The same for what takes long by nature: exports, imports, what a model is asked for."""

    def __post_init__(self) -> None:
        if not all(0 < each < float("inf") for each in (self.connect, self.read, self.patient)):
            raise InvalidInput("A time-out must be a number of seconds above zero.")

    def of(self, request: Request) -> httpx2.Timeout:
        """Those of one request."""
        read = max(self.read, self.patient) if request.patient else self.read
        return httpx2.Timeout(read, connect=self.connect)


class Transport:
    """Sends requests from any number of threads. A fork gives each side connections of its own."""

    def __init__(
        self,
        endpoint: Endpoint,
        timeouts: Timeouts | None = None,
        *,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.endpoint = endpoint
        self._timeouts = timeouts or Timeouts()
        self._sleep = sleep
        self._options = _options(endpoint)
        self._client, self._owner = httpx2.Client(**self._options), os.getpid()

    def __repr__(self) -> str:
        return f"Transport({self.endpoint!r})"

    def send(self, request: Request, *, attempts: int = ATTEMPTS) -> Answer:
        """The answer, whatever its status. Raises ServerUnreachable where there is none."""
        tries = Tries(self.endpoint, request, attempts)
        while True:
            try:
                answer = self._once(request)
            except httpx2.RequestError as error:
                wait = tries.after_failure(error)
            else:
                again = tries.after_answer(answer)
                if again is None:
                    return answer
                wait = again
            self._sleep(wait)

    @contextmanager
    def stream(
        self, request: Request, content: Iterator[bytes] | None = None
    ) -> Iterator[httpx2.Response]:
        """A request whose body or answer is too large to be held; it is tried once."""
        try:
            with self._current().stream(
                **self._arguments(request, content if content is not None else request.body)
            ) as response:
                yield response
        except httpx2.RequestError as error:
            raise unreachable(self.endpoint, error) from error

    def for_a_loop(self) -> AsyncTransport:
        """The same for an event loop, with connections of its own."""
        return AsyncTransport(self.endpoint, self._timeouts)

    def close(self) -> None:
        """Close the connections."""
        if self._owner == os.getpid():
            self._client.close()

    def _once(self, request: Request) -> Answer:
        response = self._current().request(**self._arguments(request, request.body))
        return answer_of(response, response.content)

    def _arguments(self, request: Request, content: Any) -> dict[str, Any]:
        return _arguments(self.endpoint, self._timeouts, request, content)

    def _current(self) -> httpx2.Client:
        if self._owner != os.getpid():
            _left_behind.append(self._client)
            self._client, self._owner = httpx2.Client(**self._options), os.getpid()
        return self._client


class AsyncTransport:
    """Sends requests from one event loop."""

    def __init__(
        self,
        endpoint: Endpoint,
        timeouts: Timeouts | None = None,
        *,
        sleep: Callable[[float], Any] = asyncio.sleep,
    ) -> None:
        self.endpoint = endpoint
        self._timeouts = timeouts or Timeouts()
        self._sleep = sleep
        self._client = httpx2.AsyncClient(**_options(endpoint))

    def __repr__(self) -> str:
        return f"AsyncTransport({self.endpoint!r})"

    async def send(self, request: Request, *, attempts: int = ATTEMPTS) -> Answer:
        """See `Transport.send`."""
        tries = Tries(self.endpoint, request, attempts)
        while True:
            try:
                answer = await self._once(request)
            except httpx2.RequestError as error:
                wait = tries.after_failure(error)
            else:
                again = tries.after_answer(answer)
                if again is None:
                    return answer
                wait = again
            await self._sleep(wait)

    @asynccontextmanager
    async def stream(
        self, request: Request, content: AsyncIterator[bytes] | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """See `Transport.stream`."""
        try:
            async with self._client.stream(
                **self._arguments(request, content if content is not None else request.body)
            ) as response:
                yield response
        except httpx2.RequestError as error:
            raise unreachable(self.endpoint, error) from error

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _once(self, request: Request) -> Answer:
        response = await self._client.request(**self._arguments(request, request.body))
        return answer_of(response, response.content)

    def _arguments(self, request: Request, content: Any) -> dict[str, Any]:
        return _arguments(self.endpoint, self._timeouts, request, content)


def _options(endpoint: Endpoint) -> dict[str, Any]:
    """How a client is set up. The environment is asked for a proxy here, and for nothing else."""
    proxy = proxy_of(endpoint)
    return {
        "trust_env": False,
        "proxy": None if proxy is None else proxy.geturl(),
        "verify": ssl.create_default_context() if endpoint.secure else False,
        "follow_redirects": False,
        "limits": httpx2.Limits(
            max_connections=CONNECTIONS,
            max_keepalive_connections=CONNECTIONS,
            keepalive_expiry=KEPT_SECONDS,
        ),
        "headers": {"User-Agent": "holdfast"},
    }


def _arguments(
    endpoint: Endpoint, timeouts: Timeouts, request: Request, content: Any
) -> dict[str, Any]:
    target = endpoint.target(request.path.lstrip("/"))
    return {
        "method": request.method,
        "url": f"{endpoint.parts.scheme}://{endpoint.authority}{target}",
        "params": request.query,
        "content": content,
        "headers": request.headers(endpoint),
        "timeout": timeouts.of(request),
    }
