"""Live: whoever looks at a page is told when what it shows has changed, and nothing more.

One stream a page (server-sent events). It carries no memories: it says "changed", and the page asks
for itself again as its visitor may. One look after another, and only while somebody watches, finds
out whose pages have changed; streams wait in the loop and take no thread. A stream gives its place
among the requests under way back to the guard, and is counted here instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from fastapi import Request
from starlette.responses import Response, StreamingResponse

from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.guard.asgi import household, peer
from holdfast.entrypoints.http.guard.load import give_back_place
from holdfast.entrypoints.web.rendering import address
from holdfast.entrypoints.web.signing import Visitors
from holdfast.entrypoints.web.visit import HOME, SAFE, Visit
from holdfast.errors import Closed, HoldfastError
from holdfast.memory import Memory

PATH = f"{HOME}/live"
PAGES = frozenset(
    {HOME, *(f"{HOME}/{name}" for name in ("recent", "profile", "timeline", "session", "message"))}
)
"""The pages that are kept fresh."""

LOOK_SECONDS = 0.5
COMMENT_SECONDS = 15.0
"""Proxies hang up on who is silent for long."""

MOST, MOST_OF_ONE = 200, 12
"""How many streams there are at a time, and how many of one visitor. A new one ends the oldest."""

CHANGED, ENDED, FULL = "changed", "ended", "full"
"""What a stream says: look again; you are signed out; another page needs the place."""

AGAIN, COMMENT = "retry: 1000\n\n", ":\n\n"
"""How many milliseconds to wait before trying again where the connection is lost; and nothing."""


def stream_for(memory: Memory, user: str) -> str:
    """The address of the stream for a page that is about to be made. Empty: there is none."""
    try:
        return address(PATH, user=user, since=memory.admin.revision(user or None))
    except HoldfastError:  # the page itself will say what is wrong
        return ""


def since_now(visit: Visit, user: str) -> dict[str, Any]:
    """For the page of something that was done: it stays as it is, and says when more has changed."""
    return {"live": stream_for(visit.memory, user), "still": True}


@dataclass(eq=False)
class _Stream:
    """A page that listens. `user` None: to everything in the space."""

    cookie: str
    whose: str
    user: str | None
    seen: str
    """The revision that was last told of, or that the page was made from."""
    word: str = ""
    """What is to be said next."""
    last: bool = False
    """Whether nothing more is said after that."""
    bell: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, word: str) -> None:
        """Have something said."""
        if not self.last:
            self.word, self.last = word, word != CHANGED
            self.bell.set()

    def event(self) -> str:
        """What is to be said now, once."""
        word, self.word = self.word, ""
        self.bell.clear()
        return f"event: {word}\nid: {self.seen}\ndata:\n\n" if word else COMMENT


class Live:
    """All streams of one server."""

    def __init__(self, desk: Desk, visitors: Visitors, cookie: str) -> None:
        self._desk = desk
        self._visitors = visitors
        self._cookie = cookie
        self._streams: list[_Stream] = []
        self._watching: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return len(self._streams)

    async def endpoint(self, request: Request) -> Response:
        """A stream for the page that asks; 204, which ends the asking, for who may not have one."""
        self._desk.note_route(request, PATH)
        cookie = request.cookies.get(self._cookie, "")
        visitor = await self._desk.threads.run(self._visitors.who, cookie)
        if visitor is None or not self._desk.open:
            return Response(status_code=204, headers=dict(SAFE))
        seen = request.headers.get("last-event-id") or request.query_params.get("since", "")
        stream = _Stream(
            cookie,
            cookie or household(peer(request.scope)),
            request.query_params.get("user") or None,
            seen,
        )
        give_back_place(request.scope)
        return StreamingResponse(
            self._told(stream),
            media_type="text/event-stream",
            headers={**SAFE, "x-accel-buffering": "no"},
        )

    async def _told(self, stream: _Stream) -> AsyncIterator[str]:
        self._admit(stream)
        try:
            yield AGAIN
            while self._desk.open:
                try:
                    async with asyncio.timeout(COMMENT_SECONDS):
                        await stream.bell.wait()
                except TimeoutError:
                    yield COMMENT
                    continue
                yield stream.event()
                if stream.last:
                    return
        finally:
            self._streams.remove(stream)

    def _admit(self, stream: _Stream) -> None:
        here = [each for each in self._streams if not each.last]
        theirs = [each for each in here if each.whose == stream.whose]
        if len(theirs) >= MOST_OF_ONE:
            theirs[0].tell(FULL)
        elif len(here) >= MOST:
            here[0].tell(FULL)
        self._streams.append(stream)
        self._loop = asyncio.get_running_loop()
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Look, tell, rest; until nobody listens any more."""
        while self._streams and self._desk.open:
            streams = [*self._streams]
            try:
                found = await self._desk.looking.run(self._look, streams)
            except Closed:
                return
            except HoldfastError:
                found = []  # it is too busy, or the store does not answer: later, then
            for stream, word, revision in found:
                stream.seen = revision
                stream.tell(word)
            await asyncio.sleep(LOOK_SECONDS)

    def _look(self, streams: list[_Stream]) -> list[tuple[_Stream, str, str]]:
        """Which of them there is something to be said to. Runs in a thread."""
        found = []
        for stream in streams:
            visitor = self._visitors.who(stream.cookie)
            if visitor is None:
                found.append((stream, ENDED, stream.seen))
                continue
            memory = self._desk.memory_of(visitor.space)
            revision = memory.admin.revision(stream.user)
            if revision != stream.seen:
                found.append((stream, CHANGED, revision))
        return found

    def end(self) -> None:
        """End all streams: the server does. May be called from any thread, and from a signal."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for stream in self._streams:
            stream.bell.set()
