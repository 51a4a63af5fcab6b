"""Desk: what every route needs at hand."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from holdfast.entrypoints.http.threads import Threads
from holdfast.memory import Memory


@dataclass(frozen=True)
class Desk:
    """The memory that is served, and the threads that do the work."""

    memory: Memory
    threads: Threads

    def memory_for(self, request: Request) -> Memory:
        """The memory of the space that the caller may use (see `guard`)."""
        caller = request.scope.get("state", {}).get("caller")
        space = self.memory.space if caller is None else caller.space
        return self.memory if space == self.memory.space else self.memory.in_space(space)

    def see_that_writing_is_on(self, memory: Memory) -> None:
        """Refuse to write to a memory that was switched off."""
