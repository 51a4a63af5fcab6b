"""How the tests of the guard ask: in this process, as a server would hand a request over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from holdfast.entrypoints.http.guard import guarded
from holdfast.entrypoints.http.guard.asgi import App, Event, Receive, Scope, Send
from holdfast.entrypoints.http.guard.limits import Limits

PORT = 48912
HOST = (b"host", b"127.0.0.1:48912")
Headers = Iterable[tuple[bytes, bytes]]


class Answer(NamedTuple):
    """What came back; `seen` is what the application was handed, None if nothing."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes
    seen: dict[str, Any] | None

    @property
    def code(self) -> str | None:
        """The code of a refusal; None if it was none."""
        return None if self.seen is not None else json.loads(self.body)["error"]["code"]


class Echo:
    """An application that keeps what it was handed."""

    def __init__(self) -> None:
        self.seen: dict[str, Any] | None = None
        self.calls = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            event = await receive()
            body += event.get("body", b"")
            more = event.get("more_body", False)
        self.seen = {"body": body, "state": scope.get("state", {}), "path": scope["path"]}
        self.calls += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def behind_guard(app: App, **options: Any) -> App:
    """The application as `guarded` has it, with nothing but what the test is about."""
    usual = {"keys": None, "hosts": (), "port": PORT, "limits": Limits(), "default_space": "home"}
    return guarded(app, **{**usual, **options})


def scope_of(
    headers: Headers, method: str = "GET", path: str = "/v1/x", client: str | None = "127.0.0.1"
) -> Scope:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "headers": list(headers),
        "client": (client, 50000) if client else None,
        "state": {},
    }


async def asked(app: App, scope: Scope, events: Sequence[Event | float] = ()) -> list[Event]:
    """What the application sends. A number among the events is a silence of so many seconds."""
    coming = iter(events)
    sent: list[Event] = []

    async def receive() -> Event:
        event = next(coming, {"type": "http.disconnect"})
        if isinstance(event, float):
            await asyncio.sleep(event)
            return await receive()
        return event

    async def send(event: Event) -> None:
        sent.append(event)

    await app(scope, receive, send)
    return sent


def ask(
    app: App,
    *headers: tuple[bytes, bytes],
    echo: Echo | None = None,
    host: bool = True,
    events: Sequence[Event | float] = (),
    **scope: Any,
) -> Answer:
    """One request. It names the right host, unless `host` is False."""
    asking = scope_of([HOST, *headers] if host else headers, **scope)
    if echo is not None:
        echo.seen = None
    sent = asyncio.run(asked(app, asking, events))
    start = sent[0]
    assert len(dict(start["headers"])) == len(start["headers"]), "no header is doubled"
    body = b"".join(event["body"] for event in sent[1:])
    return Answer(start["status"], dict(start["headers"]), body, echo.seen if echo else None)


def whole(body: bytes) -> list[Event | float]:
    return [{"type": "http.request", "body": body, "more_body": False}]


def pieces(*bodies: bytes) -> list[Event | float]:
    last = len(bodies) - 1
    return [
        {"type": "http.request", "body": body, "more_body": number < last}
        for number, body in enumerate(bodies)
    ]
