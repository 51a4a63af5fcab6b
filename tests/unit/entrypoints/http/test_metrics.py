"""Metrics: every request is counted once, by its route and by how it ended."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from holdfast.entrypoints.http.errors import edged
from holdfast.entrypoints.http.metrics import ROUTE, Metrics


async def answering(scope: Any, _receive: Any, send: Any) -> None:
    scope["state"][ROUTE] = "/v1/recall"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})


async def left_alone(_scope: Any, _receive: Any, _send: Any) -> None:
    raise ClientDisconnect


async def failing(_scope: Any, _receive: Any, _send: Any) -> None:
    raise RuntimeError("a fault")


@pytest.mark.parametrize(
    ("app", "counted"),
    [
        (answering, 'route="/v1/recall",status="200"} 1.0'),
        (left_alone, 'route="other",status="499"} 1.0'),
        (failing, 'route="other",status="500"} 1.0'),
    ],
)
def test_a_request_is_counted_as_it_ended(app, counted, caplog):
    metrics, sent = Metrics(), list[Any]()

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    whole = metrics.counting(edged(app, lambda: True))
    asyncio.run(whole({"type": "http", "method": "POST", "path": "/x"}, receive, send))  # type: ignore[arg-type]
    told = metrics.text().decode()
    assert f'holdfast_requests_total{{method="POST",{counted}' in told
    assert "holdfast_requests_in_flight 0.0" in told
    assert bool(sent) is (app is not left_alone)
    assert ("failed" in caplog.text) is (app is failing), "who hangs up is no fault of ours"
