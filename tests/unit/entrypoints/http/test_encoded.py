"""Encoded: what is sent is what Starlette would send."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.responses import Response

from holdfast.entrypoints.http.encoded import Encoded


def sent_by(response: Response) -> list[Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is to be read")

    asyncio.run(response({"type": "http"}, receive, send))
    return sent


@pytest.mark.parametrize(("body", "status"), [(b'{"a":1}', 200), (b"[]", 201), (b"", 204)])
def test_it_is_sent_as_starlette_would(body: bytes, status: int):
    usual = Response(body, status, media_type="application/json")
    assert sent_by(Encoded(body, status)) == sent_by(usual)
