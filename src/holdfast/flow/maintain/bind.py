"""Bind: keep the marks of users packed, so that the first question about one is quick."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from holdfast.domain.job import Job, asked
from holdfast.flow.lease import Held
from holdfast.flow.recall.binder import FULL, LEAST, binder
from holdfast.ports.marks import Makers
from holdfast.ports.sheaves import Leaf
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

if TYPE_CHECKING:
    from holdfast.ports.marks import Sheet

BIND = "bind"
_USERS_AT_ONCE = 64


def request_binding(store: Store, by: Makers, now: datetime) -> None:
    """Ask for it in every space where somebody's leaves have fallen behind."""
    name = binder(by)
    for space in store.spaces():
        if store.read(space, lambda unit: unit.sheaves.behind(name, least=LEAST, limit=1)):
            store.write(space, lambda unit: unit.jobs.enqueue(asked(BIND, "", now)))


class Bind:
    """The handler of the job. It keeps no cursor: who is behind is seen in the store."""

    def __init__(self, by: Makers) -> None:
        self._by = by

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """Bind a few leaves at a time, until nobody is behind who can be helped."""
        beyond: set[str] = set()
        while users := self._behind(store, job.space, beyond):
            job = held.step(store, job, partial(self._bind, users, beyond))
            if held.stopping():
                held.give_back(store, job)
                return
        held.finish(store, job)

    def _behind(self, store: Store, space: str, beyond: set[str]) -> list[str]:
        name, limit = binder(self._by), _USERS_AT_ONCE + len(beyond)
        found = store.read(space, lambda unit: unit.sheaves.behind(name, least=LEAST, limit=limit))
        return [user for user in found if user not in beyond]

    def _bind(self, users: list[str], beyond: set[str], unit: Unit, job: Job) -> Job:
        """Make no more leaves than hold one full one's messages: others wait for the lock."""
        bound = 0
        for user in users:
            places = bind(unit, user, self._by)
            if not places:
                beyond.add(user)
            bound += places
            if bound >= FULL:
                break
        return replace(job, done=job.done + bound)


def bind(unit: Unit, user: str, by: Makers) -> int:
    """Make the user's next leaf, or the last one anew; how many places it goes further.

    It is made of what the same unit reads, so that nothing can come in between. It ends before the
    first message that is not analysed yet.
    """
    stamp, name = unit.users.stamp(user), binder(by)
    if stamp is None:
        return 0
    after, last = unit.sheaves.reach(user, name)
    if last - after >= FULL:
        after = last
    upto = min(after + FULL, stamp.last_seq)
    sheet = unit.marks.since(user, after, by, upto=upto)
    if None in sheet.terms:
        upto = sheet.seqs[sheet.terms.index(None)] - 1
        sheet = unit.marks.since(user, after, by, upto=upto)
    if upto <= last:
        return 0
    try:
        data = _pressed(sheet) if sheet.seqs else b""
    except ValueError:  # it has what no leaf can hold, and is read row by row for ever
        return 0
    unit.sheaves.put(user, name, Leaf(after, upto, data))
    return upto - last


def _pressed(sheet: Sheet) -> bytes:
    from holdfast.flow.recall.index import UserIndex  # numpy, which is slow to load
    from holdfast.flow.recall.leaf import pressed

    index = UserIndex(0)
    index.feed(sheet)
    return pressed(index.parts(sheet))
