"""The wire: what a server accepts before there is a request that the guard could look at.

uvicorn itself waits forever for the head of a request, keeps a head of any size, as many requests as
are sent in a row, reads on when a request has been refused, and keeps an answer for as long as its caller
does not read it. Here each of these has an end.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from holdfast.entrypoints.http.guard.bodies import ARRIVED
from holdfast.entrypoints.http.guard.limits import Limits
from holdfast.entrypoints.http.guard.refusal import (
    HEAD_TOO_LARGE,
    NOT_HTTP,
    TOO_SLOW,
    Refusal,
)

IN_A_ROW = 100
"""How many requests may wait behind one that is being answered on the same connection."""


class Wire(HttpToolsProtocol):
    """One connection. See `wire_options` for how a server is told to use it."""

    limits = Limits()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._awaits_head = True  # no request is being answered
        self._in_head = False
        self._progress = False
        self._fruitless = 0  # bytes since the parser last had something to tell
        self._unwanted = 0  # bytes of a body whose request has been answered

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._is_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            # Not closed: that would wait until the rest is read, which is what nobody does.
            self._unread = self.loop.call_later(self.limits.wait_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._progress = False
        super().data_received(data)
        # Heads, trailers and the like are kept by the parser until they are whole.
        self._fruitless = 0 if self._progress else self._fruitless + len(data)
        if self._fruitless > self.limits.head_bytes:
            self._refuse(HEAD_TOO_LARGE)
        elif self._awaits_head and self._deadline is None:
            self._wait()

    def on_message_begin(self) -> None:
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # what comes after a body has been vouched for by nobody
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = self._awaits_head = False
        self._progress = True
        self._unwanted = 0
        self._stop_waiting()
        if len(self.pipeline) >= IN_A_ROW:
            self.transport.close()
        if not self.transport.is_closing():
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.transport.is_closing():
            return
        self._progress = True
        if self.cycle.response_complete:
            self._unwanted += len(body)
            if self._unwanted > self.limits.body_bytes:
                self.transport.close()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._progress = True
        super().on_message_complete()
        if not self.transport.is_closing():
            self.scope["state"][ARRIVED] = True

    def on_response_complete(self) -> None:
        self._awaits_head = not self.pipeline
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  it is uvicorn's own
        self._refuse(NOT_HTTP)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(self.limits.wait_seconds, self._end_of_patience)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_of_patience(self) -> None:
        if self._in_head:
            self._refuse(TOO_SLOW)
        else:
            self.transport.close()

    def _refuse(self, refusal: Refusal) -> None:
        """Hang up; with an answer, unless it could be taken for that to an earlier request."""
        if self.transport.is_closing():
            return
        if self._awaits_head or (self.cycle.more_body and not self.cycle.response_started):
            self.transport.write(refusal.raw())
        self.transport.close()


def wire_options(limits: Limits) -> dict[str, Any]:
    """What to give to ``uvicorn.Config``: this protocol, no other, and nothing told to strangers.

    The access log is off because it has whole addresses in it; proxies are not believed, so that
    the peer of a request is who is at the other end of the connection.
    """
    return {
        "http": type("Wire", (Wire,), {"limits": limits}),
        "ws": "none",
        "server_header": False,
        "access_log": False,
        "proxy_headers": False,
    }
