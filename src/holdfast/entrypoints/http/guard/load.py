"""Load: what is more than can be done at a time is refused at once, not left waiting.

Nor does one key take all the places there are: others would be refused for its sake.
"""

from __future__ import annotations

from collections import Counter

from holdfast.entrypoints.http.guard.asgi import App, Receive, Scope, Send, state
from holdfast.entrypoints.http.guard.refusal import OVERLOADED, TOO_MANY

RETRY_SECONDS = 1.0
_PLACE = "give_back_place"


def give_back_place(scope: Scope) -> None:
    """Say that a request only waits from now on, so that it takes no place from those at work.

    Whoever says so bounds such requests itself.
    """
    state(scope).get(_PLACE, _nothing)()


def _nothing() -> None: ...


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
        held = 1

        def give_back() -> None:
            nonlocal held
            self._now -= held
            held = 0

        state(scope)[_PLACE] = give_back
        try:
            await self._app(scope, receive, send)
        finally:
            give_back()


class Shares:
    """Lets so many requests of one key be under way at the same time."""

    def __init__(self, app: App, most: int) -> None:
        self._app = app
        self._most = most
        self._now: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = state(scope)["caller"].key
        if key is None:
            await self._app(scope, receive, send)
            return
        if self._now[key] >= self._most:
            await TOO_MANY.after(RETRY_SECONDS)(scope, receive, send)
            return
        self._now[key] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._now[key] -= 1
            if not self._now[key]:
                del self._now[key]
