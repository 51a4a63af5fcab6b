"""Forget: follow the sources through every view, and write down what went."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.domain.ids import new_id
from holdfast.domain.item import Item
from holdfast.domain.job import Job, asked
from holdfast.domain.message import DEFAULT, Message, Selection
from holdfast.domain.receipt import Receipt
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.capture.names import fault_in
from holdfast.flow.condense.request import FOLD
from holdfast.flow.condense.review import REVIEW
from holdfast.flow.condense.summaries import resting_on, take_back
from holdfast.flow.extract.refold import refold
from holdfast.flow.extract.request import LEARN
from holdfast.flow.extract.unlearn import follow
from holdfast.flow.maintain.archive.request import archived_with, request_archiving
from holdfast.flow.maintain.erase import Erase
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

ERASE = "erase"
"""The kind of job that removes forgotten bytes from the files."""

_ALL = 1 << 62


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is to be forgotten of a user: exactly one of these."""

    message: str | None = None
    session: str | None = None
    agent: str | None = None
    everything: bool = False

    def __post_init__(self) -> None:
        if self.everything is not True and self.everything is not False:
            raise InvalidInput(
                f"'everything' must be True or False, not {self.everything!r:.40}.",
                remedy="everything=True forgets the whole user.",
            )
        named = [self.message, self.session, self.agent, self.everything or None]
        if sum(value is not None for value in named) != 1:
            raise InvalidInput(
                "Forgetting needs exactly one of message, session, agent or everything.",
                remedy="Name one; everything=True forgets the whole user.",
            )
        name: object = self.name
        if not isinstance(name, str) or fault_in(name):
            raise InvalidInput(f"The {self.noun}'s name is not one.")

    @property
    def name(self) -> str:
        """What is to be forgotten, by its own name."""
        named = (self.message, self.session, self.agent)
        return next((name for name in named if name is not None), "everything")

    @property
    def noun(self) -> str:
        """The kind of thing it is; the receipt does not repeat the name."""
        names = ("message", "session", "agent")
        return next((n for n in names if getattr(self, n) is not None), "user")


def preview(unit: Unit, user: str, scope: Scope) -> Receipt:
    """What would go. Raises NotFound when there is nothing of that name."""
    messages = _chosen(unit, user, scope)
    ids = list(dict.fromkeys(message.id for message in messages))
    return Receipt(
        scope=scope.noun,
        messages=len(ids),
        versions=len(messages),
        sessions=len(_emptied(unit, user, scope, messages)),
        terms=len(messages),
        attachments=len(unit.attachments.of(user, ids)),
        items=len(resting_on(unit, user, _items(unit, user, scope, ids))),
        jobs=len(unit.jobs.find(user=user, limit=_ALL)) if scope.everything else 0,
        message_ids=tuple(ids),
        erased=False,
    )


def forget(
    unit: Unit, user: str, scope: Scope, now: datetime, *, archived: bool = False
) -> tuple[Receipt, Job]:
    """Remove it from every view. The job that erases the bytes is part of the same change.

    Where stretches are `archived`, it also names those whose archives hold some of it, and what is
    left of them is archived again.
    """
    messages = _chosen(unit, user, scope)
    ids = list(dict.fromkeys(message.id for message in messages))
    touched = archived_with(unit, user, messages) if archived else []
    sessions = _emptied(unit, user, scope, messages)
    gone = take_back(unit, user, _items(unit, user, scope, ids), now)
    receipt = Receipt(
        scope=scope.noun,
        messages=len(ids),
        items=len(gone),
        attachments=unit.attachments.remove(user, ids),
        terms=len(messages),
        versions=unit.log.remove(user, ids),
        sessions=unit.sessions.remove(user, sessions),
        jobs=unit.jobs.remove(user) if scope.everything else 0,
        message_ids=tuple(ids),
        erased=False,
    )
    unit.stretches.remove(user, sessions)
    if not scope.everything:
        follow(unit, user, gone, now)
    _forget_memos(unit, user, scope, ids)
    if scope.everything:
        unit.users.remove(user)
    else:
        unit.users.renew(user)
    if scope.agent is not None:
        _hand_over(unit, user, scope.agent)
    _drop_jobs(unit, user, scope, sessions)
    for stretch in touched:
        if stretch.session not in sessions:
            request_archiving(unit, stretch, now)
    job = _erasing(now, user, [stretch.id for stretch in touched])
    unit.jobs.enqueue(job)
    return receipt, job


