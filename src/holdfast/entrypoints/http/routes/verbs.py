"""Verbs: one route for each method of the library, as the table of calls has them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from fastapi import APIRouter, Request
from starlette.responses import Response

from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.encoded import Encoded
from holdfast.entrypoints.http.guard.bodies import WHOLE
from holdfast.entrypoints.http.threads import Threads
from holdfast.errors import InvalidInput, NotFound
from holdfast.wire.call import Call
from holdfast.wire.calls import BY_NAME, CALLS

LONGEST_KEY = 256
LARGEST_PAGE = 10_000
LARGE = 16 * 1024
"""Bodies of more bytes are read beside the loop; to hand over a smaller one costs more than to read it."""

Endpoint = Callable[[Request], Awaitable[Response]]


def endpoints(desk: Desk) -> dict[Call, Endpoint]:
    """What answers each call."""
    special = {"add": _adding(desk, BY_NAME["add"])}
    return {call: special.get(call.name) or _answering(desk, call) for call in CALLS}


def verbs(answering: Mapping[Call, Endpoint]) -> APIRouter:
    """The routes of all calls."""
    router = APIRouter()
    for call, endpoint in answering.items():
        # A plain route: what it takes and gives is described by the table (see `description`).
        router.add_route(call.path, endpoint, [call.method], call.name, include_in_schema=False)
    return router


def _answering(desk: Desk, call: Call) -> Endpoint:
    threads = desk.threads_for(call)

    async def endpoint(request: Request) -> Response:
        desk.note_route(request, call.path)
        given = await _arguments(call, request, desk.threads)
        memory = desk.memory_for(request)
        if call.whole:
            desk.see_that_all_is_open(request)

        def work() -> bytes | None:
            if call.stores:
                desk.see_that_writing_is_on(memory)
            value = call.on(memory)(**given)
            return None if value is None and call.may_be_missing else call.encode(value)

        body = await threads.run(work)
        if body is None:
            raise NotFound("There is nothing of that name.")
        return Encoded(body, call.status)

    return endpoint


def _adding(desk: Desk, call: Call) -> Endpoint:
    """As any other, but that a header can stand for the ids of the messages."""

    async def endpoint(request: Request) -> Response:
        desk.note_route(request, call.path)
        given = await _arguments(call, request, desk.threads)
        memory, key = desk.memory_for(request), request.headers.get("idempotency-key")

        def work() -> bytes:
            desk.see_that_writing_is_on(memory)
            if key is not None:
                given["messages"] = _marked(given, memory.space, key)
            return call.encode(memory.add(**given))

        return Encoded(await desk.threads.run(work), call.status)

    return endpoint


async def _arguments(call: Call, request: Request, threads: Threads) -> dict[str, Any]:
    if call.in_query:
        given = call.read_texts(dict(request.query_params))
        if (limit := given.get("limit")) is not None and limit > LARGEST_PAGE:
            raise InvalidInput(
                f"A page holds at most {LARGEST_PAGE:,}.", remedy="Page with `after`."
            )
    elif len(body := await _body(request)) > LARGE:
        given = await threads.run(call.read_body, body)
    else:
        given = call.read_body(body)
    return {**given, **request.path_params}


async def _body(request: Request) -> bytes:
    """What was sent. Where the guard has read it, that is told without asking again."""
    read: bytes | None = request.scope.get("state", {}).get(WHOLE)
    return await request.body() if read is None else read


def _marked(given: dict[str, Any], space: str, key: str) -> list[Any]:
    """The messages, each with an id that the same request would give it again."""
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise InvalidInput("The Idempotency-Key must be 1 to 256 printable characters.")
    messages = given["messages"]
    listed = messages if isinstance(messages, list) else [messages]
    return [_with_id(each, space, given["user"], key, at) for at, each in enumerate(listed)]


def _with_id(message: Any, space: str, user: str, key: str, at: int) -> Any:
    if isinstance(message, str):
        message = {"role": "user", "content": message}
    if not isinstance(message, dict) or "id" in message or "message_id" in message:
        return message
    return {**message, "id": str(uuid5(NAMESPACE_URL, "\n".join((space, user, key, str(at)))))}
