"""Bind: keep the marks of users packed, so that the first question about one is quick."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from holdfast.flow.recall.binder import FULL, LEAST, binder
from holdfast.ports.marks import Makers
from holdfast.ports.pace import breathe
from holdfast.ports.sheaves import Leaf
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

if TYPE_CHECKING:
    from holdfast.ports.marks import Sheet

MOST = 4 * FULL
"""So many places are bound in one go: other work of the worker, and who stops it, waits so long."""

_USERS_AT_ONCE = 64


def bind_behind(store: Store, by: Makers) -> int:
    """Bind whose leaves have fallen behind, in every space, for a while; how many places were bound.

    It leaves no trace but the leaves: who is behind is seen in the store, by whoever looks next.
    """
    return sum(_bind_in(store, space, by) for space in store.spaces())


def _bind_in(store: Store, space: str, by: Makers) -> int:
    bound, beyond = 0, set[str]()
    while bound < MOST:
        name, limit = binder(by), _USERS_AT_ONCE + len(beyond)
        behind = store.read(
            space,
            lambda unit: unit.sheaves.behind(name, least=LEAST, limit=limit),  # noqa: B023
        )
        users = [user for user in behind if user not in beyond]
        if not users:
            break
        breathe()
        bound += store.write(space, partial(_bind_some, by, users, beyond))
    return bound


def _bind_some(by: Makers, users: list[str], beyond: set[str], unit: Unit) -> int:
    """Make no more leaves than hold one full one's messages: others wait for the lock.

    Who cannot be helped is noted among those `beyond`.
    """
    bound = 0
    for user in users:
        places = bind(unit, user, by)
        if not places:
            beyond.add(user)
        bound += places
        if bound >= FULL:
            break
    return bound


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
        data = _pressed(unit, user, sheet) if sheet.seqs else b""
    except (TypeError, ValueError, OverflowError):
        return 0  # no leaf can hold it, or a row is damaged: it is read row by row, which tells
    unit.sheaves.put(user, name, Leaf(after, upto, data))
    return upto - last


def _pressed(unit: Unit, user: str, sheet: Sheet) -> bytes:
    from holdfast.flow.recall.index import UserIndex  # numpy, which is slow to load
    from holdfast.flow.recall.leaf import pressed
    from holdfast.flow.recall.texts import MOST_MESSAGES, texts

    index = UserIndex(0)
    index.feed(sheet)
    told = None
    if len(sheet.seqs) <= MOST_MESSAGES:
        known = unit.log.texts(user, sheet.seqs)
        told = texts([known[seq] for seq in sheet.seqs if seq in known])
    return pressed(index.parts(sheet, told))
