"""Errors: everything that goes wrong is answered in one shape."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.errors import HoldfastError
from holdfast.wire.faults import status_of, told

log = logging.getLogger("holdfast.server")

MOST_FAULTS = 100
"""So many faults in a request are looked at to name the first."""

LONGEST_PART = 64

RETRY_SECONDS = {503: "1", 507: "30"}
CODES = {404: "no_such_route", 405: "no_such_method"}
REMEDIES = {
    404: "See GET /openapi.json for the routes there are.",
    405: "See the header Allow for the methods that this route has.",
}


def answer(
    status: int, code: str, message: str, remedy: str, headers: Mapping[str, str] | None = None
) -> Response:
    """An error as a response."""
    given = {**(headers or {})}
    if status in RETRY_SECONDS:
        given.setdefault("Retry-After", RETRY_SECONDS[status])
    body = to_json(told(code, message, remedy))
    return Response(body, status, headers=given, media_type="application/json")


def handle_errors(app: FastAPI) -> None:
    """Have the app answer every error in our shape."""
    app.add_exception_handler(HoldfastError, expected)
    app.add_exception_handler(ValidationError, mistaken)
    app.add_exception_handler(RequestValidationError, mistaken)
    app.add_exception_handler(HTTPException, _by_status)


def expected(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HoldfastError)
    status = status_of(error)
    if status >= 500:
        log.warning("%s: %s", type(error).__name__, error.message)
    return answer(status, error.code, error.message, error.remedy)


def mistaken(_request: Request, error: Exception) -> Response:
    """A request of the wrong form. Only the place is told, never the value: it may be a secret."""
    assert isinstance(error, ValidationError | RequestValidationError)
    details = _details(error)
    where = ".".join(_short(part) for part in details[0]["loc"]) if details else ""
    what = details[0]["msg"] if details else "there are too many faults in it"
    message = f"{where}: {what}." if where else f"The request cannot be read: {what}."
    return answer(400, "invalid_input", message, "See GET /openapi.json for what is wanted.")


def _details(error: ValidationError | RequestValidationError) -> Sequence[Any]:
    """What is wrong, unless it is so much that to list it would keep everyone waiting."""
    if isinstance(error, RequestValidationError):
        return error.errors()
    if error.error_count() > MOST_FAULTS:
        return ()
    return error.errors(include_url=False, include_context=False, include_input=False)


def _short(part: object) -> str:
    """A part of a place. The caller has chosen it, so it may be of any length."""
    name = str(part)
    return name if len(name) <= LONGEST_PART else f"{name[:LONGEST_PART]}…"


def _by_status(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "refused")
    remedy = REMEDIES.get(error.status_code, "Correct the request.")
    said = f"{str(error.detail).rstrip('.')}."
    return answer(error.status_code, code, said, remedy, error.headers)


def edged(app: ASGIApp, is_open: Callable[[], bool]) -> ASGIApp:
    """The app, with an answer to what nobody foresaw. Nothing of the error goes to the caller.

    `is_open` says whether the server goes on: what is given up because it ends is told so.
    """

    async def edge(scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await app(scope, receive, sending)
        except asyncio.CancelledError:
            if begun or scope["type"] != "http" or is_open():
                raise
            log.warning("%s was given up: the server ends", scope.get("path"))
            response = answer(503, "closed", "The server is ending.", "Try again when it is back.")
            await response(scope, receive, send)
        except ClientDisconnect:
            return  # nobody is left to be told
        except Exception as error:  # the edge: whatever a request meets, the server lives on
            log.exception("%s failed: %s", scope.get("path"), type(error).__name__)
            if begun or scope["type"] != "http":
                raise
            response = answer(
                500, "internal", "The server failed.", "Its log tells more of it; try again."
            )
            await response(scope, receive, send)

    return edge
