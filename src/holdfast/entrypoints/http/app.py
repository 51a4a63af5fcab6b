"""App: the routes and what stands before them."""

from __future__ import annotations

from fastapi import FastAPI

from holdfast import __version__
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.errors import handle_errors
from holdfast.entrypoints.http.routes.verbs import verbs


def make_app(desk: Desk) -> FastAPI:
    """The application for one memory. It is not guarded yet."""
    app = FastAPI(title="Holdfast", version=__version__, docs_url=None, redoc_url=None)
    handle_errors(app)
    app.include_router(verbs(desk))
    return app
