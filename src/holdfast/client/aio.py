"""AsyncRemoteMemory: the same verbs for async callers, over connections of the event loop.

Every method is the one of `RemoteMemory`, made awaitable; a test keeps the two equal. What goes to
the disk (`add_later`, `import_`) is handed to a thread. A handover is the same for both: what takes
time in it (`start`, `warm`, `turn_end`) is for the caller's threads.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterable
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from holdfast.client import far as plainly
from holdfast.client.adding import add_requests
from holdfast.client.asking import call_of, value_of
from holdfast.client.far import archive_request, attachment_request, bytes_of, like, preferred
from holdfast.client.link import AsyncLink
from holdfast.client.moving import export_request
from holdfast.client.remote import RemoteMemory
from holdfast.client.sender import SenderState
from holdfast.client.spool import Spool
from holdfast.domain.context import Context
from holdfast.domain.message import DEFAULT, Json
from holdfast.domain.recall import Explanation, Recall
from holdfast.domain.replay import Replay, as_asked, compared
from holdfast.domain.report import ImportReport
from holdfast.domain.session import Stretch
from holdfast.flow.capture.names import checked_name
from holdfast.flow.window.handover import Handover
from holdfast.memory import Memory, Moment
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.archive import Archive
from holdfast.namespaces.buffers import Buffers
from holdfast.namespaces.events import Events
from holdfast.namespaces.items import Items
from holdfast.namespaces.memo import Memo
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.profile import Profile
from holdfast.namespaces.sessions import Sessions

P = ParamSpec("P")
T = TypeVar("T")
Plain = TypeVar("Plain")


class _Far:
    """Something whose methods are done by a server."""

    def __init__(self, link: AsyncLink) -> None:
        self._link = link


def remote(
    method: Callable[Concatenate[Plain, P], T],
) -> Callable[Concatenate[Any, P], Awaitable[T]]:
    """The method of a plain class as one of its remote twin, to be awaited."""
    call = call_of(method)

    @functools.wraps(method)
    async def ask(self: _Far, *args: P.args, **kwargs: P.kwargs) -> T:
        return cast(T, await self._link.ask(call, args, kwargs))

    return cast(Callable[Concatenate[Any, P], Awaitable[T]], ask)


def at_home(
    method: Callable[Concatenate[Plain, P], T],
) -> Callable[Concatenate[Any, P], Awaitable[T]]:
    """A method that works only where the memory is: from afar it says so at once."""
    return cast(Callable[Concatenate[Any, P], Awaitable[T]], plainly.at_home(method))


class AsyncRemoteMessages(_Far):
    """See `namespaces.messages.Messages`."""

    get = remote(Messages.get)
    versions = remote(Messages.versions)
    list = remote(Messages.list)
    amount = remote(Messages.amount)
    latest = remote(Messages.latest)
    between = remote(Messages.between)
    days = remote(Messages.days)
    beside = remote(Messages.beside)

    @like(Messages.attachment)
    async def attachment(self, user: str, ref: str) -> bytes | None:
        answer = await self._link.send(attachment_request(user, ref, self._link.space))
        return bytes_of(answer, self._link.plain.endpoint)


class AsyncRemoteSessions(_Far):
    """See `namespaces.sessions.Sessions`."""

    list = remote(Sessions.list)
    by_day = remote(Sessions.by_day)
    agents = remote(Sessions.agents)
    last_message = remote(Sessions.last_message)
    get = remote(Sessions.get)
    stretches = remote(Sessions.stretches)
    messages = remote(Sessions.messages)
    turns = remote(Sessions.turns)
    derived = remote(Sessions.derived)
    open = remote(Sessions.open)
    seal = remote(Sessions.seal)
    reopen = remote(Sessions.reopen)
    lately = remote(Sessions.lately)
    troubled = remote(Sessions.troubled)
    progress = remote(Sessions.progress)


class AsyncRemoteMemo(_Far):
    """See `namespaces.memo.Memo`."""

    review = remote(Memo.review)
    reviews = remote(Memo.reviews)
    undo = remote(Memo.undo)
    reviewing = remote(Memo.reviewing)
    set_reviewing = remote(Memo.set_reviewing)
    hide = remote(Memo.hide)
    edit = remote(Memo.edit)
    save = remote(Memo.save)
    fold = remote(Memo.fold)
    clear = remote(Memo.clear)


class AsyncRemoteArchive(_Far):
    """See `namespaces.archive.Archive`."""

    enabled = remote(Archive.enabled)
    list = remote(Archive.list)
    files = remote(Archive.files)
    faults = remote(Archive.faults)
    merge = remote(Archive.merge)
    compact = remote(Archive.compact)
    rebuild = remote(Archive.rebuild)

    @like(Archive.read)
    async def read(self, user: str, agent: str, name: str) -> bytes | None:
        answer = await self._link.send(archive_request(user, agent, name, self._link.space))
        return bytes_of(answer, self._link.plain.endpoint)


class AsyncRemoteProfile(_Far):
    """See `namespaces.profile.Profile`."""

    get = remote(Profile.get)
    history = remote(Profile.history)
    disputes = remote(Profile.disputes)
    settle = remote(Profile.settle)
    set = remote(Profile.set)
    correct = remote(Profile.correct)
    remove = remote(Profile.remove)
    switch = remote(Profile.switch)
    sections = remote(Profile.sections)
    settings = remote(Profile.settings)
    set_card = remote(Profile.set_card)
    scheme = remote(Profile.scheme)
    set_scheme = remote(Profile.set_scheme)


class AsyncRemoteEvents(_Far):
    """See `namespaces.events.Events`."""

    list = remote(Events.list)
    get = remote(Events.get)
    tell = remote(Events.tell)
    edit = remote(Events.edit)
    remove = remote(Events.remove)
    retell = remote(Events.retell)
    tag = remote(Events.tag)
    annotate = remote(Events.annotate)


class AsyncRemoteBuffers(_Far):
    """See `namespaces.buffers.Buffers`."""

    add = remote(Buffers.add)
    waiting = remote(Buffers.waiting)
    flush = remote(Buffers.flush)
    ended = remote(Buffers.ended)
    usage = remote(Buffers.usage)


class AsyncRemoteItems(_Far):
    """See `namespaces.items.Items`."""

    add = remote(Items.add)
    put = remote(Items.put)
    get = remote(Items.get)
    find = remote(Items.find)
    between = remote(Items.between)
    derived = remote(Items.derived)
    remove = remote(Items.remove)


class AsyncRemoteAdmin(_Far):
    """See `namespaces.admin.Admin`."""

    users = remote(Admin.users)
    remembered = remote(Admin.remembered)
    details = remote(Admin.details)
    set_details = remote(Admin.set_details)
    revision = remote(Admin.revision)
    stuck = remote(Admin.stuck)
    jobs = remote(Admin.jobs)
    retry = remote(Admin.retry)
    retry_dead = remote(Admin.retry_dead)
    reindex = remote(Admin.reindex)
    drop_index = at_home(Admin.drop_index)
    load_index = at_home(Admin.load_index)
    unloaded = at_home(Admin.unloaded)
    run_jobs = at_home(Admin.run_jobs)
    serve_jobs = at_home(Admin.serve_jobs)
    stop_jobs = at_home(Admin.stop_jobs)
    check = remote(Admin.check)
    audit = remote(Admin.audit)
    preferences = remote(Admin.preferences)
    held = remote(Admin.held)
    set_preference = remote(Admin.set_preference)
    unset_preference = remote(Admin.unset_preference)
    update_preference = at_home(Admin.update_preference)

    @like(Admin.preference)
    async def preference(self, name: str, default: Json = None) -> Json:
        name = checked_name(name, "preference")
        return preferred(await self.preferences(), name, default)


class Opening:
    """A memory about to be opened: ``await`` it, or enter it with ``async with``."""

    def __init__(self, open_: Callable[[], RemoteMemory]) -> None:
        self._open = open_
        self._memory: AsyncRemoteMemory | None = None

    def __await__(self) -> Generator[Any, None, AsyncRemoteMemory]:
        return self._opened().__await__()

    async def __aenter__(self) -> AsyncRemoteMemory:
        self._memory = await self._opened()
        return self._memory

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._memory is not None:
            await self._memory.close()

    async def _opened(self) -> AsyncRemoteMemory:
        plain = await asyncio.to_thread(self._open)  # a spool may be there, on a slow disk
        return AsyncRemoteMemory(plain, AsyncLink.beside(plain._link))


class AsyncRemoteMemory(_Far):
    """The memory of one space of a server, for one event loop.

    Make one with `AsyncRemoteMemory.open`.
    """

    def __init__(self, plain: RemoteMemory, link: AsyncLink) -> None:
        super().__init__(link)
        self._plain = plain

    @classmethod
    @like(RemoteMemory.open.__func__)  # type: ignore[attr-defined]  # a classmethod's function
    def open(cls, *args: Any, **kwargs: Any) -> Opening:
        return Opening(functools.partial(RemoteMemory.open, *args, **kwargs))

    def __repr__(self) -> str:
        return f"Async{self._plain!r}"

    @like(RemoteMemory.in_space)
    def in_space(self, space: str) -> AsyncRemoteMemory:
        plain = self._plain.in_space(space)
        return AsyncRemoteMemory(plain, self._link.to(plain.space))

    @property
    def space(self) -> str:
        """The space that every call of this object is about; empty: the one the key is for."""
        return self._link.space

    @like(RemoteMemory.add)
    async def add(
        self,
        user: str,
        messages: object,
        *,
        session: str = DEFAULT,
        agent: str = DEFAULT,
        at: Moment = None,
    ) -> list[str]:
        ids: list[str] = []
        for request in add_requests(self._link.plain, user, messages, session, agent, at):
            answer = await self._link.send(request)
            ids += value_of(call_of(Memory.add), answer, self._link.plain.endpoint)
        return ids

    @like(RemoteMemory.add_later)
    async def add_later(
        self,
        user: str,
        messages: object,
        *,
        session: str = DEFAULT,
        agent: str = DEFAULT,
        at: Moment = None,
    ) -> list[str]:
        return await asyncio.to_thread(
            self._plain.add_later, user, messages, session=session, agent=agent, at=at
        )

    @like(RemoteMemory.flush)
    async def flush(self, timeout: float | None = 10.0) -> bool:  # noqa: ASYNC109  not to be cancelled
        return await asyncio.to_thread(self._plain.flush, timeout)

    @property
    def spool(self) -> Spool:
        """Where messages wait: what is in it, and what the server would not have."""
        return self._plain.spool

    @like(RemoteMemory.sending)
    async def sending(self) -> SenderState:
        return await asyncio.to_thread(self._plain.sending)

    correct = remote(Memory.correct)
    recall = remote(Memory.recall)
    context = remote(Memory.context)
    forget = remote(Memory.forget)
    recent = remote(Memory.recent)
    history = remote(Memory.history)
    new_dialog = remote(Memory.new_dialog)

    @like(Memory.seal)
    async def seal(self, user: str, session: str = DEFAULT) -> Stretch | None:
        return await self.sessions.seal(user, session)

    @like(Memory.explain)
    async def explain(self, run: str | Recall | Context) -> Explanation:
        asked = (getattr(run, "run", run),)
        return cast(Explanation, await self._link.ask(call_of(Memory.explain), asked, {}))

    @like(Memory.replay)
    async def replay(self, run: str | Recall | Context | Explanation) -> Replay:
        before = run if isinstance(run, Explanation) else await self.explain(run)
        return compared(before, await self.recall(**as_asked(before)))

    @like(Memory.handover)
    def handover(self, *args: Any, **kwargs: Any) -> Handover:
        return self._plain.handover(*args, **kwargs)

    @like(Memory.export)
    async def export(self, user: str | None = None) -> AsyncIterator[str]:
        async for line in self._link.export(export_request(user, self.space)):
            yield line

    @like(Memory.import_)
    async def import_(
        self, stream: Iterable[str], *, progress: Callable[[int], None] | None = None
    ) -> ImportReport:
        return await self._link.import_(stream, progress)

    @functools.cached_property
    def messages(self) -> AsyncRemoteMessages:
        """The log itself: single messages, their versions, times and attachments."""
        return AsyncRemoteMessages(self._link)

    @functools.cached_property
    def sessions(self) -> AsyncRemoteSessions:
        """The conversations of a user."""
        return AsyncRemoteSessions(self._link)

    @functools.cached_property
    def memo(self) -> AsyncRemoteMemo:
        """The recent memory of an agent: reviewing, editing and clearing it."""
        return AsyncRemoteMemo(self._link)

    @functools.cached_property
    def archive(self) -> AsyncRemoteArchive:
        """Conversations as files: listing, merging, compacting and rebuilding them."""
        return AsyncRemoteArchive(self._link)

    @functools.cached_property
    def profile(self) -> AsyncRemoteProfile:
        """What is known of the user and of others, and what was."""
        return AsyncRemoteProfile(self._link)

    @functools.cached_property
    def buffers(self) -> AsyncRemoteBuffers:
        """What is told a little at a time, and learned from together."""
        return AsyncRemoteBuffers(self._link)

    @functools.cached_property
    def events(self) -> AsyncRemoteEvents:
        """What happened, session by session."""
        return AsyncRemoteEvents(self._link)

    @functools.cached_property
    def items(self) -> AsyncRemoteItems:
        """Pieces of knowledge with their sources."""
        return AsyncRemoteItems(self._link)

    @functools.cached_property
    def admin(self) -> AsyncRemoteAdmin:
        """Looking after the memory: users, jobs, preferences, check-up."""
        return AsyncRemoteAdmin(self._link)

    async def close(self) -> None:
        """Let go of the server. What was acknowledged is safe whether or not this is called.

        See `RemoteMemory.close`.
        """
        await asyncio.to_thread(self._plain.close)
        await self._link.transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
