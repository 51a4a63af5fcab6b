"""The memory browser: pages on which people see, search, correct and forget what is remembered.

A page is a function from a `Visit` to a response. It runs in one of the server's threads, calls the
library as the API's routes do, and renders a template. What is common to all of them happens here:
who it is, whether they may, in which language, and what is answered when something goes wrong.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import tzinfo
from typing import NamedTuple
from urllib.parse import parse_qs, unquote
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.guard.asgi import household, peer
from holdfast.entrypoints.proxy import Proxy
from holdfast.entrypoints.web import static_files
from holdfast.entrypoints.web.catalogue import LANGUAGES, preferred, words
from holdfast.entrypoints.web.live import PAGES, Live, stream_for
from holdfast.entrypoints.web.live import PATH as LIVE
from holdfast.entrypoints.web.pages import (
    entrance,
    gist,
    home,
    house,
    message,
    playground,
    profile,
    recall,
    recent,
    session,
    slot,
    timeline,
    who,
)
from holdfast.entrypoints.web.pages.faults import expected, forged, missing
from holdfast.entrypoints.web.signing import Visitors
from holdfast.entrypoints.web.tokens import Tokens
from holdfast.entrypoints.web.uploading import let_go
from holdfast.entrypoints.web.visit import HOME, THEMES, Look, Visit
from holdfast.errors import HoldfastError
from holdfast.ports.keys import Keys

COOKIE = entrance.COOKIE
TOKEN = "x-holdfast-token"
SEED = "/memory_browser"
"""Where the page was in the server that Holdfast grew out of."""
ROOT = "/"
"""What a person opens who knows no more than the server's address."""

MOST_FIELDS = 5000

VIEWS = (
    home,
    who,
    recent,
    profile,
    slot,
    timeline,
    session,
    message,
    gist,
    recall,
    playground,
    house,
)
"""What can be seen by those who have signed in."""

Page = Callable[[Visit], Response]


class Route(NamedTuple):
    """One page. `open`: those who have not signed in may see it too."""

    method: str
    path: str
    answer: Page
    open: bool = False


UPLOADS = (house.UPLOAD,)
"""Paths whose bodies come as they are and see to their limits themselves."""


