"""The wire between a live character and its memory: it never waits, and loses nothing.

A live session hands over fragments as they are spoken, and three signals: the end of a turn, the
renewal of the model's session, and the end of the conversation. The connector merges fragments of
one voice, hands each turn to a spool on this machine's disk, and goes on. What happens to the
server meanwhile is the spool's business: here it is stopped in the middle of the talk.

Run it: ``python examples/sync_connector.py``. No key, no network beyond this machine.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from holdfast import Settings
from holdfast.client import AsyncRemoteMemory
from holdfast.testing.server import Served, served

USER, AGENT, SESSION = "linyue", "juno", "live"

FIRST = [
    ("user", "Lily 打电话来了，"),
    ("user", "她要搬去成都。"),
    ("assistant", "Really? "),
    ("assistant", "When?"),
    ("signal", "turn end"),
    ("user", "In March. She starts at the museum."),
    ("assistant", "三月的成都正好看花。"),
    ("signal", "renew session"),
]
MEANWHILE = [
    ("user", "She takes the cat along, of course."),
    ("assistant", "年糕也去！"),
    ("signal", "turn end"),
]
LAST = [
    ("user", "那先这样，明天见。"),
    ("assistant", "See you tomorrow!"),
    ("signal", "session end"),
]


class Connector:
    """Takes what a live session says, and keeps it."""

    def __init__(self, memory: AsyncRemoteMemory) -> None:
        self._memory = memory
        self._turn: list[dict[str, str]] = []

    async def follow(self, events: AsyncIterator[tuple[str, str]]) -> None:
        """Keep what is said until the events end."""
        async for kind, text in events:
            if kind == "signal":
                await self._at(text)
            elif self._turn and self._turn[-1]["role"] == kind:
                self._turn[-1]["content"] += text  # a fragment of what the same voice is saying
            else:
                self._turn.append({"role": kind, "content": text})

    async def _at(self, signal: str) -> None:
        turn, self._turn = self._turn, []
        if turn:
            await self._memory.add_later(USER, turn, session=SESSION, agent=AGENT)
        print(f"{signal}: {len(turn)} messages handed over")
        if signal == "session end":
            await self._memory.flush(30)
            await self._memory.seal(USER, SESSION)


async def spoken(events: list[tuple[str, str]]) -> AsyncIterator[tuple[str, str]]:
    """What a live session would send."""
    for event in events:
        yield event


async def talk(server: Served, spool: Path, events: list[tuple[str, str]]) -> None:
    async with AsyncRemoteMemory.open(server.url, key=server.key, spool=spool) as memory:
        await Connector(memory).follow(spoken(events))
        await memory.flush(30)


def main() -> None:
    logging.basicConfig(stream=sys.stdout, format="(%(message)s)")
    with tempfile.TemporaryDirectory() as folder:
        file, spool, settings = Path(folder, "memory.db"), Path(folder, "spool.db"), Settings()
        with served(file, settings=settings) as server:
            asyncio.run(talk(server, spool, FIRST))
            print("stored:", len(server.memory.messages.latest(USER)))

        print("-- the server is away; the talk goes on --")
        asyncio.run(unanswered(server, spool, MEANWHILE))

        with served(file, settings=settings) as server:
            print("-- the server is back --")
            asyncio.run(talk(server, spool, LAST))
            for message in server.memory.messages.latest(USER):
                print(f"  {message.role}: {message.text}")
            print(server.memory.new_dialog(USER, AGENT, names=("Juno", "林悦")))


async def unanswered(server: Served, spool: Path, events: list[tuple[str, str]]) -> None:
    """Talk to a server that is not there."""
    async with AsyncRemoteMemory.open(server.url, key=server.key, spool=spool) as memory:
        await Connector(memory).follow(spoken(events))
        print("waiting on this disk:", (await memory.sending()).waiting)


if __name__ == "__main__":
    main()
