"""The namespaces of a remote memory, and how a method of the library becomes one from afar."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar, cast

from holdfast.client.answers import error_of, is_good
from holdfast.client.asking import call_of, in_path, is_missing
from holdfast.client.link import Link
from holdfast.client.tries import Answer, Request
from holdfast.domain.message import Json
from holdfast.domain.preference import Preference
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.archive import Archive
from holdfast.namespaces.buffers import Buffers
from holdfast.namespaces.events import Events
from holdfast.namespaces.items import Items
from holdfast.namespaces.memo import Memo
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.profile import Profile
from holdfast.namespaces.sessions import Sessions
from holdfast.providers.openai_compatible.endpoint import Endpoint

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])
Plain = TypeVar("Plain")


class Far:
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
    def ask(self: Far, *args: P.args, **kwargs: P.kwargs) -> T:
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


class RemoteMessages(Far):
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
    def attachment(self, user: str, ref: str) -> bytes | None:
        answer = self._link.send(attachment_request(user, ref, self._link.space))
        return bytes_of(answer, self._link.endpoint)


class RemoteSessions(Far):
    """See `namespaces.sessions.Sessions`."""

    list = remote(Sessions.list)
    by_day = remote(Sessions.by_day)
    agents = remote(Sessions.agents)
    last_message = remote(Sessions.last_message)
    get = remote(Sessions.get)
    stretches = remote(Sessions.stretches)
    learning = remote(Sessions.learning)
    messages = remote(Sessions.messages)
    turns = remote(Sessions.turns)
    derived = remote(Sessions.derived)
    open = remote(Sessions.open)
    seal = remote(Sessions.seal)
    reopen = remote(Sessions.reopen)
    lately = remote(Sessions.lately)
    troubled = remote(Sessions.troubled)
    progress = remote(Sessions.progress)


class RemoteMemo(Far):
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


class RemoteArchive(Far):
    """See `namespaces.archive.Archive`."""

    enabled = remote(Archive.enabled)
    list = remote(Archive.list)
    files = remote(Archive.files)
    faults = remote(Archive.faults)
    merge = remote(Archive.merge)
    compact = remote(Archive.compact)
    rebuild = remote(Archive.rebuild)

    @like(Archive.read)
    def read(self, user: str, agent: str, name: str) -> bytes | None:
        answer = self._link.send(archive_request(user, agent, name, self._link.space))
        return bytes_of(answer, self._link.endpoint)


class RemoteProfile(Far):
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


class RemoteEvents(Far):
    """See `namespaces.events.Events`."""

    list = remote(Events.list)
    get = remote(Events.get)
    tell = remote(Events.tell)
    edit = remote(Events.edit)
    remove = remote(Events.remove)
    retell = remote(Events.retell)
    tag = remote(Events.tag)
    annotate = remote(Events.annotate)


class RemoteBuffers(Far):
    """See `namespaces.buffers.Buffers`."""

    add = remote(Buffers.add)
    waiting = remote(Buffers.waiting)
    flush = remote(Buffers.flush)
    ended = remote(Buffers.ended)
    usage = remote(Buffers.usage)


class RemoteItems(Far):
    """See `namespaces.items.Items`."""

    add = remote(Items.add)
    put = remote(Items.put)
    get = remote(Items.get)
    find = remote(Items.find)
    between = remote(Items.between)
    derived = remote(Items.derived)
    remove = remote(Items.remove)


class RemoteAdmin(Far):
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
    def preference(self, name: str, default: Json = None) -> Json:
        name = checked_name(name, "preference")
        return preferred(self.preferences(), name, default)


def preferred(preferences: list[Preference], name: str, default: Json) -> Json:
    """The value of the one of that name, or the default. One that is set to null is set."""
    return next((each.value for each in preferences if each.name == name), default)


def attachment_request(user: str, ref: str, space: str) -> Request:
    """What asks for a part of a message."""
    path = f"/v1/attachments/{in_path(ref, 'reference')}"
    return Request("GET", path, {"user": checked_name(user, "user")}, space=space)


def archive_request(user: str, agent: str, name: str, space: str) -> Request:
    """What asks for a file of the archives."""
    query = {"user": checked_name(user, "user"), "agent": checked_name(agent, "agent")}
    name = checked_name(name, "archive")
    return Request("GET", "/v1/archive/file", {**query, "name": name}, space=space)


def bytes_of(answer: Answer, endpoint: Endpoint) -> bytes | None:
    """The part or the file, or None where there is none."""
    if is_good(answer):
        return answer.body
    if is_missing(answer):
        return None
    raise error_of(answer, endpoint)
