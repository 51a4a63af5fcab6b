"""Link: what every call from afar needs at hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from holdfast.client.answers import error_of, is_good
from holdfast.client.asking import request_for, value_of
from holdfast.client.moving import (
    Lines,
    Progress,
    import_request,
    pieces,
    report_of,
)
from holdfast.client.postbox import Postbox
from holdfast.client.transport import AsyncTransport, Transport
from holdfast.client.tries import Answer, Request, answer_of
from holdfast.domain.report import ImportReport
from holdfast.errors import Closed
from holdfast.flow.capture.accept import Limits
from holdfast.flow.capture.shapes import optional_call
from holdfast.ports.clock import Clock
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.wire.call import Call


@dataclass
class Ends:
    """Whether the memory is closed; shared by all its spaces."""

    closed: bool = False


@dataclass(frozen=True)
class Link:
    """The way to one space of a server, for threads. An empty space is the one the key is for."""

    transport: Transport
    postbox: Postbox
    clock: Clock
    limits: Limits
    space: str
    ends: Ends

    @property
    def endpoint(self) -> Endpoint:
        """Where the server is."""
        return self.transport.endpoint

    def to(self, space: str) -> Link:
        """The same way, to another space."""
        return replace(self, space=space)

    def ask(self, call: Call, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Have the server do a call; what it gives, or raises."""
        request = request_for(call, self.space, args, named)
        return value_of(call, self.send(request), self.endpoint)

    def send(self, request: Request) -> Answer:
        """Send a request."""
        self.see_that_it_is_open()
        return self.transport.send(request)

    def export(self, request: Request) -> Iterator[str]:
        """The lines that a request is answered with."""
        self.see_that_it_is_open()
        lines = Lines()
        with self.transport.stream(request) as response:
            if not is_good(Answer(response.status_code, b"")):
                raise error_of(answer_of(response, response.read()), self.endpoint)
            for piece in response.iter_bytes():
                yield from lines.of(piece)
        yield from lines.last()

    def import_(self, stream: Iterable[str], progress: Progress) -> ImportReport:
        """Send lines, and hear what became of them."""
        from holdfast.flow.maintain.verify import lines_of

        lines, progress = lines_of(stream), optional_call(progress, "progress")
        self.see_that_it_is_open()
        with self.transport.stream(import_request(self.space), pieces(lines, progress)) as response:
            answer = answer_of(response, response.read())
        return report_of(answer, self.endpoint)

    def see_that_it_is_open(self) -> None:
        """Raise Closed once the memory is closed."""
        if self.ends.closed:
            raise Closed("The memory is closed.", remedy="Open it again.")

    def close(self) -> None:
        """Close it for all spaces."""
        if not self.ends.closed:
            self.ends.closed = True
            self.postbox.close()
            self.transport.close()


@dataclass(frozen=True)
class AsyncLink:
    """The same for an event loop. What has no I/O of the network's goes by the plain one."""

    plain: Link
    transport: AsyncTransport

    @classmethod
    def beside(cls, plain: Link) -> AsyncLink:
        """The same way, with connections of its own."""
        return cls(plain, plain.transport.for_a_loop())

    @property
    def space(self) -> str:
        """See `Link`."""
        return self.plain.space

    def to(self, space: str) -> AsyncLink:
        """See `Link.to`."""
        return replace(self, plain=self.plain.to(space))

    async def ask(self, call: Call, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """See `Link.ask`."""
        request = request_for(call, self.space, args, named)
        return value_of(call, await self.send(request), self.plain.endpoint)

    async def send(self, request: Request) -> Answer:
        """See `Link.send`."""
        self.plain.see_that_it_is_open()
        return await self.transport.send(request)

    async def export(self, request: Request) -> AsyncIterator[str]:
        """See `Link.export`."""
        self.plain.see_that_it_is_open()
        lines = Lines()
        async with self.transport.stream(request) as response:
            if not is_good(Answer(response.status_code, b"")):
                raise error_of(answer_of(response, await response.aread()), self.plain.endpoint)
            async for piece in response.aiter_bytes():
                for line in lines.of(piece):
                    yield line
        for line in lines.last():
            yield line

    async def import_(self, stream: Iterable[str], progress: Progress) -> ImportReport:
        """See `Link.import_`. The lines may come from a disk, so they are read in a thread."""
        return await asyncio.to_thread(self.plain.import_, stream, progress)
