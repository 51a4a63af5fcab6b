"""Refusal: an answer that the guard gives in the application's place.

Every text is written here beforehand. Nothing of a request is repeated in one: it may be a secret.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from math import ceil

from holdfast.entrypoints.http.guard.asgi import Receive, Scope, Send
from holdfast.wire.faults import told


class Refusal:
    """One kind of refusal; call it as an application to have it sent."""

    def __init__(
        self, status: int, code: str, message: str, remedy: str, *headers: tuple[bytes, bytes]
    ) -> None:
        self.status = status
        self.code = code
        self.message = message
        self.remedy = remedy
        self.body = json.dumps(told(code, message, remedy), ensure_ascii=False).encode()
        self.headers = (
            (b"content-type", b"application/json"),
            (b"content-length", str(len(self.body)).encode()),
            *headers,
        )

    def with_header(self, name: bytes, value: bytes) -> Refusal:
        """The same with one header more."""
        ours = self.headers[2:]
        return Refusal(self.status, self.code, self.message, self.remedy, *ours, (name, value))

    def after(self, seconds: float) -> Refusal:
        """The same, for a caller who may come again when that time has passed."""
        return self.with_header(b"retry-after", str(max(1, ceil(seconds))).encode())

    def raw(self) -> bytes:
        """The whole answer as it goes over the wire, when there is no request to answer yet."""
        lines = [f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}".encode()]
        lines += [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([*lines, b"connection: close", b"", self.body])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        await self.begin(send)
        await send({"type": "http.response.body", "body": self.body})

    async def begin(self, send: Send) -> None:
        """Send the head only."""
        await send(
            {"type": "http.response.start", "status": self.status, "headers": list(self.headers)}
        )


WRONG_HOST = Refusal(
    421,
    "wrong_host",
    "This server is not called by that name.",
    "Call it by an address it serves, or add the name to the setting serve_hosts.",
)
WRONG_ORIGIN = Refusal(
    403,
    "wrong_origin",
    "A page of another site may not call this server.",
    "If that page is yours, add its origin to the setting serve_origins.",
)
UNAUTHORISED = Refusal(
    401,
    "unauthorised",
    "The request has no key, or one that does not hold.",
    "Send `Authorization: Bearer KEY`; `holdfast keys add` makes a key.",
    (b"www-authenticate", b"Bearer"),
)
FORBIDDEN = Refusal(
    403,
    "forbidden",
    "The key does not open that space.",
    "Leave Holdfast-Space out, or use a key for that space.",
)
MALFORMED_SPACE = Refusal(
    400,
    "invalid_input",
    "Holdfast-Space is not the name of a space.",
    "Send it once, as a name in UTF-8, percent-encoded.",
)
KEYS_UNREADABLE = Refusal(
    503,
    "keys_unreadable",
    "The server cannot read its keys, so it lets nobody in.",
    "Have whoever runs it call `holdfast keys`, which says what is wrong.",
    (b"retry-after", b"5"),
)
TOO_MANY = Refusal(
    429,
    "too_many",
    "There are more requests than the server takes from one caller.",
    "Wait as long as Retry-After says, then go on more slowly.",
)
TOO_MANY_FAILURES = Refusal(
    429,
    "too_many",
    "There were too many wrong keys from this address.",
    "Wait as long as Retry-After says, and send a key that holds.",
)
OVERLOADED = Refusal(
    503,
    "overloaded",
    "The server has too many requests at hand.",
    "Try again as Retry-After says.",
    (b"retry-after", b"1"),
)
TOO_LARGE = Refusal(
    413,
    "too_large",
    "The body is larger than the server takes.",
    "Send less at a time, or raise the setting serve_body_kb.",
)
TOO_DEEP = Refusal(
    400,
    "too_deep",
    "The JSON is nested more deeply than the server takes.",
    "Send it flatter, or raise the setting serve_depth.",
)
TOO_SLOW = Refusal(
    408,
    "too_slow",
    "The request did not arrive in time.",
    "Send it again, in one go.",
)
NOT_TEXT = Refusal(
    400,
    "invalid_input",
    "The body is not JSON in UTF-8.",
    "Send JSON, encoded as UTF-8.",
)
NOT_JSON = Refusal(
    415,
    "unsupported_media",
    "The body is not said to be JSON.",
    "Send it with `Content-Type: application/json`.",
)
ENCODED = Refusal(
    415,
    "unsupported_media",
    "The body is packed.",
    "Send it as it is, without a Content-Encoding.",
)
HEAD_TOO_LARGE = Refusal(
    431,
    "too_large",
    "The head of the request is larger than the server takes.",
    "Send fewer and shorter headers.",
)
NOT_HTTP = Refusal(
    400,
    "invalid_input",
    "This is not a request in HTTP.",
    "See that the address and the port are right, and that it is http, not https.",
)
