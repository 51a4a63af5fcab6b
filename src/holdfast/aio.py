"""AsyncMemory: the same verbs for async callers, each handed to a thread.

The work below is blocking by nature (a disk, a processor), so threads serve it well. Every method
is the one of `Memory`, made awaitable; a test keeps the two equal. A call that is cancelled while
it runs is finished all the same: only its answer is lost. A handover is the same for both: what
takes time in it (`start`, `warm`, `turn_end`) is for the caller's threads.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from holdfast.errors import Closed
from holdfast.memory import Memory
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.archive import Archive
from holdfast.namespaces.buffers import Buffers
from holdfast.namespaces.events import Events
from holdfast.namespaces.items import Items
from holdfast.namespaces.memo import Memo
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.profile import Profile
from holdfast.namespaces.sessions import Sessions

THREADS = 32
LINES_AT_ONCE = 500

P = ParamSpec("P")
T = TypeVar("T")
Plain = TypeVar("Plain")


async def _in_thread(threads: ThreadPoolExecutor, call: Callable[[], T]) -> T:
    import asyncio

    loop = asyncio.get_running_loop()
    try:
        called = loop.run_in_executor(threads, call)
    except RuntimeError as error:  # the threads have ended
        raise Closed("The memory is closed.") from error
    return await called


class _Awaitable:
    """A plain object and the threads that its methods run in."""

    def __init__(self, plain: Any, threads: ThreadPoolExecutor) -> None:
        self._plain = plain
        self._threads = threads


def awaited(
    method: Callable[Concatenate[Plain, P], T],
) -> Callable[Concatenate[Any, P], Awaitable[T]]:
    """The method of a plain class as one of its async twin."""

    @functools.wraps(method)
    async def call(self: _Awaitable, *args: P.args, **kwargs: P.kwargs) -> T:
        bound = functools.partial(method, self._plain, *args, **kwargs)
        return await _in_thread(self._threads, bound)

    return cast(Callable[Concatenate[Any, P], Awaitable[T]], call)


def at_once(
    method: Callable[Concatenate[Plain, P], T],
) -> Callable[Concatenate[Any, P], T]:
    """The method of a plain class, one that waits for nothing, as it is."""

    @functools.wraps(method)
    def call(self: _Awaitable, *args: P.args, **kwargs: P.kwargs) -> T:
        return method(self._plain, *args, **kwargs)

    return cast(Callable[Concatenate[Any, P], T], call)


class AsyncMessages(_Awaitable):
    """See `namespaces.messages.Messages`."""

    get = awaited(Messages.get)
    versions = awaited(Messages.versions)
    list = awaited(Messages.list)
    amount = awaited(Messages.amount)
    latest = awaited(Messages.latest)
    between = awaited(Messages.between)
    days = awaited(Messages.days)
    beside = awaited(Messages.beside)
    attachment = awaited(Messages.attachment)


class AsyncSessions(_Awaitable):
    """See `namespaces.sessions.Sessions`."""

    list = awaited(Sessions.list)
    by_day = awaited(Sessions.by_day)
    agents = awaited(Sessions.agents)
    get = awaited(Sessions.get)
    stretches = awaited(Sessions.stretches)
    messages = awaited(Sessions.messages)
    last_message = awaited(Sessions.last_message)
    turns = awaited(Sessions.turns)
    derived = awaited(Sessions.derived)
    open = awaited(Sessions.open)
    seal = awaited(Sessions.seal)
    reopen = awaited(Sessions.reopen)
    progress = awaited(Sessions.progress)
    lately = awaited(Sessions.lately)
    troubled = awaited(Sessions.troubled)


class AsyncMemo(_Awaitable):
    """See `namespaces.memo.Memo`."""

    review = awaited(Memo.review)
    reviews = awaited(Memo.reviews)
    undo = awaited(Memo.undo)
    reviewing = awaited(Memo.reviewing)
    set_reviewing = awaited(Memo.set_reviewing)
    hide = awaited(Memo.hide)
    edit = awaited(Memo.edit)
    save = awaited(Memo.save)
    fold = awaited(Memo.fold)
    clear = awaited(Memo.clear)


class AsyncArchive(_Awaitable):
    """See `namespaces.archive.Archive`."""

    enabled = awaited(Archive.enabled)
    list = awaited(Archive.list)
    files = awaited(Archive.files)
    read = awaited(Archive.read)
    faults = awaited(Archive.faults)
    merge = awaited(Archive.merge)
    compact = awaited(Archive.compact)
    rebuild = awaited(Archive.rebuild)


class AsyncProfile(_Awaitable):
    """See `namespaces.profile.Profile`."""

    get = awaited(Profile.get)
    history = awaited(Profile.history)
    disputes = awaited(Profile.disputes)
    settle = awaited(Profile.settle)
    set = awaited(Profile.set)
    correct = awaited(Profile.correct)
    remove = awaited(Profile.remove)
    switch = awaited(Profile.switch)
    sections = awaited(Profile.sections)
    settings = awaited(Profile.settings)
    set_card = awaited(Profile.set_card)
    scheme = awaited(Profile.scheme)
    set_scheme = awaited(Profile.set_scheme)


class AsyncEvents(_Awaitable):
    """See `namespaces.events.Events`."""

    list = awaited(Events.list)
    get = awaited(Events.get)
    tell = awaited(Events.tell)
    edit = awaited(Events.edit)
    remove = awaited(Events.remove)
    retell = awaited(Events.retell)
    tag = awaited(Events.tag)
    annotate = awaited(Events.annotate)


class AsyncBuffers(_Awaitable):
    """See `namespaces.buffers.Buffers`."""

    add = awaited(Buffers.add)
    waiting = awaited(Buffers.waiting)
    flush = awaited(Buffers.flush)
    ended = awaited(Buffers.ended)
    usage = awaited(Buffers.usage)


class AsyncItems(_Awaitable):
    """See `namespaces.items.Items`."""

    add = awaited(Items.add)
    put = awaited(Items.put)
    get = awaited(Items.get)
    find = awaited(Items.find)
    between = awaited(Items.between)
    derived = awaited(Items.derived)
    remove = awaited(Items.remove)


class AsyncAdmin(_Awaitable):
    """See `namespaces.admin.Admin`."""

    users = awaited(Admin.users)
    remembered = awaited(Admin.remembered)
    details = awaited(Admin.details)
    set_details = awaited(Admin.set_details)
    revision = awaited(Admin.revision)
    stuck = awaited(Admin.stuck)
    jobs = awaited(Admin.jobs)
    retry = awaited(Admin.retry)
    retry_dead = awaited(Admin.retry_dead)
    reindex = awaited(Admin.reindex)
    drop_index = awaited(Admin.drop_index)
    load_index = awaited(Admin.load_index)
    unloaded = awaited(Admin.unloaded)
    run_jobs = awaited(Admin.run_jobs)
    serve_jobs = awaited(Admin.serve_jobs)
    stop_jobs = awaited(Admin.stop_jobs)
    check = awaited(Admin.check)
    audit = awaited(Admin.audit)
    preference = awaited(Admin.preference)
    preferences = awaited(Admin.preferences)
    held = awaited(Admin.held)
    set_preference = awaited(Admin.set_preference)
    unset_preference = awaited(Admin.unset_preference)
    update_preference = awaited(Admin.update_preference)


class Opening:
    """A memory about to be opened: ``await`` it, or enter it with ``async with``."""

    def __init__(self, open_: Callable[[], Memory]) -> None:
        self._open = open_
        self._memory: AsyncMemory | None = None

    def __await__(self) -> Generator[Any, None, AsyncMemory]:
        return self._opened().__await__()

    async def __aenter__(self) -> AsyncMemory:
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

    async def _opened(self) -> AsyncMemory:
        threads = ThreadPoolExecutor(THREADS, thread_name_prefix="holdfast")
        try:
            return AsyncMemory(await _in_thread(threads, self._open), threads)
        except BaseException:
            threads.shutdown(wait=False)
            raise


class AsyncMemory(_Awaitable):
    """The memory of one space, for async callers; make one with `AsyncMemory.open`."""

    @classmethod
    @functools.wraps(Memory.open.__func__)  # type: ignore[attr-defined]  # a classmethod's function
    def open(cls, *args: Any, **kwargs: Any) -> Opening:
        return Opening(functools.partial(Memory.open, *args, **kwargs))

    @functools.wraps(Memory.in_space)
    def in_space(self, space: str) -> AsyncMemory:
        return AsyncMemory(self._plain.in_space(space), self._threads)

    @property
    def space(self) -> str:
        """The space that every call of this object is about."""
        return str(self._plain.space)

    add = awaited(Memory.add)
    correct = awaited(Memory.correct)
    recall = awaited(Memory.recall)
    context = awaited(Memory.context)
    forget = awaited(Memory.forget)
    seal = awaited(Memory.seal)
    recent = awaited(Memory.recent)
    history = awaited(Memory.history)
    new_dialog = awaited(Memory.new_dialog)
    handover = at_once(Memory.handover)
    explain = awaited(Memory.explain)
    replay = awaited(Memory.replay)
    import_ = awaited(Memory.import_)

    @functools.wraps(Memory.export)
    async def export(self, user: str | None = None) -> AsyncIterator[str]:
        lines = await _in_thread(self._threads, functools.partial(self._plain.export, user))
        while page := await _in_thread(self._threads, lambda: [*islice(lines, LINES_AT_ONCE)]):
            for line in page:
                yield line

    @functools.cached_property
    def messages(self) -> AsyncMessages:
        """The log itself: single messages, their versions, times and attachments."""
        return AsyncMessages(self._plain.messages, self._threads)

    @functools.cached_property
    def sessions(self) -> AsyncSessions:
        """The conversations of a user."""
        return AsyncSessions(self._plain.sessions, self._threads)

    @functools.cached_property
    def memo(self) -> AsyncMemo:
        """The recent memory of an agent: reviewing, editing and clearing it."""
        return AsyncMemo(self._plain.memo, self._threads)

    @functools.cached_property
    def archive(self) -> AsyncArchive:
        """Conversations as files: listing, merging, compacting and rebuilding them."""
        return AsyncArchive(self._plain.archive, self._threads)

    @functools.cached_property
    def profile(self) -> AsyncProfile:
        """What is known of the user and of others, and what was."""
        return AsyncProfile(self._plain.profile, self._threads)

    @functools.cached_property
    def buffers(self) -> AsyncBuffers:
        """What is told a little at a time, and learned from together."""
        return AsyncBuffers(self._plain.buffers, self._threads)

    @functools.cached_property
    def events(self) -> AsyncEvents:
        """What happened, session by session."""
        return AsyncEvents(self._plain.events, self._threads)

    @functools.cached_property
    def items(self) -> AsyncItems:
        """Pieces of knowledge with their sources."""
        return AsyncItems(self._plain.items, self._threads)

    @functools.cached_property
    def admin(self) -> AsyncAdmin:
        """Looking after the memory: users, jobs, preferences, check-up."""
        return AsyncAdmin(self._plain.admin, self._threads)

    async def close(self) -> None:
        """Let go of the file. What was acknowledged is safe whether or not this is called."""
        with suppress(Closed):
            await _in_thread(self._threads, self._plain.close)
        self._threads.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