class Browser:
    """All pages of one server."""

    def __init__(self, desk: Desk, keys: Keys | None, proxy: Proxy) -> None:
        self._desk = desk
        self._proxy = proxy
        self._keys = keys
        self._visitors = Visitors(keys)
        self._tokens = Tokens()
        self.live = Live(desk, self._visitors, COOKIE)
        self.routes = (
            *(Route(*each, open=True) for each in entrance.routes(self._visitors)),
            *(Route(*each) for view in VIEWS for each in view.ROUTES),
        )

    def router(self) -> APIRouter:
        """The routes, and an answer to every other path below ours."""
        router = APIRouter()

        def add(
            path: str, endpoint: Callable[[Request], Awaitable[Response]], *methods: str
        ) -> None:
            router.add_route(path, endpoint, list(methods), include_in_schema=False)

        for route in self.routes:
            add(route.path, self._endpoint(route), route.method)
        add(LIVE, self.live.endpoint, "GET")
        add(house.UPLOAD, self._upload, "POST")
        add(playground.PATH, self._chat, "POST")
        nowhere = self._endpoint(Route("GET", f"{HOME}/…", missing, open=True))
        add(f"{static_files.PATH}/{{name:path}}", self._static(nowhere), "GET")
        add(SEED, _moved, "GET")
        add(ROOT, _home, "GET")
        add(f"{HOME}/{{rest:path}}", nowhere, "GET", "POST", "PUT", "PATCH", "DELETE")
        return router

    def link(self) -> str:
        """A path that signs in whoever opens it first, within ten minutes."""
        return f"{entrance.ENTER}?token={self._visitors.link()}"

    def _endpoint(self, route: Route) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            self._desk.note_route(request, route.path)
            body = await request.body() if request.method == "POST" else b""
            return await self._desk.threads.run(self._answer, route, request, body)

        return endpoint

    async def _upload(self, request: Request) -> Response:
        """Take a file in. Who has not signed in is not waited for."""
        self._desk.note_route(request, house.UPLOAD)
        visit = await self._desk.threads.run(self._visit, request, b"")
        shown = request.headers.get(TOKEN)
        if visit.visitor is None or (shown is not None and not self._is_ours(visit, request)):
            await let_go(request)
            refusal = entrance.not_done if visit.visitor is None else forged
            return await self._desk.threads.run(refusal, visit)
        return await house.take(visit, request, lambda sent: self._is_ours(sent, request))

    async def _chat(self, request: Request) -> Response:
        """Say something on the playground. A model may take its time: no thread waits for it."""
        self._desk.note_route(request, playground.PATH)
        run, body = self._desk.threads.run, await request.body()
        visit = await run(self._visit, request, body)
        if visit.visitor is None:
            return await run(entrance.ask, visit, ended=COOKIE in request.cookies)
        if not self._is_ours(visit, request):
            return await run(forged, visit)
        try:
            return await playground.send(visit, self._proxy)
        except HoldfastError as error:
            return await run(expected, visit, error)

    def _static(
        self, otherwise: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            self._desk.note_route(request, static_files.PATH)
            return static_files.static_answer(request) or await otherwise(request)

        return endpoint

    def _answer(self, route: Route, request: Request, body: bytes) -> Response:
        visit = self._visit(request, body)
        try:
            if visit.visitor is None and not route.open:
                return entrance.ask(visit, ended=COOKIE in request.cookies)
            if request.method == "POST" and not self._is_ours(visit, request):
                return forged(visit)
            return route.answer(visit)
        except HoldfastError as error:
            return expected(visit, error)

    def _is_ours(self, visit: Visit, request: Request) -> bool:
        shown = request.headers.get(TOKEN) or visit.given("token")
        return self._tokens.holds(visit.visitor.id if visit.visitor else "", shown)

    def _visit(self, request: Request, body: bytes) -> Visit:
        visitor = self._visitors.who(request.cookies.get(COOKIE, ""))
        look, headers = _look(request), request.headers
        query, memory = request.url.query, self._desk.memory_of(visitor.space if visitor else None)
        is_live = visitor is not None and request.method == "GET" and request.url.path in PAGES
        return Visit(
            desk=self._desk,
            memory=memory,
            visitor=visitor,
            look=look,
            words=words(look.language),
            token=self._tokens.token(visitor.id if visitor else ""),
            path=request.url.path,
            here=f"{request.url.path}?{query}" if query else request.url.path,
            query=dict(request.query_params),
            form=_fields(body),
            partial="hx-request" in headers and "hx-history-restore-request" not in headers,
            peer=household(peer(request.scope)),
            secure="https" in (request.url.scheme, headers.get("origin", "").partition(":")[0]),
            # Now, before anything is read: what changes meanwhile is told of.
            live=stream_for(memory, request.query_params.get("user", "")) if is_live else "",
            keys=self._keys,
            playing=self._proxy.playing,
        )


def is_browser(scope: Scope) -> bool:
    """Whether a request is for these pages, which have a door of their own."""
    path: str = scope["path"]
    return path in (HOME, SEED, ROOT) or path.startswith(f"{HOME}/")


def _look(request: Request) -> Look:
    """As the cookies say; without them as the browser does."""
    language = request.cookies.get(entrance.LANGUAGE, "")
    theme = request.cookies.get(entrance.THEME, "")
    if language not in LANGUAGES:
        language = preferred(request.headers.get("accept-language", ""))
    zone = _zone(request.cookies.get(entrance.ZONE, ""))
    return Look(language, theme if theme in THEMES else THEMES[0], zone)


def _zone(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(unquote(name)) if name else None
    except (KeyError, ValueError, OSError):  # there is none of that name, or it is no name at all
        return None


def _fields(body: bytes) -> Mapping[str, list[str]]:
    """The fields of a form. What is not one has none."""
    try:
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}


async def _moved(_request: Request) -> Response:
    return RedirectResponse(HOME, 308)


async def _home(_request: Request) -> Response:
    return RedirectResponse(HOME, 303)
