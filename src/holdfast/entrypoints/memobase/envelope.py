"""The envelope: every answer is ``{data, errno, errmsg}``, whoever gives it.

An error that a caller can mend is told inside an answer of HTTP 200: clients in the field take any
other status for a failure of the connection.
"""

from __future__ import annotations

import json
import time
from typing import Any

from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.errors import HoldfastError
from holdfast.wire.faults import status_of

PREFIX = "/api/v1"
_TOLD = (400, 413, 500)
"""What the server refuses with one of these is told as any other mistake, in an answer that is fine."""

_BAD = 400


def is_memobase(scope: Scope) -> bool:
    """Whether a request is for these routes."""
    path: str = scope.get("path", "")
    return path == PREFIX or path.startswith(f"{PREFIX}/")


def given(data: dict[str, Any] | list[Any] | None) -> Response:
    """What was asked for."""
    return _answer(200, data, 0, "")


def refused(error: HoldfastError, status: int = 200) -> Response:
    """Why it was not done."""
    return _answer(status, None, status_of(error), str(error))


def malformed(why: str) -> Response:
    """An answer to a path that names nothing that could be there."""
    return _answer(422, None, 422, why)


def _answer(status: int, data: Any, errno: int, errmsg: str) -> Response:
    body = to_json({"data": data, "errno": errno, "errmsg": errmsg}, inf_nan_mode="null")
    return Response(body, status, media_type="application/json")


def enveloped(app: ASGIApp) -> ASGIApp:
    """The app, with what it and its guard refuse put into an envelope too."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_memobase(scope):
            await app(scope, receive, send)
            return
        await app(scope, receive, _Sender(send))

    return wrapped


class _Sender:
    """Passes an answer on; one that is a refusal is held until it is whole."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._began = time.perf_counter()
        self._head: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            took = f"{time.perf_counter() - self._began:.6f}".encode()
            message["headers"] = [*message["headers"], (b"x-process-time", took)]
            if message["status"] >= _BAD:
                self._head = message
                return
        elif self._head is not None:
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            head, body = _in_envelope(self._head, self._body)
            await self._send(head)
            message = {"type": "http.response.body", "body": body}
        await self._send(message)


def _in_envelope(head: Message, body: bytes) -> tuple[Message, bytes]:
    status = head["status"]
    try:
        told = json.loads(body)
    except ValueError:
        told = {}
    if not isinstance(told, dict) or "errno" not in told:
        error = told.get("error") if isinstance(told, dict) else None
        said = (error or {}).get("message"), (error or {}).get("remedy")
        words = " ".join(filter(None, said))
        body = to_json({"data": None, "errno": status, "errmsg": words or f"HTTP {status}"})
    kept = [(name, value) for name, value in head["headers"] if name != b"content-length"]
    headers = [*kept, (b"content-length", b"%d" % len(body))]
    return {**head, "status": 200 if status in _TOLD else status, "headers": headers}, body
