"""An import comes in time, or not at all."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.requests import Request

from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room, receive
from holdfast.errors import ImportRefused, TooLarge

LIMITS = Room(most_bytes=1 << 20, silence_seconds=20, patience_seconds=30, least_rate=1000)


class Clock:
    """Seconds that pass when a piece comes."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def arrived(sizes: Sequence[int], seconds: float, limits: Room = LIMITS) -> int:
    """How much has arrived of pieces of these sizes, each so many seconds after the one before."""
    clock, threads, into = Clock(), Threads(1), io.BytesIO()
    events: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"x" * size, "more_body": True} for size in sizes
    ]
    events.append({"type": "http.request", "body": b"", "more_body": False})
    coming = iter(events)

    async def sent() -> dict[str, Any]:
        clock.now += seconds
        return next(coming)

    request = Request({"type": "http", "method": "POST", "headers": []}, sent)
    try:
        asyncio.run(receive(request, into, limits, threads, clock))
    finally:
        threads.close()
    return len(into.getvalue())


def test_one_that_comes_steadily_is_taken_however_long_it_takes() -> None:
    assert arrived([20_000] * 50, seconds=10) == 1_000_000


def test_one_that_drips_is_refused() -> None:
    with pytest.raises(ImportRefused, match="too slowly"):
        arrived([100] * 50, seconds=10)


def test_a_small_one_has_its_first_seconds_whatever_its_rate() -> None:
    assert arrived([1, 1], seconds=10) == 2


def test_a_large_one_is_refused() -> None:
    with pytest.raises(TooLarge):
        arrived([1 << 19] * 3, seconds=1)
