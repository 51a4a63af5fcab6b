"""Pages: those of the origins in serve_origins may read what we answer; a browser asks us first.

No origin is ever allowed by repeating it: only those that were set are said to be.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.entrypoints.http.guard.asgi import App, Event, Receive, Scope, Send, values
from holdfast.entrypoints.http.guard.names import other_origins

_MAY_SEND = (
    b"authorization, content-type, holdfast-space, idempotency-key, x-request-id, holdfast-key, "
    b"holdfast-user, holdfast-session, holdfast-agent, holdfast-memory, openai-organization, "
    b"openai-project, openai-beta, x-stainless-arch, x-stainless-lang, x-stainless-os, "
    b"x-stainless-package-version, x-stainless-retry-count, x-stainless-runtime, "
    b"x-stainless-runtime-version, x-stainless-timeout"
)
_ASKED = (
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (b"access-control-allow-headers", _MAY_SEND),
    (b"access-control-max-age", b"600"),
    (b"content-length", b"0"),
)
_ANSWERED = (
    (
        b"access-control-expose-headers",
        b"retry-after, x-request-id, x-holdfast-memory, x-holdfast-run",
    ),
)


class Pages:
    """Answers a browser that asks on behalf of a page, and marks what the page may read."""

    def __init__(self, app: App, origins: Iterable[str]) -> None:
        self._app = app
        self._origins = other_origins(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        origins = values(scope, b"origin") if self._origins else []
        if len(origins) != 1 or origins[0].lower() not in self._origins:
            await self._app(scope, receive, send)
            return
        origin = origins[0].lower()
        allowed = ((b"access-control-allow-origin", origin), (b"vary", b"origin"))
        if scope["method"] == "OPTIONS" and values(scope, b"access-control-request-method"):
            headers = [*allowed, *_ASKED]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return

        async def send_readable(event: Event) -> None:
            if event["type"] == "http.response.start":
                event = {**event, "headers": [*event.get("headers", ()), *allowed, *_ANSWERED]}
            await send(event)

        await self._app(scope, receive, send_readable)
