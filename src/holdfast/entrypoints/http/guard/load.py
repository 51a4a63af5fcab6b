"""Load: what is more than can be done at a time is refused at once, not left waiting."""

from __future__ import annotations

from holdfast.entrypoints.http.guard.asgi import App, Receive, Scope, Send
from holdfast.entrypoints.http.guard.refusal import OVERLOADED


class Load:
    """Lets so many requests be under way at the same time."""

    def __init__(self, app: App, most: int) -> None:
        self._app = app
        self._most = most
        self._now = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._now >= self._most:
            await OVERLOADED(scope, receive, send)
            return
        self._now += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._now -= 1
