"""Encoded: an answer whose bytes are ready, sent as it is."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

NO_CONTENT = 204
_JSON = (b"content-type", b"application/json")


class Encoded(Response):
    """An answer of JSON. What Starlette would work out for any answer is known of this one."""

    def __init__(self, body: bytes, status: int) -> None:
        self.body, self.status_code, self.background = body, status, None
        sized = status != NO_CONTENT
        self.raw_headers = [(b"content-length", b"%d" % len(body)), _JSON] if sized else [_JSON]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it."""
        status, headers = self.status_code, self.raw_headers
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})
