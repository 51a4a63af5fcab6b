"""Answers, in the shapes that the apps read."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse, PlainTextResponse, Response

from holdfast.errors import HoldfastError

BAD = 400


def json(value: Any, status: int = 200) -> Response:
    """A value as JSON, its keys in the order given."""
    return JSONResponse(value, status)


def text(words: str) -> Response:
    """Words for a prompt: apps take the answer's text as it is."""
    return PlainTextResponse(words)


def trouble(error: HoldfastError | str, status: int = 200) -> Response:
    """Why a conversation was not taken. Apps look at `status` in the answer, not at HTTP's."""
    return json({"status": "error", "message": str(error)}, status)


def failure(error: HoldfastError | str, status: int = 200) -> Response:
    """Why something else was not done."""
    return json({"success": False, "error": str(error)}, status)
