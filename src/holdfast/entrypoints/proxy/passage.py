"""Passage: one request on its way to the model, and its answer on the way back."""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import Receive, Send

from holdfast.entrypoints.proxy.headers import MEMORY, Header, back
from holdfast.entrypoints.proxy.recollection import Recollection
from holdfast.entrypoints.proxy.remembering import Outcome
from holdfast.entrypoints.proxy.upstream import Asking, Request, Response
from holdfast.errors import ModelUnavailable
from holdfast.wire.faults import status_of

LARGEST_ANSWER = 16 << 20
"""No more of an answer is held than this: what is longer is passed on and kept as cut off."""

STREAM = b"text/event-stream"
PACKED = (b"gzip", b"x-gzip", b"deflate")

log = logging.getLogger("holdfast.server")


class Passage:
    """Passes one request on, and its answer back, byte for byte."""

    def __init__(self, upstream: Asking, send: Send, memory: Recollection | None) -> None:
        self._upstream = upstream
        self._send = send
        self._memory = memory
        self._pieces: list[bytes] = []
        self._held = 0
        self._begun = False
        self._streamed = False
        self._good = False
        self._packing = b""

    async def run(self, request: Request, receive: Receive) -> None:
        """Do it, unless the caller leaves: then the model is not asked any longer."""
        if not isinstance(request.body, bytes):  # who leaves is missed when the body is read
            await self._relayed(request)
            return
        relay = asyncio.create_task(self._relayed(request))
        gone = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({relay, gone}, return_when=asyncio.FIRST_COMPLETED)
            left = not relay.done()
        finally:
            gone.cancel()
            relay.cancel()
        with suppress(asyncio.CancelledError):
            await relay
        if left:
            await self._keep()
        if self._memory is not None:
            await self._memory.end()

    async def _relayed(self, request: Request) -> None:
        try:
            async with self._upstream.asked(request) as response:
                self._good = response.status == 200
                self._streamed = _header(response, b"content-type").startswith(STREAM)
                self._packing = _header(response, b"content-encoding")
                if self._memory is None or self._streamed or not self._good:
                    await self._as_it_comes(response)
                else:
                    await self._in_one(response)
        except ModelUnavailable as error:
            if self._begun:
                # The caller is to see what we have seen: an answer that has no end.
                log.warning("an answer broke off: %s", error.message)
                await self._keep()
            else:
                await self._refuse(error)

    async def _as_it_comes(self, response: Response) -> None:
        await self._begin(response)
        async for piece in response.pieces():
            self._hold(piece)
            if self._memory is not None and self._memory.ends(piece):
                await self._keep()
            await self._pass(piece)
        await self._keep()
        await self._pass(b"", more=False)

    async def _in_one(self, response: Response) -> None:
        """Hold the answer until the turn is kept, so that the next question finds it."""
        try:
            async for piece in response.pieces():
                self._hold(piece)
                if self._held > LARGEST_ANSWER and not self._begun:
                    await self._begin(response)
                    await self._pass(b"".join(self._pieces))
                elif self._begun:
                    await self._pass(piece)
        except ModelUnavailable:
            if not self._begun:
                await self._begin(response)
                await self._pass(b"".join(self._pieces))
            raise
        await self._keep()
        if self._begun:
            await self._pass(b"", more=False)
        else:
            await self._begin(response)
            await self._pass(b"".join(self._pieces), more=False)

    def _hold(self, piece: bytes) -> None:
        if self._memory is not None and self._good and self._held <= LARGEST_ANSWER:
            self._pieces.append(piece)
            self._held += len(piece)

    async def _keep(self) -> None:
        """Keep the turn. What was refused, or never answered, is no turn: it will be asked again."""
        if self._memory is not None and self._good:
            answer = b"".join(self._pieces)
            if self._packing in PACKED:
                answer = _unpacked(answer)
            await self._memory.keep(answer, streamed=self._streamed)

    async def _begin(self, response: Response) -> None:
        self._begun = True
        ours = self._memory.headers() if self._memory else [(MEMORY, Outcome.OFF.encode())]
        await self._start(response.status, back(response.headers, *ours))

    async def _refuse(self, error: ModelUnavailable) -> None:
        body = json.dumps(fault(str(error), "upstream_error", error.code)).encode()
        ours = self._memory.headers() if self._memory else []
        kind = (b"content-type", b"application/json")
        length = (b"content-length", b"%d" % len(body))
        await self._start(status_of(error), [kind, length, *ours])
        await self._pass(body, more=False)

    async def _start(self, status: int, headers: list[Header]) -> None:
        await self._send({"type": "http.response.start", "status": status, "headers": headers})

    async def _pass(self, piece: bytes, *, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": piece, "more_body": more})


def fault(message: str, kind: str, code: str) -> dict[str, Any]:
    """An error in the shape that clients of OpenAI's API read."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def _header(response: Response, name: bytes) -> bytes:
    """What a header says, in small letters; nothing where it is not there."""
    return next((value.lower() for key, value in response.headers if key.lower() == name), b"")


def _unpacked(data: bytes) -> bytes:
    """An answer that came packed although it was not to; as far as it goes."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(data, LARGEST_ANSWER)
    except zlib.error:
        return b""


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def sent(receive: Receive) -> AsyncIterator[bytes]:
    """A body as it comes."""
    more = True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise ClientDisconnect
        yield event.get("body", b"")
        more = event.get("more_body", False)
