"""The proxy: any app that speaks OpenAI's API gets a memory by another base URL.

A request to /openai/v1 goes on to the server that is set. What was recalled is put into it before, and
the turn is kept behind it. If memory fails or is slow, the request goes on as it came, and the answer's
header `x-holdfast-memory` says so.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import partial

from fastapi import APIRouter
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from holdfast.domain.message import DEFAULT
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.guard.asgi import state
from holdfast.entrypoints.http.guard.bodies import WHOLE
from holdfast.entrypoints.http.metrics import ROUTE
from holdfast.entrypoints.proxy import who
from holdfast.entrypoints.proxy.built_in import NAME, BuiltIn
from holdfast.entrypoints.proxy.passage import Passage, fault, sent
from holdfast.entrypoints.proxy.playing import MEMORY, Played, Playing, played
from holdfast.entrypoints.proxy.recollection import Recollection
from holdfast.entrypoints.proxy.remembering import Outcome, turn_of
from holdfast.entrypoints.proxy.shapes import SHAPES
from holdfast.entrypoints.proxy.upstream import Asking, Request, Upstream, stays_below
from holdfast.settings import Settings

__all__ = [
    "PATH",
    "Outcome",
    "Played",
    "Playing",
    "Proxy",
    "is_passed_on",
    "is_proxied",
    "is_remembered",
]

PATH = "/openai/v1"
NO_UPSTREAM = (
    "This server passes nothing on yet. Start it with `holdfast serve --openai-upstream URL`, or set "
    "openai_upstream."
)


class Proxy:
    """Passes requests on to one server. It is an application of its own."""

    def __init__(self, desk: Desk, upstream: Asking | None, settings: Settings) -> None:
        self._desk = desk
        self._upstream = upstream
        self._user = settings.openai_user
        self._wait = settings.openai_wait_seconds
        self._settings = settings

    @classmethod
    def of(cls, desk: Desk, settings: Settings) -> Proxy:
        """The one that is set. SettingsRefused where its address is none."""
        return cls(desk, Upstream.of(settings), settings)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._upstream is not None:
            await self._upstream.close()

    @property
    def playing(self) -> Playing:
        """What answers `play`."""
        if isinstance(self._upstream, Upstream):
            return Playing(self._upstream.endpoint.shown, self._settings.model_name)
        return Playing("", NAME)

    async def play(self, space: str, body: bytes, *, user: str, session: str, agent: str) -> Played:
        """Pass on a chat that comes from a page of ours; where nothing is set, to a built-in model."""
        proxy = self if self._upstream else Proxy(self._desk, BuiltIn(), self._settings)
        names = {who.USER: user, who.SESSION: session}
        if agent != DEFAULT:  # who names one recalls what was said to that one alone
            names[who.AGENT] = agent
        return await played(proxy, f"{PATH}/chat/completions", space, body, names)

    def router(self) -> APIRouter:
        """Every path below ours."""
        route = Route(f"{PATH}/{{path:path}}", self, include_in_schema=False)
        return APIRouter(routes=[route])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on."""
        path = _path(scope)
        state(scope)[ROUTE] = f"{PATH}/{path}" if path in SHAPES else f"{PATH}/…"
        if self._upstream is None:
            await _refused(404, NO_UPSTREAM, "no_upstream")(scope, receive, send)
        elif path is None or not stays_below(path):
            await _refused(404, "There is no such path.", "no_such_route")(scope, receive, send)
        else:
            body = state(scope).get(WHOLE)
            memory = self._recollection(scope, path, body) if body else None
            if memory is not None and body is not None:
                body = await memory.recalled(body)
            request = Request(
                scope["method"],
                path,
                scope["query_string"].decode("latin-1"),
                scope["headers"],
                _body(scope, receive) if body is None else body,
                readable=memory is not None,
            )
            await Passage(self._upstream, send, memory).run(request, receive)

    def _recollection(self, scope: Scope, path: str, body: bytes) -> Recollection | None:
        """What is recalled for a request, from now on; None where it is not one that is remembered."""
        shape = SHAPES.get(path) if scope["method"] == "POST" else None
        if shape is None:
            return None
        memory = self._desk.memory_of(state(scope)["caller"].space)
        headers = dict(scope["headers"])
        found = Recollection(
            self._desk.threads,
            partial(turn_of, memory, shape, body, headers, self._user),
            wait=self._wait,
            ends=shape.ends,
        )
        state(scope)[MEMORY] = found
        return found


def is_proxied(scope: Scope) -> bool:
    """Whether a request is for the proxy, so that its Authorization may be the provider's."""
    path: str = scope["path"]
    return path.startswith(f"{PATH}/")


def is_remembered(scope: Scope) -> bool:
    """Whether a request is one in which memory has a part."""
    return is_proxied(scope) and scope["path"][len(PATH) + 1 :] in SHAPES


def is_passed_on(scope: Scope) -> bool:
    """Whether a request goes on with its body as it comes."""
    return is_proxied(scope) and not is_remembered(scope)


def _path(scope: Scope) -> str | None:
    """What follows on our own path, as it was sent; None where that is written in another way."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    ours, _, path = raw.partition(b"?")[0].decode("latin-1").partition(f"{PATH}/")
    return None if ours else path


def _body(scope: Scope, receive: Receive) -> bytes | AsyncIterator[bytes]:
    has_body = any(
        name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"]
    )
    return sent(receive) if has_body else b""


def _refused(status: int, message: str, code: str) -> Response:
    body = json.dumps(fault(message, "invalid_request_error", code))
    return Response(body, status, media_type="application/json")
