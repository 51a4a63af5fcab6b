"""App: the routes, and the description of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp

from holdfast import __version__
from holdfast.entrypoints.http.description import describe
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.errors import edged, handle_errors
from holdfast.entrypoints.http.routes.moving import moving
from holdfast.entrypoints.http.routes.verbs import Endpoint, endpoints, verbs
from holdfast.entrypoints.http.routes.watching import watching
from holdfast.entrypoints.http.shortcut import shortened
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.memory import Memory
from holdfast.wire.call import Call

ABOUT = """\
A memory for AI companions and agents. What was added is kept, and found again in Chinese and
English; every answer names its sources.

Lists come a page at a time where they may be long: `limit` says how many, and `after` names the
last one of the page before. Moments are ISO 8601. Every error has the shape of `Fault`.
"""


class App(FastAPI):
    """An application whose description is drawn once, when it is first asked for."""

    @cached_property
    def _description(self) -> dict[str, Any]:
        return describe(self)

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return self._description


def described(memory: Memory) -> dict[str, Any]:
    """The description that a server of this memory gives of itself."""
    desk = Desk(memory, Threads(1), Room(most_bytes=0, silence_seconds=1))
    return _routed(desk, endpoints(desk)).openapi()


def make_app(desk: Desk, *others: APIRouter) -> ASGIApp:
    """The application for one memory, with more routes than its own where they are given.

    Who may call it is for the guard to say.
    """
    answering = endpoints(desk)
    routed = shortened(_routed(desk, answering, *others), answering)
    return edged(routed, lambda: desk.open)


def _routed(desk: Desk, answering: Mapping[Call, Endpoint], *others: APIRouter) -> App:
    app = App(
        title="Holdfast", version=__version__, description=ABOUT, docs_url=None, redoc_url=None
    )
    handle_errors(app)
    for router in (verbs(answering), moving(desk), watching(desk), *others):
        app.include_router(router)
    return app
