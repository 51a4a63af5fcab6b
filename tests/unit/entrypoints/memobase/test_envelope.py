"""The envelope around whatever is answered, by the routes or in their place."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from holdfast.entrypoints.memobase.envelope import enveloped


def answered(path: str, status: int, *pieces: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
    """What arrives of an answer in these pieces."""
    sent: list[Any] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"3")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for number, piece in enumerate(pieces, 1):
            more = number < len(pieces)
            await send({"type": "http.response.body", "body": piece, "more_body": more})

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "path": path, "headers": []}

    async def ask() -> None:
        await enveloped(app)(scope, receive, send)

    asyncio.run(ask())
    head, *bodies = sent
    return head["status"], dict(head["headers"]), b"".join(each["body"] for each in bodies)


@pytest.mark.parametrize(
    ("status", "seen"),
    [(400, 200), (401, 401), (404, 404), (413, 200), (429, 429), (500, 200), (503, 503)],
)
def test_a_refusal_of_the_server_is_put_into_it(status, seen):
    told = json.dumps({"error": {"code": "x", "message": "No.", "remedy": "Ask."}}).encode()
    got, headers, body = answered("/api/v1/users", status, told[:10], told[10:])
    assert (got, json.loads(body)) == (seen, {"data": None, "errno": status, "errmsg": "No. Ask."})
    assert headers[b"content-length"] == str(len(body)).encode()
    assert float(headers[b"x-process-time"]) >= 0


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"null", b'{"error": null}'])
def test_whatever_it_says(body):
    _, _, got = answered("/api/v1/x", 502, body)
    assert json.loads(got) == {"data": None, "errno": 502, "errmsg": "HTTP 502"}


def test_what_is_in_one_stays_as_it_is():
    told = json.dumps({"data": None, "errno": 422, "errmsg": "no UUID"}).encode()
    assert answered("/api/v1/x", 422, told)[::2] == (422, told)
    assert answered("/api/v1/x", 200, b"{}")[::2] == (200, b"{}")


def test_other_routes_have_none():
    told = b'{"error": {}}'
    status, headers, body = answered("/v1/messages", 404, told)
    assert (status, body) == (404, told)
    assert b"x-process-time" not in headers
    assert answered("/api/v10", 404, told)[2] == told
