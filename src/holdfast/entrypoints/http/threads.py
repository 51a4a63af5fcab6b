"""Threads: where the work of requests is done, so that the event loop never waits for it."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from holdfast.errors import Closed

P = ParamSpec("P")
T = TypeVar("T")


class Threads:
    """At most so many of them. What comes when all are busy waits for its turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pool = ThreadPoolExecutor(most, thread_name_prefix="holdfast-request")

    def begin(self) -> None:
        """Begin all of them now. Whoever begins a thread waits for it, and a loop must not wait."""
        together = threading.Barrier(self._most + 1)
        for _ in range(self._most):
            self._pool.submit(together.wait)
        together.wait()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call it in one of the threads. Once begun, it is finished even if nobody waits for it."""
        try:
            future = self._pool.submit(functools.partial(function, *args, **kwargs))
        except RuntimeError:
            raise Closed("The server is ending.", remedy="Try again when it is back.") from None
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Let what was asked for come to its end, and the threads with it."""
        self._pool.shutdown()
