"""Shortcut: the calls that come often are answered without going through the router."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import Request
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from holdfast.entrypoints.http.errors import expected, mistaken
from holdfast.entrypoints.http.routes.verbs import Endpoint
from holdfast.entrypoints.http.routes.watching import LIVE, live
from holdfast.errors import HoldfastError
from holdfast.wire.call import Call


def shortened(app: ASGIApp, endpoints: Mapping[Call, Endpoint]) -> ASGIApp:
    """The app, with calls whose path is fixed looked up by it. All else goes the usual way."""
    table = {(call.method, call.path): end for call, end in endpoints.items() if not call.in_path}
    table["GET", LIVE] = live

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = scope["type"] == "http" and table.get((scope["method"], scope["path"]))
        if not endpoint:
            await app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            response = await endpoint(request)
        except HoldfastError as error:
            response = expected(request, error)
        except ValidationError as error:
            response = mistaken(request, error)
        await response(scope, receive, send)

    return dispatch
