"""Desk: what every route needs at hand."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from fastapi import Request

from holdfast.entrypoints.http.metrics import ROUTE, Metrics
from holdfast.entrypoints.http.switch import OFF, is_on
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.errors import Closed, Forbidden, HoldfastError, MemoryDisabled, Overloaded
from holdfast.memory import Memory
from holdfast.wire.call import Call

SLOW, SLOW_WAITING = 4, 8
"""How many calls may wait for a model at once, and how many for their turn to do so."""

LEARNING, LEARNING_WAITING = 8, 256
"""How many may have something learned from at once, and how many may wait for their turn."""

LOOKS_WAITING = 8
LOOK_SECONDS = 5.0
"""How long a look at the store may take. A store that takes longer is of no use to anybody."""


@dataclass
class Desk:
    """The memory that is served, and the threads that do the work.

    What may wait for a model has a few threads to itself (`slow`), so that a model that stalls
    stops nothing else; so have those who wait until something is learned (`learning`), and so has the
    look whether the store answers (`looking`).
    `worker` says whether jobs are run here; `open` is False once the server is ending.
    """

    memory: Memory
    threads: Threads
    uploads: Room
    worker: bool = True
    metrics: Metrics = field(default_factory=Metrics)
    open: bool = True
    slow: Threads = field(default_factory=lambda: Threads(SLOW, SLOW_WAITING))
    learning: Threads = field(default_factory=lambda: Threads(LEARNING, LEARNING_WAITING))
    looking: Threads = field(default_factory=lambda: Threads(1, LOOKS_WAITING))
    importing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by who takes in an import: they are read one at a time."""

    def threads_for(self, call: Call) -> Threads:
        """Where a call is worked on."""
        return self.slow if call.slow else self.threads

    @property
    def _every(self) -> tuple[Threads, ...]:
        return self.threads, self.slow, self.learning, self.looking

    def begin(self) -> None:
        """Begin all threads."""
        for threads in self._every:
            threads.begin()

    def close(self, within: float | None = None) -> None:
        """Take no more work, and end when what has begun is done, or when that time has passed."""
        self.open = False
        ends = None if within is None else time.monotonic() + within
        for threads in self._every:
            threads.close(None if ends is None else max(0.0, ends - time.monotonic()))

    def memory_for(self, request: Request) -> Memory:
        """The memory of the space that the caller may use (see `guard`)."""
        caller = request.scope.get("state", {}).get("caller")
        return self.memory_of(None if caller is None else caller.space)

    def memory_of(self, space: str | None) -> Memory:
        """The memory of a space; None: of the one that is served first of all."""
        same = space is None or space == self.memory.space
        return self.memory if same else self.memory.in_space(space or "")

    def see_that_all_is_open(self, request: Request) -> None:
        """Refuse a caller for whom only one space is open what tells of all of them."""
        caller = request.scope.get("state", {}).get("caller")
        if caller is not None and not caller.whole:
            raise Forbidden(
                "This tells of every space, and the key is for one.",
                remedy="Ask with a key that is good for all spaces (`holdfast keys add --all-spaces`).",
            )

    def note_route(self, request: Request, route: str) -> None:
        """Say for the metrics which route a request took."""
        request.scope.setdefault("state", {})[ROUTE] = route

    def see_that_writing_is_on(self, memory: Memory) -> None:
        """Refuse to write to a memory that was switched off."""
        if not is_on(memory):
            raise MemoryDisabled(OFF)

    async def is_ready(self) -> bool:
        """Whether the store answers, and soon enough to be of use."""
        if not self.open:
            return False
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                return await self.looking.run(self.can_read)
        except (TimeoutError, Overloaded, Closed):
            return False

    def can_read(self) -> bool:
        """Whether the store answers."""
        try:
            self.memory.admin.preference("ready")
        except HoldfastError:
            return False
        return True
