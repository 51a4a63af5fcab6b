"""App: the routes, and the description of them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp

from holdfast import __version__
from holdfast.entrypoints.http.description import describe
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.errors import edged, handle_errors
from holdfast.entrypoints.http.routes.moving import moving
from holdfast.entrypoints.http.routes.verbs import endpoints, verbs
from holdfast.entrypoints.http.routes.watching import watching
from holdfast.entrypoints.http.shortcut import shortened

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


def make_app(desk: Desk, *others: APIRouter) -> ASGIApp:
    """The application for one memory, with more routes than its own where they are given.

    Who may call it is for the guard to say.
    """
    app = App(
        title="Holdfast", version=__version__, description=ABOUT, docs_url=None, redoc_url=None
    )
    handle_errors(app)
    answering = endpoints(desk)
    for router in (verbs(answering), moving(desk), watching(desk), *others):
        app.include_router(router)
    return edged(shortened(app, answering))
