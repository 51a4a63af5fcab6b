"""RemoteMemory: the verbs of `Memory`, done by a server.

Each method is the one of `Memory`, sent by the route that `wire.calls` gives it; a test keeps the
two equal. What a callback would be told on the way (`progress`) is not told from afar, except while
an import is sent. What works only where the memory is says so: see `at_home`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import cast

from holdfast.client.adding import add_requests
from holdfast.client.address import endpoint_of, spool_place
from holdfast.client.asking import call_of, value_of
from holdfast.client.far import (
    Far,
    RemoteAdmin,
    RemoteArchive,
    RemoteBuffers,
    RemoteEvents,
    RemoteItems,
    RemoteMemo,
    RemoteMessages,
    RemoteProfile,
    RemoteSessions,
    like,
    remote,
)
from holdfast.client.link import Ends, Link
from holdfast.client.moving import export_request
from holdfast.client.outgoing import checked
from holdfast.client.postbox import Postbox
from holdfast.client.sender import SenderState
from holdfast.client.spool import Spool
from holdfast.client.transport import Timeouts, Transport
from holdfast.domain.context import Context
from holdfast.domain.message import DEFAULT, Json
from holdfast.domain.recall import Explanation, Recall
from holdfast.domain.replay import Replay, as_asked, compared
from holdfast.domain.report import ImportReport
from holdfast.domain.session import Stretch
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.flow.capture.shapes import checked_seconds
from holdfast.flow.window.dialog import WORDS, topic
from holdfast.flow.window.handover import Handover
from holdfast.flow.window.timing import Timing
from holdfast.memory import Memory, Moment
from holdfast.ports.clock import Clock
from holdfast.ports.live import LiveSession
from holdfast.settings import Settings, load_settings, named_space
from holdfast.wiring import SystemClock, limits_of


class RemoteMemory(Far, AbstractContextManager["RemoteMemory"]):
    """The memory of one space of a server. Safe to share between threads and across forks.

    Make one with `RemoteMemory.open`. It has the methods of `Memory`, and `add_later`, which waits
    for nobody.
    """

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        key: str | None = None,
        space: str | None = None,
        timeout: float | Timeouts | None = None,
        spool: str | Path | Spool | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
    ) -> RemoteMemory:
        """The memory that a server keeps. Nothing is asked of the server yet.

        `url` and `key` are looked for in HOLDFAST_URL and HOLDFAST_KEY where they are not given;
        without either, the server is the usual one of this machine. `space` is for keys that are
        for all spaces; where it is not given, the one that the settings name is meant, and where
        they name none but the default, that of the key. `timeout` is how long a server may be silent, in seconds. `spool` is the
        file where messages wait that were added with `add_later`; what is left in it from before is
        sent now.
        """
        named = checked_name(space, "space") if space is not None else _named_in(settings)
        settings = settings or load_settings()
        endpoint, clock = endpoint_of(url, key), clock or SystemClock()
        transport = Transport(endpoint, _timeouts(timeout))
        place = spool_place(endpoint) if spool is None else spool
        postbox = Postbox(Path(place) if isinstance(place, str) else place, transport, clock)
        postbox.begin()
        return cls(Link(transport, postbox, clock, limits_of(settings), named, Ends()))

    def __repr__(self) -> str:
        return f"RemoteMemory({self._link.endpoint.shown!r}, space={self.space!r})"

    def in_space(self, space: str) -> RemoteMemory:
        """The same memory, bound to another space. Closing either closes both."""
        return RemoteMemory(self._link.to(checked_name(space, "space")))

    @property
    def space(self) -> str:
        """The space that every call of this object is about; empty: the one the key is for."""
        return self._link.space

    def add(
        self,
        user: str,
        messages: object,
        *,
        session: str = DEFAULT,
        agent: str = DEFAULT,
        at: Moment = None,
    ) -> list[str]:
        """Remember what was said, and return the messages' ids once they are safe on the disk.

        Takes what `Memory.add` takes. Messages that weigh more than 16 MiB together go in several
        requests, and are looked over before the first. If one message of a request cannot be
        stored, none of it is; where the server fails between two requests, the first stays stored.
        """
        ids: list[str] = []
        for request in add_requests(self._link, user, messages, session, agent, at):
            answer = self._link.send(request)
            ids += value_of(call_of(Memory.add), answer, self._link.endpoint)
        return ids

    def add_later(
        self,
        user: str,
        messages: object,
        *,
        session: str = DEFAULT,
        agent: str = DEFAULT,
        at: Moment = None,
    ) -> list[str]:
        """Have messages remembered without waiting for the server: they are safe on this disk.

        Takes what `add` takes, and tells of mistakes at once. They are sent in order, as soon as
        the server can be reached, and are stored once. Returns the ids by which they are sent; the
        memory gives them ids of its own. What is not given a time was said now.
        """
        user, now = checked_name(user, "user"), self._link.clock.now()
        session, agent = checked_name(session, "session"), checked_name(agent, "agent")
        outgoing = checked(messages, at=at, now=now, limits=self._link.limits)
        self._link.see_that_it_is_open()
        self._link.postbox.put(outgoing, space=self.space, user=user, session=session, agent=agent)
        return [each.id for each in outgoing]

    def flush(self, timeout: float | None = 10.0) -> bool:
        """Wait until what was added with `add_later` is sent; whether all of it is stored.

        False if that takes too long, and while anything lies in the spool that the server refused:
        see `spool`, which sends it again (`retry`) or lets go of it (`give_up`).
        """
        timeout = None if timeout is None else checked_seconds(timeout, "timeout")
        return self._link.postbox.flush(timeout)

    @property
    def spool(self) -> Spool:
        """Where messages wait: what is in it, and what the server would not have."""
        return self._link.postbox.spool

    def sending(self) -> SenderState:
        """How it goes with what was added with `add_later`: what waits, and why."""
        return self._link.postbox.state()

    correct = remote(Memory.correct)
    recall = remote(Memory.recall)
    context = remote(Memory.context)
    forget = remote(Memory.forget)
    recent = remote(Memory.recent)
    history = remote(Memory.history)
    new_dialog = remote(Memory.new_dialog)

    @like(Memory.seal)
    def seal(self, user: str, session: str = DEFAULT) -> Stretch | None:
        return self.sessions.seal(user, session)

    @like(Memory.explain)
    def explain(self, run: str | Recall | Context) -> Explanation:
        asked = (getattr(run, "run", run),)
        return cast(Explanation, self._link.ask(call_of(Memory.explain), asked, {}))

    @like(Memory.replay)
    def replay(self, run: str | Recall | Context | Explanation) -> Replay:
        before = run if isinstance(run, Explanation) else self.explain(run)
        return compared(before, self.recall(**as_asked(before)))

    @like(Memory.handover)
    def handover(
        self,
        user: str,
        agent: str = DEFAULT,
        *,
        open_session: Callable[[], LiveSession],
        prompt: str = "",
        names: tuple[str, str] | None = None,
        settings: Mapping[str, Json] | None = None,
        language: str | None = None,
        timing: Timing | None = None,
    ) -> Handover:
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        if language is not None and language not in WORDS:
            raise InvalidInput(f"The language must be one of {', '.join(WORDS)}.")

        def opening(since: datetime) -> str:
            return prompt + self.new_dialog(
                user, agent, names=names, settings=settings, language=language, until=since
            )

        return Handover(
            clock=self._link.clock,
            open_session=open_session,
            opening=opening,
            renew=lambda: self.memo.fold(user, agent),
            topic=lambda: topic(self.recent(user, agent)),
            timing=timing,
        )

    @like(Memory.export)
    def export(self, user: str | None = None) -> Iterator[str]:
        return self._link.export(export_request(user, self.space))

    @like(Memory.import_)
    def import_(
        self, stream: Iterable[str], *, progress: Callable[[int], None] | None = None
    ) -> ImportReport:
        return self._link.import_(stream, progress)

    @functools.cached_property
    def messages(self) -> RemoteMessages:
        """The log itself: single messages, their versions, times and attachments."""
        return RemoteMessages(self._link)

    @functools.cached_property
    def sessions(self) -> RemoteSessions:
        """The conversations of a user."""
        return RemoteSessions(self._link)

    @functools.cached_property
    def memo(self) -> RemoteMemo:
        """The recent memory of an agent: reviewing, editing and clearing it."""
        return RemoteMemo(self._link)

    @functools.cached_property
    def archive(self) -> RemoteArchive:
        """Conversations as files: listing, merging, compacting and rebuilding them."""
        return RemoteArchive(self._link)

    @functools.cached_property
    def profile(self) -> RemoteProfile:
        """What is known of the user and of others, and what was."""
        return RemoteProfile(self._link)

    @functools.cached_property
    def buffers(self) -> RemoteBuffers:
        """What is told a little at a time, and learned from together."""
        return RemoteBuffers(self._link)

    @functools.cached_property
    def events(self) -> RemoteEvents:
        """What happened, session by session."""
        return RemoteEvents(self._link)

    @functools.cached_property
    def items(self) -> RemoteItems:
        """Pieces of knowledge with their sources."""
        return RemoteItems(self._link)

    @functools.cached_property
    def admin(self) -> RemoteAdmin:
        """Looking after the memory: users, jobs, preferences, check-up."""
        return RemoteAdmin(self._link)

    def close(self) -> None:
        """Let go of the server. What was acknowledged is safe whether or not this is called.

        What was added with `add_later` and cannot be sent at once stays on the disk, and is sent
        when the memory is opened again.
        """
        self._link.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _named_in(settings: Settings | None) -> str:
    """The space that was named by whoever made the settings; empty: none was."""
    if settings is None:
        return named_space() or ""
    return "" if settings.space == Settings().space else settings.space


def _timeouts(timeout: float | Timeouts | None) -> Timeouts:
    if timeout is None or isinstance(timeout, Timeouts):
        return timeout or Timeouts()
    return Timeouts(read=timeout)
