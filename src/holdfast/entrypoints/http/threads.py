"""Threads: where the work of requests is done, so that the event loop never waits for it."""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple, ParamSpec, TypeVar

from holdfast.errors import Closed, Overloaded

P = ParamSpec("P")
T = TypeVar("T")


class _Task(NamedTuple):
    """Something to do, and who waits for it."""

    call: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Threads:
    """At most so many of them. What comes when all are busy waits for its turn.

    Where `waiting` is given, no more than that wait; the next one is Overloaded.

    Of those that are idle the one that worked last is taken: its connection and its caches are
    still warm. (The standard library's pool takes the one that has been idle longest, and makes
    each call dearer by a future and two locks.)
    """

    def __init__(self, most: int, waiting: int | None = None) -> None:
        self._most = most
        self._most_waiting = waiting
        self._idle: list[SimpleQueue[_Task | None]] = []
        self._waiting: deque[_Task] = deque()
        self._all: list[tuple[threading.Thread, SimpleQueue[_Task | None]]] = []
        self._lock = threading.Lock()
        self._closed = False

    def begin(self) -> None:
        """Begin all of them now. Whoever begins a thread waits for it, and a loop must not wait."""
        with self._lock:
            while len(self._all) < self._most:
                self._idle.append(self._begin())

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call it in one of the threads. Once begun, it is finished even if nobody waits for it."""
        loop = asyncio.get_running_loop()
        task = _Task(functools.partial(function, *args, **kwargs), loop, loop.create_future())
        with self._lock:
            if self._closed:
                raise Closed("The server is ending.", remedy="Try again when it is back.")
            if self._idle:
                self._idle.pop().put(task)
            elif len(self._all) < self._most:
                self._begin().put(task)
            elif self._most_waiting is not None and len(self._waiting) >= self._most_waiting:
                raise Overloaded("The server has too many requests of this kind at hand.")
            else:
                self._waiting.append(task)
        return await task.future  # type: ignore[no-any-return]

    def close(self, within: float | None = None) -> None:
        """Let what was asked for come to its end, and the threads with it.

        What takes longer than so many seconds is left behind: it ends with the process.
        """
        deadline = None if within is None else time.monotonic() + within
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            threads = [thread for thread, _ in self._all]
        for inbox in idle:
            inbox.put(None)
        for thread in threads:
            thread.join(None if deadline is None else max(0.0, deadline - time.monotonic()))

    def _begin(self) -> SimpleQueue[_Task | None]:
        inbox: SimpleQueue[_Task | None] = SimpleQueue()
        name = f"holdfast-request-{len(self._all)}"
        thread = threading.Thread(target=self._serve, args=(inbox,), name=name, daemon=True)
        self._all.append((thread, inbox))
        thread.start()
        return inbox

    def _serve(self, inbox: SimpleQueue[_Task | None]) -> None:
        while task := inbox.get():
            while task:
                _do(task)
                task = self._next(inbox)
            if self._closed:
                return

    def _next(self, inbox: SimpleQueue[_Task | None]) -> _Task | None:
        """What waits, if anything does; else the thread is idle."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            if not self._closed:
                self._idle.append(inbox)
            return None


def _do(task: _Task) -> None:
    try:
        value, error = task.call(), None
    except BaseException as raised:  # noqa: BLE001  it is raised again where it is waited for
        value, error = None, raised
    try:
        task.loop.call_soon_threadsafe(_settle, task.future, value, error)
    except RuntimeError:
        return  # the loop has ended, and nobody waits any more


def _settle(future: asyncio.Future[Any], value: Any, error: BaseException | None) -> None:
    if future.done():  # given up meanwhile
        return
    if error is None:
        future.set_result(value)
    else:
        future.set_exception(error)
