"""Threads: where the work of requests is done, so that the event loop never waits for it."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Threads:
    """A fixed number of them. What comes when all are busy waits for its turn."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, "holdfast-request")

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call it in one of the threads. Once begun, it is finished even if nobody waits for it."""
        loop = asyncio.get_running_loop()
        call = functools.partial(function, *args, **kwargs)
        return await loop.run_in_executor(self._pool, call)

    def close(self) -> None:
        """Let what has begun come to its end."""
        self._pool.shutdown()
