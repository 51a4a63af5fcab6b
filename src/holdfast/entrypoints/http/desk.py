"""Desk: what every route needs at hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from fastapi import Request

from holdfast.entrypoints.http.metrics import ROUTE, Metrics
from holdfast.entrypoints.http.switch import OFF, is_on
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Limits
from holdfast.errors import Forbidden, HoldfastError, MemoryDisabled
from holdfast.memory import Memory


@dataclass
class Desk:
    """The memory that is served, and the threads that do the work.

    `worker` says whether jobs are run here; `open` is False once the server is ending.
    """

    memory: Memory
    threads: Threads
    uploads: Limits
    worker: bool = True
    metrics: Metrics = field(default_factory=Metrics)
    open: bool = True

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

    def can_read(self) -> bool:
        """Whether the store answers."""
        try:
            self.memory.admin.preference("ready")
        except HoldfastError:
            return False
        return True
