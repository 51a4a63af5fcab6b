"""Playing: the proxy asked from within, by a page on which people try it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.types import ASGIApp

from holdfast.domain.context import Context
from holdfast.entrypoints.http.guard.bodies import WHOLE
from holdfast.entrypoints.http.guard.caller import Caller
from holdfast.entrypoints.proxy.recollection import Recollection
from holdfast.entrypoints.proxy.remembering import Outcome

MEMORY = "memory"
"""Under this name in its state a request has the part that memory had in it."""


class Playing(NamedTuple):
    """What answers where somebody tries the proxy. No address: the model that is built in."""

    address: str
    model: str


class Played(NamedTuple):
    """What became of a request that was made from within."""

    status: int
    body: bytes
    outcome: Outcome
    context: Context | None
    ids: Sequence[str]


async def played(
    proxy: ASGIApp, path: str, space: str, body: bytes, names: Mapping[bytes, str]
) -> Played:
    """Have the proxy pass on a request that nobody has sent. `names` are those in its headers."""
    inside: dict[str, Any] = {"caller": Caller(None, "", space), WHOLE: body}
    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [
            (b"content-type", b"application/json"),
            *((name, quote(value).encode()) for name, value in names.items()),
        ],
        "state": inside,
    }
    events: list[Any] = []

    async def collect(event: Any) -> None:
        events.append(event)

    async def stays() -> Any:
        await asyncio.Event().wait()

    await proxy(scope, stays, collect)
    memory: Recollection = inside[MEMORY]
    return Played(
        events[0]["status"],
        b"".join(event.get("body", b"") for event in events),
        memory.outcome,
        memory.turn.context if memory.turn else None,
        memory.ids,
    )
