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
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar, cast

from holdfast.client.address import endpoint_of, spool_place
from holdfast.client.answers import error_of, is_good
from holdfast.client.asking import call_of, in_path, is_missing, value_of
from holdfast.client.link import Ends, Link
from holdfast.client.moving import export_request
from holdfast.client.outgoing import body, checked, unchecked
from holdfast.client.postbox import Postbox
from holdfast.client.sender import SenderState
from holdfast.client.spool import Spool
from holdfast.client.transport import Timeouts, Transport
from holdfast.client.tries import Answer, Request
from holdfast.domain.context import Context
from holdfast.domain.message import DEFAULT, Json
from holdfast.domain.recall import Explanation, Recall
from holdfast.domain.report import ImportReport
from holdfast.domain.session import Stretch
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.flow.window.dialog import WORDS, topic
from holdfast.flow.window.handover import Handover
from holdfast.flow.window.timing import Timing
from holdfast.memory import Memory, Moment
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.archive import Archive
from holdfast.namespaces.items import Items
from holdfast.namespaces.memo import Memo
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.sessions import Sessions
from holdfast.ports.clock import Clock
from holdfast.ports.live import LiveSession
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.settings import Settings, load_settings
from holdfast.wiring import SystemClock, limits_of

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])
Plain = TypeVar("Plain")


class _Far:
    """Something whose methods are done by a server."""

    def __init__(self, link: Link) -> None:
        self._link = link


def like(method: Callable[..., object]) -> Callable[[F], F]:
    """Gives a method written by hand the words and the signature of the plain one."""
    return cast(Callable[[F], F], functools.wraps(method))


def remote(method: Callable[Concatenate[Plain, P], T]) -> Callable[Concatenate[Any, P], T]:
    """The method of a plain class as one of its remote twin."""
    call = call_of(method)

    @functools.wraps(method)
    def ask(self: _Far, *args: P.args, **kwargs: P.kwargs) -> T:
        return cast(T, self._link.ask(call, args, kwargs))

    return cast(Callable[Concatenate[Any, P], T], ask)


def at_home(method: Callable[Concatenate[Plain, P], T]) -> Callable[Concatenate[Any, P], T]:
    """A method that works only where the memory is: from afar it says so."""

    @functools.wraps(method)
    def refuse(*_args: object, **_named: object) -> NoReturn:
        raise InvalidInput(
            f"{method.__name__} works only where the memory is, not through a server.",
            remedy="Call it on a Memory there; a server runs its jobs by itself.",
        )

    return cast(Callable[Concatenate[Any, P], T], refuse)


class RemoteMessages(_Far):
    """See `namespaces.messages.Messages`."""

    get = remote(Messages.get)
    versions = remote(Messages.versions)
    list = remote(Messages.list)
    latest = remote(Messages.latest)
    between = remote(Messages.between)

    @like(Messages.attachment)
    def attachment(self, user: str, ref: str) -> bytes | None:
        answer = self._link.send(attachment_request(user, ref, self._link.space))
        return attachment_of(answer, self._link.endpoint)


class RemoteSessions(_Far):
    """See `namespaces.sessions.Sessions`."""

    list = remote(Sessions.list)
    agents = remote(Sessions.agents)
    get = remote(Sessions.get)
    stretches = remote(Sessions.stretches)
    messages = remote(Sessions.messages)
    open = remote(Sessions.open)
    seal = remote(Sessions.seal)
    reopen = remote(Sessions.reopen)
    troubled = remote(Sessions.troubled)
    progress = remote(Sessions.progress)


class RemoteMemo(_Far):
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


class RemoteArchive(_Far):
    """See `namespaces.archive.Archive`."""

    enabled = remote(Archive.enabled)
    list = remote(Archive.list)
    faults = remote(Archive.faults)
    merge = remote(Archive.merge)
    compact = remote(Archive.compact)
    rebuild = remote(Archive.rebuild)


class RemoteItems(_Far):
    """See `namespaces.items.Items`."""

    add = remote(Items.add)
    put = remote(Items.put)
    get = remote(Items.get)
    find = remote(Items.find)
    between = remote(Items.between)
    remove = remote(Items.remove)


class RemoteAdmin(_Far):
    """See `namespaces.admin.Admin`."""

    users = remote(Admin.users)
    jobs = remote(Admin.jobs)
    retry = remote(Admin.retry)
    reindex = remote(Admin.reindex)
    drop_index = at_home(Admin.drop_index)
    run_jobs = at_home(Admin.run_jobs)
    serve_jobs = at_home(Admin.serve_jobs)
    stop_jobs = at_home(Admin.stop_jobs)
    check = remote(Admin.check)
    set_preference = remote(Admin.set_preference)
    unset_preference = remote(Admin.unset_preference)
    update_preference = at_home(Admin.update_preference)

    @like(Admin.preference)
    def preference(self, name: str, default: Json = None) -> Json:
        found = self._link.ask(call_of(Admin.preference), (name,), {})
        return default if found is None else found


class RemoteMemory(_Far, AbstractContextManager["RemoteMemory"]):
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
        for all spaces. `timeout` is how long a server may be silent, in seconds. `spool` is the
        file where messages wait that were added with `add_later`; what is left in it from before is
        sent now.
        """
        settings = settings or load_settings()
        endpoint, clock = endpoint_of(url, key), clock or SystemClock()
        transport = Transport(endpoint, _timeouts(timeout))
        place = spool_place(endpoint) if spool is None else spool
        postbox = Postbox(Path(place) if isinstance(place, str) else place, transport, clock)
        named = "" if space is None else checked_name(space, "space")
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

    @like(Memory.add)
    def add(
        self,
        user: str,
        messages: object,
        *,
        session: str = DEFAULT,
        agent: str = DEFAULT,
        at: Moment = None,
    ) -> list[str]:
        request = add_request(self._link, user, messages, session, agent, at)
        call = call_of(Memory.add)
        return cast(list[str], value_of(call, self._link.send(request), self._link.endpoint))

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
        """Wait until what was added with `add_later` is stored; False if that takes too long."""
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


def add_request(
    link: Link, user: str, messages: object, session: str, agent: str, at: Moment
) -> Request:
    """What has messages stored. They have ids, so it may be sent again."""
    user, session = checked_name(user, "user"), checked_name(session, "session")
    agent, now = checked_name(agent, "agent"), link.clock.now()
    outgoing = unchecked(messages, at=at, now=now, limits=link.limits)
    sent = body(user, session, agent, [each.message for each in outgoing])
    return Request("POST", "/v1/messages", body=sent, space=link.space)


def attachment_request(user: str, ref: str, space: str) -> Request:
    """What asks for a part of a message."""
    path = f"/v1/attachments/{in_path(ref, 'reference')}"
    return Request("GET", path, {"user": checked_name(user, "user")}, space=space)


def attachment_of(answer: Answer, endpoint: Endpoint) -> bytes | None:
    """The part, or None where there is none."""
    if is_good(answer):
        return answer.body
    if is_missing(answer):
        return None
    raise error_of(answer, endpoint)


def _timeouts(timeout: float | Timeouts | None) -> Timeouts:
    if timeout is None or isinstance(timeout, Timeouts):
        return timeout or Timeouts()
    return Timeouts(read=timeout)
