"""Recollection: the part that memory has in one request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.proxy.headers import MEMORY, RUN, Header
from holdfast.entrypoints.proxy.remembering import Outcome, Turn

log = logging.getLogger("holdfast.server")


class Recollection:
    """The part that memory has in a request: it runs beside it, and never stops it."""

    def __init__(
        self,
        threads: Threads,
        work: Callable[[], Turn | None],
        *,
        wait: float,
        ends: tuple[bytes, ...],
    ) -> None:
        self._threads = threads
        self._wait = wait
        self._ends = ends
        self._task = asyncio.create_task(threads.run(work))
        self.outcome = Outcome.OFF
        self.turn: Turn | None = None
        self.ids: Sequence[str] = ()
        self._keeping: asyncio.Task[None] | None = None

    async def recalled(self, body: bytes) -> bytes:
        """What to send in place of the body: the same, where nothing came in time."""
        done, _ = await asyncio.wait({self._task}, timeout=self._wait)
        self.outcome = Outcome.LATE
        if done and await self._is_well():
            self.turn = self._task.result()
            if self.turn is None:
                self.outcome = Outcome.OFF
            else:
                self.outcome = Outcome.OK if self.turn.context else Outcome.FAILED
                return self.turn.body
        return body

    async def _is_well(self) -> bool:
        """Wait for what is recalled; whether that went well."""
        try:
            await self._task
        except Exception as error:  # noqa: BLE001  the edge: whatever memory meets, the chat goes on
            log.warning("memory failed in a chat: %s", type(error).__name__)
            self.outcome = Outcome.FAILED
            return False
        return True

    async def keep(self, answer: bytes, *, streamed: bool) -> None:
        """Begin to keep the turn, once, and wait for it as long as an answer may wait."""
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep(answer, streamed=streamed))
            await asyncio.wait({self._keeping}, timeout=self._wait)

    async def _keep(self, answer: bytes, *, streamed: bool) -> None:
        if not await self._is_well():
            return
        turn = self._task.result()
        if turn is None:
            return
        try:
            self.ids = await self._threads.run(turn.keep, answer, streamed=streamed)
        except Exception as error:  # noqa: BLE001  the edge: whatever memory meets, the chat goes on
            log.warning("a turn of a chat could not be kept: %s", type(error).__name__)
            self.outcome = Outcome.FAILED

    def ends(self, piece: bytes) -> bool:
        """Whether a stream ends with this piece: then the turn is whole, and can be kept."""
        return any(piece.startswith(end) or b"\n" + end in piece for end in self._ends)

    async def end(self) -> None:
        """Wait until what was begun is done."""
        await asyncio.wait([task for task in (self._task, self._keeping) if task is not None])
        self._task.exception()  # seen: what failed behind a refusal needs no telling

    def headers(self) -> list[Header]:
        """What the answer says of it."""
        found = [(MEMORY, self.outcome.encode())]
        if self.turn is not None and self.turn.context is not None:
            found.append((RUN, self.turn.context.run.encode()))
        return found
