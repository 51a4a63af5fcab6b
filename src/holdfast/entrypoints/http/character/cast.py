"""Cast: who the routes are about, and how to wait for what they cause."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response

from holdfast.domain.session import SessionState
from holdfast.entrypoints.http.character.names import checked_character
from holdfast.entrypoints.http.desk import Desk
from holdfast.errors import Overloaded
from holdfast.memory import Memory

P = ParamSpec("P")
T = TypeVar("T")

Endpoint = Callable[[Request], Awaitable[Response]]
Route = tuple[str, str, Endpoint]

_AT_ONCE = 4
"""How many jobs are run between two looks."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.005, 0.2


class AnyText(Convertor[str]):
    """All that is left of a path: slashes and, unlike Starlette's own, line breaks too."""

    regex = "(?s:.*)"

    def convert(self, value: str) -> str:
        """As it is."""
        return value

    def to_string(self, value: str) -> str:
        """As it is."""
        return value


register_url_convertor("any", AnyText())


@dataclass(frozen=True)
class Cast:
    """The desk, and the master that the characters talk with."""

    desk: Desk
    master: str

    def memory(self, request: Request) -> Memory:
        """The memory that a request is about."""
        return self.desk.memory_for(request)

    def character(self, request: Request) -> str:
        """The character that the path names. Raises InvalidInput."""
        return checked_character(request.path_params["name"])

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something that takes its time, beside the event loop."""
        return await self.desk.threads.run(function, *args, **kwargs)

    async def _jobs_run(self, memory: Memory) -> int:
        """Run a few jobs, which may wait for a model; how many. None where others are at it."""
        try:
            return await self.desk.slow.run(memory.admin.run_jobs, _AT_ONCE)
        except Overloaded:
            return 0

    async def settled(self, memory: Memory, name: str, seconds: float) -> bool:
        """Wait until sealing, review and archive of a character's talks are done; whether they are.

        No thread is held meanwhile, and nothing that runs is disturbed. What failed is not waited
        for. Where no worker runs here, the jobs are run by those who wait.
        """
        deadline, pause = time.monotonic() + seconds, _FIRST_PAUSE
        while True:
            state = await self.run(memory.sessions.progress, self.master, name)
            if state is not SessionState.SEALING:
                return state is SessionState.SEALED
            if time.monotonic() >= deadline:
                return False
            if self.desk.worker or not await self._jobs_run(memory):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
