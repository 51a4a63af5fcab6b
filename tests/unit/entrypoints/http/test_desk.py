"""A model that stalls stops those who wait for it, and nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest

from holdfast.entrypoints.http import desk as desk_module
from holdfast.entrypoints.http.desk import SLOW, SLOW_WAITING, Desk
from holdfast.ports.reviewer import Review
from holdfast.ports.summariser import Line
from holdfast.testing.summarisers import FakeReviewer
from tests.unit.entrypoints.http.asking import a_desk, client_of

ALL = SLOW + SLOW_WAITING


class Stalling(FakeReviewer):
    """Reviews nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.busy = threading.Semaphore(0)

    def review(self, lines: Sequence[Line]) -> Review:
        self.busy.release()
        self.go_on.wait(60)
        return super().review(lines)


class Seen(NamedTuple):
    """What was answered while the model stalled, and how the reviews ended."""

    ready: int
    added: int | None
    refused: httpx2.Response | None
    reviews: list[int]


async def stalled(desk: Desk, model: Stalling, *, reviews: int, threads: int) -> Seen:
    async with client_of(desk) as client:
        asked = [
            asyncio.create_task(client.post("/v1/recent/review", json={"user": f"u{n}"}))
            for n in range(reviews)
        ]
        for _ in range(threads):
            assert await asyncio.to_thread(model.busy.acquire, timeout=20)
        ready = (await client.get("/readyz")).status_code
        added = refused = None
        if ready == 200:
            said = {"user": "z", "messages": "茶 tea"}
            added = (await client.post("/v1/messages", json=said)).status_code
            refused = await client.post("/v1/recent/review", json={"user": "z"})
        model.go_on.set()
        ended = [answer.status_code for answer in await asyncio.gather(*asked)]
        return Seen(ready, added, refused, ended)


def prepared(desk: Desk, users: int) -> None:
    for n in range(users):
        desk.memory.add(f"u{n}", ["I like tea.", "我喜欢茶。", "I like green tea."])


def test_all_else_goes_on_and_no_more_wait_for_it_than_may(tmp_path: Path) -> None:
    model = Stalling()
    with a_desk(tmp_path, reviewer=model) as desk:
        prepared(desk, ALL)
        seen = asyncio.run(stalled(desk, model, reviews=ALL, threads=SLOW))
    assert (seen.ready, seen.added) == (200, 201)
    assert seen.refused is not None
    assert seen.refused.status_code == 503
    assert seen.refused.json()["error"]["code"] == "overloaded"
    assert seen.refused.headers["retry-after"] == "1"
    assert seen.reviews == [200] * ALL


def test_the_check_sees_a_server_whose_calls_share_all_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "LOOK_SECONDS", 0.1)
    model = Stalling()
    with a_desk(tmp_path, reviewer=model) as desk:
        desk.slow = desk.looking = desk.threads
        prepared(desk, 4)
        seen = asyncio.run(stalled(desk, model, reviews=4, threads=2))
    assert seen.ready == 503
    assert seen.reviews == [200] * 4


def test_a_server_that_ends_is_not_ready(tmp_path: Path) -> None:
    with a_desk(tmp_path) as desk:
        assert asyncio.run(desk.is_ready())
        desk.close()
        assert not asyncio.run(desk.is_ready())
