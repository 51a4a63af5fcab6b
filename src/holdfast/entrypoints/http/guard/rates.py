"""Rates: no caller takes all of the server's time."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from holdfast.entrypoints.http.guard.asgi import (
    App,
    Receive,
    Scope,
    Send,
    household,
    peer,
    state,
)
from holdfast.entrypoints.http.guard.buckets import Buckets
from holdfast.entrypoints.http.guard.refusal import TOO_MANY


class Rates:
    """Lets so many requests a second through for each key, or each address where there is none."""

    def __init__(self, app: App, rate: float, clock: Callable[[], float]) -> None:
        self._app = app
        self._buckets = Buckets(rate, clock) if rate > 0 else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = self._buckets.take(_who(scope)) if self._buckets is not None else 0.0
        if wait:
            await TOO_MANY.after(wait)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _who(scope: Scope) -> Hashable:
    caller = state(scope).get("caller")
    if caller is not None and caller.key is not None:
        return ("key", caller.key)
    return ("address", household(peer(scope)))
