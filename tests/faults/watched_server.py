"""`python -m tests.faults.watched_server FAULT ...`: `holdfast serve` with a sleeper on its loop.

The sleeper sleeps 20 ms at a time; GET /v1/overshoots tells by how much each sleep was too long,
since it was last asked. The embedder stalls as soon as POST /v1/stall has been asked for.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from starlette.types import ASGIApp, Receive, Scope, Send

from holdfast.entrypoints.cli import main
from holdfast.entrypoints.http import serve
from holdfast.entrypoints.http.app import make_app
from holdfast.providers.static import StaticEmbedder

NAP = 0.02
STALL = (0.2, 2.0)
SLEEPS_ON_THE_LOOP = "sleeps-on-the-loop"
SOUND = "sound"

_sound_embed = StaticEmbedder.embed
_dice = random.Random(1)
_stalling = False


def _stalled(self: StaticEmbedder, texts: Sequence[str]) -> np.ndarray:
    if _stalling:
        time.sleep(_dice.uniform(*STALL))
    return _sound_embed(self, texts)


class Watched:
    """An application whose event loop is watched from its first request on."""

    def __init__(self, app: ASGIApp, fault: str) -> None:
        self._app, self._fault = app, fault
        self._overshoots: list[float] = []
        self._sleeper: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        global _stalling
        if self._sleeper is None:
            self._sleeper = asyncio.create_task(self._sleep())
        if scope["path"] == "/v1/overshoots":
            told, self._overshoots = self._overshoots, []
            await _answer(send, told)
        elif scope["path"] == "/v1/stall":
            _stalling = True
            await _answer(send, [])
        else:
            if self._fault == SLEEPS_ON_THE_LOOP:
                time.sleep(0.1)  # noqa: ASYNC251  the fault
            await self._app(scope, receive, send)

    async def _sleep(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(NAP)
            self._overshoots.append(time.perf_counter() - began - NAP)


async def _answer(send: Send, told: Any) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})


if __name__ == "__main__":
    watched = lambda *args: Watched(make_app(*args), sys.argv[1])  # noqa: E731
    setattr(serve, "make_app", watched)  # noqa: B010  where the server looks for it
    StaticEmbedder.embed = _stalled  # type: ignore[method-assign]
    main(["serve", *sys.argv[2:]])