def settle(
    store: Store, space: str, receipt: Receipt, job: Job, now: datetime, erase: Erase
) -> Receipt:
    """After the change is durable: clear backups, erase the bytes now, or leave it to the job."""
    receipt = replace(receipt, backups=store.expire_backups(now))
    if not erase.erase(store, replace(job, space=space)):
        return replace(receipt, job=job.id)
    store.write(space, lambda unit: unit.jobs.finish(job))
    return replace(receipt, erased=True)


def _erasing(now: datetime, user: str, stretches: list[str]) -> Job:
    """A job of its own for each forgetting: one that runs already may have looked too early."""
    payload = {"of": user, "stretches": stretches} if stretches else None
    return asked(ERASE, "", now, key=new_id(), payload=payload)


def _chosen(unit: Unit, user: str, scope: Scope) -> list[Message]:
    """Every version of every message meant."""
    if unit.users.stamp(user) is None:
        raise NotFound(f"Nobody called {user!r} is remembered.")
    if scope.message is not None:
        found = unit.log.versions(user, scope.message)
    else:
        which = Selection(session=scope.session, agent=scope.agent, all_versions=True)
        found = unit.log.find(user, which, limit=_ALL)
    known_session = scope.session is not None and unit.sessions.get(user, scope.session)
    if not found and not scope.everything and not known_session:
        raise NotFound(f"{user!r} has no {scope.noun} {scope.name!r}.")
    return found


def _emptied(unit: Unit, user: str, scope: Scope, messages: list[Message]) -> list[str]:
    """The sessions that go too: the one named, or those that keep no message."""
    if scope.session is not None:
        return [scope.session]
    if scope.everything:
        return [session.name for session in unit.sessions.latest(user, limit=_ALL)]
    if scope.message is not None:
        return []  # a conversation that goes on keeps its running numbers
    gone: dict[str, set[str]] = {}
    for message in messages:
        gone.setdefault(message.session, set()).add(message.id)
    return [name for name, ids in gone.items() if _holds_only(unit, user, name, ids)]


def _holds_only(unit: Unit, user: str, session: str, ids: set[str]) -> bool:
    held = unit.log.find(user, Selection(session=session), limit=len(ids) + 1)
    return {message.id for message in held} <= ids


def _items(unit: Unit, user: str, scope: Scope, ids: list[str]) -> list[Item]:
    """Knowledge that comes from what is forgotten; all of it, where the user is."""
    if scope.everything:
        return unit.items.find(user, limit=_ALL)
    return unit.items.sourced_from(user, ids)


def _hand_over(unit: Unit, user: str, agent: str) -> None:
    """Sessions that others spoke in too do not keep the name of an agent that is gone."""
    for session in unit.sessions.latest(user, limit=_ALL):
        stretches = [s for s in unit.stretches.of(user, session.name) if s.agent == agent]
        if session.agent != agent and not stretches:
            continue
        left = unit.log.find(user, Selection(session=session.name), limit=1)
        other = left[0].agent if left else DEFAULT
        unit.sessions.put(replace(session, agent=other), expect=session.revision)
        for stretch in stretches:
            unit.stretches.put(replace(stretch, agent=other), expect=stretch.revision)


def _drop_jobs(unit: Unit, user: str, scope: Scope, sessions: list[str]) -> None:
    """Nothing is left to do for what is gone, and no job keeps its name."""
    gone = [
        job
        for job in unit.jobs.find(user=user, limit=_ALL)
        if (job.kind in (FOLD, REVIEW) and job.key == scope.agent)
        or job.payload.get("session") in sessions
    ]
    for job in gone:
        unit.jobs.remove(user, job.id)
    if any(job.kind == LEARN for job in gone):
        refold(unit, user)  # others may have left to these what they had learned


def _forget_memos(unit: Unit, user: str, scope: Scope, ids: list[str]) -> None:
    """An agent's memo goes with the agent; no memo names a message that is gone."""
    if scope.everything or scope.agent is not None:
        agents = [memo.agent for memo in unit.memos.of(user)]
        unit.memos.remove(user, agents if scope.agent is None else [scope.agent])
    gone = set(ids)
    for memo in unit.memos.of(user):
        rest = memo.without(gone)
        if rest != memo:
            unit.memos.put(rest, expect=memo.revision)
