"""Bodies: a body is whole, small, flat, plain and in time before the application sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from holdfast.entrypoints.http.guard.asgi import App, Event, Receive, Scope, Send, state, values
from holdfast.entrypoints.http.guard.depth import is_deeper
from holdfast.entrypoints.http.guard.limits import Limits
from holdfast.entrypoints.http.guard.refusal import (
    ENCODED,
    NOT_JSON,
    NOT_TEXT,
    TOO_DEEP,
    TOO_LARGE,
    TOO_SLOW,
    Refusal,
)

OURS = "/v1/"
WHOLE = "body"
"""Under this name in its state a request has its body, for those who do not want to read it again."""
ARRIVED = "arrived"
"""Under this name the wire says that the whole body is at hand: to read it is not to wait for it."""
LARGE = 64 * 1024
"""Bodies of more bytes are looked through beside the loop, which others are waiting for."""
LINGER_SECONDS = 1.0
LINGER_BYTES = 4 * 1024 * 1024
_CLOSE = (b"connection", b"close")


class Bodies:
    """Reads the body of a request, and hands it on in one piece if it is fit.

    Requests that `streaming` answers True for take their bodies as they come, and see to their limits
    themselves. Requests that `roomy` answers True for may be as large as `limits.roomy_bytes`.
    """

    def __init__(
        self,
        app: App,
        limits: Limits,
        streaming: Callable[[Scope], bool],
        roomy: Callable[[Scope], bool] = lambda _: False,
    ) -> None:
        self._app = app
        self._limits = limits
        self._streaming = streaming
        self._roomy = roomy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        length = _length(scope)
        if length == 0 or self._streaming(scope):
            await self._app(scope, receive, send)
            return
        most = self._limits.roomy_bytes if self._roomy(scope) else self._limits.body_bytes
        refusal = self._refusal(scope, length, most)
        if refusal is not None:
            await _refuse(refusal, receive, send)
            return
        try:
            body = await self._in_time(scope, receive, most)
        except TimeoutError:
            await TOO_SLOW.with_header(*_CLOSE)(scope, receive, send)
            return
        if body is None:
            return  # the sender has gone; half a body may look like a whole one
        if len(body) > most:
            await _refuse(TOO_LARGE, receive, send)
        elif b"\0" in body:  # UTF-16, in which the depth could not be told
            await NOT_TEXT(scope, receive, send)
        elif await self._is_deep(body):
            await TOO_DEEP(scope, receive, send)
        else:
            state(scope)[WHOLE] = body
            await self._app(scope, _replayed(body, receive), send)

    def _refusal(self, scope: Scope, length: int | None, most: int) -> Refusal | None:
        """What is wrong by the headers alone."""
        if length is not None and length > most:
            return TOO_LARGE
        if any(
            value.strip().lower() != b"identity" for value in values(scope, b"content-encoding")
        ):
            return ENCODED
        if scope["path"].startswith(OURS) and not _is_json(scope):
            return NOT_JSON
        return None

    async def _is_deep(self, body: bytes) -> bool:
        if len(body) <= LARGE:
            return is_deeper(body, self._limits.depth)
        return await asyncio.to_thread(is_deeper, body, self._limits.depth)

    async def _in_time(self, scope: Scope, receive: Receive, most: int) -> bytes | None:
        """What `_read` gives; TimeoutError where it does not come."""
        if state(scope).get(ARRIVED):
            return await self._read(receive, most)
        async with asyncio.timeout(self._limits.wait_seconds):
            return await self._read(receive, most)

    async def _read(self, receive: Receive, most: int) -> bytes | None:
        """The whole body, or as much as is too much; None if the sender has gone."""
        body = bytearray()  # pieces in a list would each weigh more than they hold
        while len(body) <= most:
            event = await receive()
            if event["type"] == "http.disconnect":
                return None
            body += event.get("body", b"")
            if not event.get("more_body", False):
                break
        return bytes(body)


def _length(scope: Scope) -> int | None:
    """How long the body is said to be; None if that is not said."""
    lengths = values(scope, b"content-length")
    if values(scope, b"transfer-encoding"):
        return None
    if not lengths:
        return 0 if scope.get("http_version", "1.1").startswith("1") else None
    plain = all(length.isdigit() and len(length) < 19 for length in lengths)
    return max(map(int, lengths)) if plain else 10**18


def _is_json(scope: Scope) -> bool:
    kinds = values(scope, b"content-type")
    return len(kinds) == 1 and kinds[0].partition(b";")[0].strip().lower() == b"application/json"


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body as one event; after it what the server has to say, which is that someone left."""
    waiting = True

    async def replay() -> Event:
        nonlocal waiting
        if not waiting:
            return await receive()
        waiting = False
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _refuse(refusal: Refusal, receive: Receive, send: Send) -> None:
    """Refuse a body that has not been read, and hang up.

    A connection that is closed while its peer still sends is reset, and the peer may never read
    why. So what comes is thrown away for a moment, before the answer counts as complete.
    """
    await refusal.with_header(*_CLOSE).begin(send)
    await send({"type": "http.response.body", "body": refusal.body, "more_body": True})
    left, more = LINGER_BYTES, True
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while more and left > 0:
                event = await receive()
                left -= len(event.get("body", b""))
                more = event.get("more_body", False)
    await send({"type": "http.response.body", "body": b""})
