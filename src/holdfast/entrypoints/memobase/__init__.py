"""Memobase: the API of another memory, so that its clients and the apps on them run here unchanged.

A project is a space, a blob is messages of the log, a buffer is a session that gathers, a profile
row is a section of the profile. What each operation does here, and where that differs, is in
docs/how-to/use-the-memobase-client.md.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.memobase import (
    blobs,
    contexts,
    events,
    profiles,
    projects,
    roleplay,
    users,
)
from holdfast.entrypoints.memobase.ask import ROOT, Ask, Data, Route, is_id
from holdfast.entrypoints.memobase.envelope import (
    PREFIX,
    enveloped,
    given,
    is_memobase,
    malformed,
    refused,
)
from holdfast.entrypoints.memobase.query import Query
from holdfast.errors import HoldfastError, InvalidInput

__all__ = ["OPEN", "enveloped", "is_memobase", "memobase"]

OPEN = PREFIX + projects.HEALTH
"""The one path that needs no key."""

ROUTES: tuple[Route, ...] = (
    *projects.ROUTES,
    *users.ROUTES,
    *blobs.ROUTES,
    *events.ROUTES,
    *contexts.ROUTES,
    *roleplay.ROUTES,
    *profiles.ROUTES,
)

WAIT_SECONDS, PATIENCE_SECONDS = 5.0, 55.0
"""How long one who does not wait for learning is kept waiting all the same, so that what was told
can be read at once; and one who does. Clients give up after 60."""

_WRITES = ("POST", "PUT")


def memobase(desk: Desk) -> APIRouter:
    """The routes."""
    router = APIRouter()
    # A fixed word in a path is looked at before a name in its place.
    for route in sorted(ROUTES, key=lambda each: each.path.count("{")):
        path = PREFIX + route.path
        router.add_route(path, _endpoint(desk, route), [route.method], include_in_schema=False)
    return router


def _endpoint(desk: Desk, route: Route) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        desk.note_route(request, PREFIX + route.path)
        if fault := _fault_in(request.path_params):
            return malformed(fault)
        try:
            return given(await _done(desk, route, await _ask(desk, request)))
        except HoldfastError as error:
            return refused(error)

    return endpoint


async def _ask(desk: Desk, request: Request) -> Ask:
    caller = request.scope.get("state", {}).get("caller")
    memory = desk.memory_for(request)
    root = memory.space == desk.memory.space
    body = await request.body()
    if request.method in _WRITES:
        await desk.threads.run(desk.see_that_writing_is_on, memory)
    try:
        data = json.loads(body) if body.strip() else None
    except (ValueError, RecursionError):
        raise InvalidInput("The body is not JSON.") from None
    return Ask(
        memory=memory,
        project=ROOT if root else memory.space,
        whole=caller is None or caller.whole,
        path={name: value.lower() for name, value in request.path_params.items()},
        query=Query(request.scope.get("query_string", b"")),
        body=data,
    )


async def _done(desk: Desk, route: Route, ask: Ask) -> Data:
    """What the handler gives. Of those that learn, what is late goes on without the one who asked."""
    if not route.learns:
        return await desk.threads.run(route.handler, ask)
    waits = ask.query.flag("wait_process") or route.handler is profiles.take_in
    if route.handler is blobs.insert and not waits:
        return await desk.threads.run(route.handler, ask)
    task = asyncio.ensure_future(desk.learning.run(route.handler, ask))
    await asyncio.wait({task}, timeout=PATIENCE_SECONDS if waits else WAIT_SECONDS)
    return task.result() if task.done() else None


def _fault_in(path: dict[str, str]) -> str:
    """What is wrong with the names in a path."""
    for name, value in path.items():
        if name == "type":
            if value not in blobs.TYPES:
                return f"There is no type of blob {value[:40]!r}."
        elif not is_id(value):
            return f"The id of the {name} is not a UUID of version 4 or 5."
    return ""
