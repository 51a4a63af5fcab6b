"""Upstream: the server that requests are passed on to."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import NamedTuple, Protocol
from urllib.parse import unquote

import httpx2

from holdfast.client.address import proxy_of
from holdfast.entrypoints.proxy.headers import Header, onward
from holdfast.errors import SettingsRefused, UpstreamSilent, UpstreamUnreachable
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.settings import Settings

CONNECTIONS = 512
KEPT_SECONDS = 4.0
"""How long an idle connection is kept: less than servers do, so that we hang up first."""


class Request(NamedTuple):
    """What is passed on. `path` is what follows on /v1/, as it was sent."""

    method: str
    path: str
    query: str
    headers: Sequence[Header]
    body: bytes | AsyncIterator[bytes]
    readable: bool


class Response(Protocol):
    """An answer that has begun."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Sequence[Header]: ...

    def pieces(self) -> AsyncIterator[bytes]:
        """The body as it comes. ModelUnavailable where it breaks off."""
        ...


class Asking(Protocol):
    """Whoever can be asked."""

    def asked(self, request: Request) -> AbstractAsyncContextManager[Response]:
        """The answer to a request, whatever its status. Raises ModelUnavailable."""
        ...

    async def close(self) -> None:
        """Let go of what is held."""
        ...


class _Answer(NamedTuple):
    response: httpx2.Response
    shown: str

    @property
    def status(self) -> int:
        return self.response.status_code

    @property
    def headers(self) -> Sequence[Header]:
        return self.response.headers.raw

    async def pieces(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self.response.aiter_raw():
                yield piece
        except httpx2.RequestError as error:
            raise _unreachable(self.shown, error) from error


class Upstream:
    """One server, asked from one event loop. Nothing is tried twice: that is for the caller."""

    def __init__(self, endpoint: Endpoint, *, connect: float, silence: float) -> None:
        self.endpoint = endpoint
        self._client = _client(endpoint, httpx2.Timeout(silence, connect=connect))

    @classmethod
    def of(cls, settings: Settings) -> Upstream | None:
        """The one that is set. SettingsRefused where its address is none."""
        if not settings.openai_upstream:
            return None
        endpoint = Endpoint(settings.openai_upstream.rstrip("/"), settings.openai_key)
        if endpoint.parts.query or endpoint.parts.fragment:
            raise SettingsRefused(
                "openai_upstream must be an address such as https://api.openai.com/v1, "
                "without a query."
            )
        return cls(
            endpoint,
            connect=settings.model_connect_seconds,
            silence=settings.openai_silence_seconds,
        )

    @asynccontextmanager
    async def asked(self, request: Request) -> AsyncIterator[Response]:
        """The answer to a request, whatever its status. Raises ModelUnavailable."""
        given = self._client.build_request(
            request.method,
            self._address(request),
            content=request.body or None,
            headers=onward(request.headers, self.endpoint, readable=request.readable),
        )
        try:
            response = await self._client.send(given, stream=True)
        except httpx2.RequestError as error:
            raise _unreachable(self.endpoint.shown, error) from error
        try:
            yield _Answer(response, self.endpoint.shown)
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    def _address(self, request: Request) -> str:
        parts, query = self.endpoint.parts, f"?{request.query}" if request.query else ""
        path = f"{parts.path.rstrip('/')}/{request.path}"
        return f"{parts.scheme}://{self.endpoint.authority}{path}{query}"


def _client(endpoint: Endpoint, timeout: httpx2.Timeout) -> httpx2.AsyncClient:
    """Made before there is an event loop: certificates are read from the disk."""
    proxy = proxy_of(endpoint)
    client = httpx2.AsyncClient(
        trust_env=False,
        proxy=None if proxy is None else proxy.geturl(),
        verify=ssl.create_default_context() if endpoint.secure else False,
        follow_redirects=False,
        timeout=timeout,
        limits=httpx2.Limits(
            max_connections=CONNECTIONS,
            max_keepalive_connections=CONNECTIONS,
            keepalive_expiry=KEPT_SECONDS,
        ),
    )
    client.headers.clear()  # what is said of the caller is what the caller says
    return client


def stays_below(path: str) -> bool:
    """Whether a path leads nowhere but below where it begins, however it is written."""
    plain = unquote(unquote(path)).replace("\\", "/")
    return not any(part in (".", "..") for part in plain.split("/"))


def _unreachable(shown: str, error: httpx2.RequestError) -> UpstreamUnreachable | UpstreamSilent:
    if isinstance(error, httpx2.TimeoutException):
        return UpstreamSilent(f"{shown} did not answer in time.")
    what = "broke off" if isinstance(error, httpx2.RemoteProtocolError) else "cannot be reached"
    return UpstreamUnreachable(f"{shown} {what} ({type(error).__name__}).")
