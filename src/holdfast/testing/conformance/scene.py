"""Scene: a user with something in every port, and the calls that would disturb it.

`CHANGES` has an effective call of every method that changes something, `PROBES` a call of every
method there is, made by someone to whom the scene is none of their business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from holdfast.domain.item import ItemKind, ItemSelection
from holdfast.domain.job import Job, JobState
from holdfast.domain.memo import Memo
from holdfast.domain.message import Message, Selection
from holdfast.domain.session import SessionState
from holdfast.domain.user import Amount
from holdfast.ports.marks import Makers, Mark, Sheet
from holdfast.ports.sessions import FOREVER
from holdfast.ports.sheaves import Leaf, Volume
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import (
    AT,
    append,
    arrival,
    item,
    job,
    keep,
    later,
    message,
    session,
    stretch,
)

_ALL = Selection(all_versions=True)
_FACTS = ItemSelection(kind=ItemKind.FACT)
_FAR = 10_000_000
_SPAN = (AT, later(_FAR))
_BY, _OTHERS = Makers("a1", "m1"), Makers("a9", "m9")
_BINDER, _LEAF = "binder", Leaf(0, 3, b"leaf")
_MARK = Mark("a1", b"\1\0\0\0", 1, "m1", b"\5")


@dataclass(frozen=True)
class Scene:
    """Whose scene it is, and the jobs in it."""

    space: str
    user: str
    held: Job
    dead: Job


def furnish(store: Store, space: str, user: str) -> Scene:
    """Put something into every port. Ids do not depend on the space."""
    store.write(space, lambda unit: _furnish_rows(unit, user))
    dead = _leased(store, job(f"{user}-dead", space=space, user=user))
    store.write(
        space,
        lambda unit: unit.jobs.fail(dead, error="broke", state=JobState.DEAD, run_at=AT),
    )
    held = _leased(store, job(f"{user}-held", space=space, user=user))
    waiting = job(f"{user}-waiting", space=space, user=user, at=later(_FAR))
    store.write(space, lambda unit: unit.jobs.enqueue(waiting))
    return Scene(space=space, user=user, held=held, dead=dead)


def picture(unit: Unit, user: str) -> dict[str, object]:
    """All that can be read of a user and of the space's preferences."""
    return {
        "known": user in unit.users.names(),
        "stamp": unit.users.stamp(user),
        "log": unit.log.find(user, _ALL, limit=1000),
        "newest": unit.log.find(user, Selection(), limit=1000),
        "days": unit.days.spells(user, _SPAN),
        "sent": unit.log.sent(user, "s", ["c1", "c9"]),
        "attachments": unit.attachments.of(user, ["m1", "m2", "m9"]),
        "bytes": [unit.attachments.load(user, ref) for ref in ("r1", "r9")],
        "sessions": unit.sessions.latest(user),
        "agents": unit.sessions.agents(user),
        "active": unit.sessions.active(user),
        "stretches": unit.stretches.of(user, "s"),
        "unsettled": unit.stretches.unsettled(user),
        "memos": unit.memos.of(user),
        "unfolded": unit.memos.unfolded(user, "default", after=0, before=99, limit=99),
        "marks": unit.marks.since(user, 0, _BY),
        "sheaf": unit.sheaves.of(user, _BINDER),
        "stale": unit.marks.stale(user, _BY, after_seq=0, limit=1000),
        "stale in all": [count for name, count in unit.marks.count_stale(_BY) if name == user],
        "items": unit.items.find(user),
        "selected": unit.items.select(user, _FACTS, limit=9),
        "provisional": [each for each in unit.items.provisional() if each.user == user],
        "sourced": unit.items.sourced_from(user, ["m1", "m2", "m9"]),
        "jobs": [each for each in unit.jobs.find() if each.user == user],
        "preferences": unit.preferences.all(),
    }


def _furnish_rows(unit: Unit, user: str) -> None:
    keep(
        unit,
        message("m1", 1, user=user, session="s", extra={"a": [1]}, client_id="c1"),
        message("m2", 2, user=user, session="s"),
        message("m1", 3, user=user, session="s", version=2),
    )
    unit.attachments.keep(user, "m1", "r1", b"bytes")
    unit.sessions.advance(user, "s", arrival(2), FOREVER)
    unit.stretches.put(stretch("s", user=user), expect=0)
    unit.memos.put(Memo(user=user, agent="default", hidden={"m1": "r"}), expect=0)
    unit.marks.put(user, [(2, _MARK), (3, _MARK._replace(analysis="a0"))])
    unit.sheaves.put(user, _BINDER, _LEAF)
    unit.items.put(item("i1", user=user, attributes={"a": [1]}), expect=0)
    unit.items.put(replace(item("i2", user=user, sources=("m2",)), provisional=True), expect=0)
    if unit.preferences.get("idle") is None:
        unit.preferences.put("idle", {"minutes": [5]}, expect=0)


def _leased(store: Store, given: Job) -> Job:
    """Enqueue a job, the only one that is due, and take it up."""
    store.write(given.space, lambda unit: unit.jobs.enqueue(given))
    leased = store.lease("worker", now=AT, until=later(_FAR), attempts=5)
    assert leased is not None
    assert (leased.space, leased.id) == (given.space, given.id)
    return leased


def _append(unit: Unit, scene: Scene) -> None:
    append(
        unit,
        [
            message("m2", 8, user=scene.user, session="s", version=2),
            message("m9", 9, user=scene.user, session="s", client_id="c9"),
        ],
    )


def _change_session(unit: Unit, scene: Scene) -> None:
    found = unit.sessions.get(scene.user, "s")
    assert found is not None
    unit.sessions.put(replace(found, state=SessionState.SEALED), expect=found.revision)


def _change_stretch(unit: Unit, scene: Scene) -> None:
    found = unit.stretches.get(scene.user, "s", 1)
    assert found is not None
    unit.stretches.put(replace(found, state=SessionState.SEALED), expect=found.revision)


def _change_memo(unit: Unit, scene: Scene) -> None:
    found = unit.memos.get(scene.user, "default")
    assert found is not None
    unit.memos.put(replace(found, folded_to=7), expect=found.revision)


def _change_item(unit: Unit, scene: Scene) -> None:
    [found] = unit.items.get(scene.user, ["i1"])
    unit.items.put(replace(found, text="new", sources=("m9",)), expect=found.revision)


def _change_preference(unit: Unit, _: Scene) -> None:
    found = unit.preferences.get("idle")
    assert found is not None
    unit.preferences.put("idle", "new", expect=found.revision)


Change = Callable[[Unit, Scene], object]

CHANGES: Mapping[str, Change] = {
    "users.advance": lambda unit, scene: unit.users.advance(scene.user, 5),
    "users.renew": lambda unit, scene: unit.users.renew(scene.user),
    "users.remark": lambda unit, scene: unit.users.remark(scene.user),
    "users.remove": lambda unit, scene: unit.users.remove(scene.user),
    "log.append": _append,
    "log.remove": lambda unit, scene: unit.log.remove(scene.user, ["m1"]),
    "attachments.keep": lambda unit, scene: unit.attachments.keep(scene.user, "m9", "r9", b"new"),
    "attachments.remove": lambda unit, scene: unit.attachments.remove(scene.user, ["m1"]),
    "sessions.advance": lambda unit, scene: unit.sessions.advance(
        scene.user, "s", arrival(3, later(5)), FOREVER
    ),
    "sessions.put": _change_session,
    "sessions.remove": lambda unit, scene: unit.sessions.remove(scene.user, ["s"]),
    "stretches.put": _change_stretch,
    "stretches.remove": lambda unit, scene: unit.stretches.remove(scene.user, ["s"]),
    "memos.put": _change_memo,
    "memos.remove": lambda unit, scene: unit.memos.remove(scene.user, ["default"]),
    "marks.put": lambda unit, scene: unit.marks.put(scene.user, [(3, _MARK)]),
    "sheaves.put": lambda unit, scene: unit.sheaves.put(scene.user, _BINDER, Leaf(3, 9, b"new")),
    "sheaves.drop": lambda unit, scene: unit.sheaves.drop(scene.user),
    "items.put": _change_item,
    "items.remove": lambda unit, scene: unit.items.remove(scene.user, ["i1"]),
    "jobs.enqueue": lambda unit, scene: unit.jobs.enqueue(
        job(f"{scene.user}-new", space=scene.space, user=scene.user)
    ),
    "jobs.advance": lambda unit, scene: unit.jobs.advance(
        replace(scene.held, done=7), leased_until=later(99)
    ),
    "jobs.finish": lambda unit, scene: unit.jobs.finish(scene.held),
    "jobs.fail": lambda unit, scene: unit.jobs.fail(
        scene.held, error="new", state=JobState.WAITING, run_at=later(99)
    ),
    "jobs.retry": lambda unit, scene: unit.jobs.retry(scene.dead.id, run_at=later(99)),
    "jobs.remove": lambda unit, scene: unit.jobs.remove(scene.user),
    "preferences.put": _change_preference,
    "preferences.remove": lambda unit, _: unit.preferences.remove("idle"),
}
"""What would change a furnished scene."""

ORDER = sorted(CHANGES, key=lambda name: name.endswith(("remove", "finish", "fail", "drop")))
"""All changes in an order in which each still finds something to change."""


@dataclass(frozen=True)
class Probe:
    """A call by another, and the answer that shows they saw nothing.

    `by_user` says that the call names a user, so that another user of the space must see nothing
    either.
    """

    ask: Callable[[Unit, Scene], object]
    nothing: object
    by_user: bool = True


def _probe_append(unit: Unit, scene: Scene) -> list[Message]:
    own = [message("m1", 1, user=scene.user, session="s", text="own", client_id="c1")]
    keep(unit, *own)
    return unit.log.get(scene.user, ["m1", "m2"])[1:]


def _probe_keep(unit: Unit, scene: Scene) -> bytes | None:
    unit.attachments.keep(scene.user, "m1", "r1", b"own")
    return unit.attachments.load(scene.user, "r1")


def _probe_marks(unit: Unit, scene: Scene) -> list[tuple[int, bytes | None]]:
    keep(unit, message("m3", 3, user=scene.user))
    unit.marks.put(scene.user, [(3, _MARK._replace(terms=b"own"))])
    sheet = unit.marks.since(scene.user, 0, _BY)
    return list(zip(sheet.seqs, sheet.terms, strict=True))


def _probe_sheaves(unit: Unit, scene: Scene) -> list[Leaf]:
    unit.sheaves.put(scene.user, _BINDER, Leaf(3, 9, b"own"))
    return unit.sheaves.of(scene.user, _BINDER)


def _probe_enqueue(unit: Unit, scene: Scene) -> bool:
    id_ = f"{scene.user}-held"
    key = scene.held.key
    return unit.jobs.enqueue(job(id_, space=scene.space, user=scene.user, key=key))


PROBES: Mapping[str, Probe] = {
    "users.advance": Probe(lambda unit, scene: unit.users.advance(scene.user, 2).last_seq, 2),
    "users.stamp": Probe(lambda unit, scene: unit.users.stamp(scene.user), None),
    "users.renew": Probe(lambda unit, scene: unit.users.renew(scene.user), None),
    "users.remark": Probe(lambda unit, scene: unit.users.remark(scene.user), None),
    "users.names": Probe(lambda unit, _: unit.users.names(), [], by_user=False),
    "users.remembered": Probe(lambda unit, _: unit.users.remembered(), [], by_user=False),
    "users.amount": Probe(lambda unit, scene: unit.users.amount(scene.user), Amount(0, 0)),
    "users.remove": Probe(lambda unit, scene: unit.users.remove(scene.user), None),
    "log.append": Probe(_probe_append, []),
    "log.get": Probe(lambda unit, scene: unit.log.get(scene.user, ["m1", "m2"]), []),
    "log.texts": Probe(lambda unit, scene: unit.log.texts(scene.user, [1, 2, 3]), {}),
    "log.versions": Probe(lambda unit, scene: unit.log.versions(scene.user, "m1"), []),
    "log.sent": Probe(lambda unit, scene: unit.log.sent(scene.user, "s", ["c1"]), {}),
    "log.find": Probe(lambda unit, scene: unit.log.find(scene.user, _ALL, limit=9), []),
    "log.between": Probe(lambda unit, scene: unit.log.between(scene.user, _ALL, limit=9), []),
    "days.counts": Probe(lambda unit, scene: unit.days.counts(scene.user, _SPAN), [0]),
    "days.spells": Probe(lambda unit, scene: unit.days.spells(scene.user, _SPAN), []),
    "days.beside": Probe(
        lambda unit, scene: unit.days.beside(scene.user, later(_FAR), AT), (None, None)
    ),
    "log.remove": Probe(lambda unit, scene: unit.log.remove(scene.user, ["m1", "m2"]), 0),
    "attachments.keep": Probe(_probe_keep, b"own"),
    "attachments.load": Probe(lambda unit, scene: unit.attachments.load(scene.user, "r1"), None),
    "attachments.of": Probe(lambda unit, scene: unit.attachments.of(scene.user, ["m1"]), []),
    "attachments.remove": Probe(lambda unit, scene: unit.attachments.remove(scene.user, ["m1"]), 0),
    "sessions.advance": Probe(
        lambda unit, scene: unit.sessions.advance(scene.user, "s", arrival(3, later(5)), FOREVER),
        1,
    ),
    "sessions.get": Probe(lambda unit, scene: unit.sessions.get(scene.user, "s"), None),
    "sessions.latest": Probe(lambda unit, scene: unit.sessions.latest(scene.user), []),
    "sessions.agents": Probe(lambda unit, scene: unit.sessions.agents(scene.user), []),
    "sessions.lately": Probe(lambda unit, _: unit.sessions.lately(), [], by_user=False),
    "sessions.put": Probe(
        lambda unit, scene: unit.sessions.put(session("s", user=scene.user), expect=0).revision, 1
    ),
    "sessions.active": Probe(lambda unit, scene: unit.sessions.active(scene.user), []),
    "stretches.get": Probe(lambda unit, scene: unit.stretches.get(scene.user, "s", 1), None),
    "stretches.of": Probe(lambda unit, scene: unit.stretches.of(scene.user, "s"), []),
    "stretches.put": Probe(
        lambda unit, scene: unit.stretches.put(stretch("s", user=scene.user), expect=0).revision, 1
    ),
    "stretches.unsettled": Probe(lambda unit, scene: unit.stretches.unsettled(scene.user), []),
    "stretches.remove": Probe(lambda unit, scene: unit.stretches.remove(scene.user, ["s"]), 0),
    "memos.get": Probe(lambda unit, scene: unit.memos.get(scene.user, "default"), None),
    "memos.of": Probe(lambda unit, scene: unit.memos.of(scene.user), []),
    "memos.unfolded": Probe(
        lambda unit, scene: unit.memos.unfolded(scene.user, "default", after=0, before=99, limit=9),
        [],
    ),
    "memos.count_unfolded": Probe(
        lambda unit, scene: unit.memos.count_unfolded(scene.user, "default"), 0
    ),
    "memos.put": Probe(
        lambda unit, scene: (
            unit.memos.put(Memo(user=scene.user, agent="default"), expect=0).revision
        ),
        1,
    ),
    "memos.remove": Probe(lambda unit, scene: unit.memos.remove(scene.user, ["default"]), 0),
    "sessions.remove": Probe(lambda unit, scene: unit.sessions.remove(scene.user, ["s"]), 0),
    "marks.put": Probe(_probe_marks, [(3, b"own")]),
    "marks.since": Probe(lambda unit, scene: unit.marks.since(scene.user, 0, _BY), Sheet()),
    "marks.stale": Probe(
        lambda unit, scene: unit.marks.stale(scene.user, _OTHERS, after_seq=0, limit=9), []
    ),
    "marks.count_stale": Probe(lambda unit, _: unit.marks.count_stale(_OTHERS), [], by_user=False),
    "sheaves.of": Probe(lambda unit, scene: unit.sheaves.of(scene.user, _BINDER), []),
    "sheaves.reach": Probe(lambda unit, scene: unit.sheaves.reach(scene.user, _BINDER), (0, 0)),
    "sheaves.put": Probe(_probe_sheaves, [Leaf(3, 9, b"own")]),
    "sheaves.drop": Probe(lambda unit, scene: unit.sheaves.drop(scene.user), None),
    "sheaves.behind": Probe(
        lambda unit, _: unit.sheaves.behind("other", least=1, limit=9), [], by_user=False
    ),
    "sheaves.volume": Probe(lambda unit, _: unit.sheaves.volume(), Volume(0, 0), by_user=False),
    "items.put": Probe(
        lambda unit, scene: unit.items.put(item("i1", user=scene.user), expect=0).revision, 1
    ),
    "items.get": Probe(lambda unit, scene: unit.items.get(scene.user, ["i1", "i2"]), []),
    "items.select": Probe(lambda unit, scene: unit.items.select(scene.user, _FACTS, limit=9), []),
    "items.provisional": Probe(lambda unit, _: unit.items.provisional(), [], by_user=False),
    "items.find": Probe(lambda unit, scene: unit.items.find(scene.user), []),
    "items.sourced_from": Probe(
        lambda unit, scene: unit.items.sourced_from(scene.user, ["m1", "m2"]), []
    ),
    "items.remove": Probe(lambda unit, scene: unit.items.remove(scene.user, ["i1", "i2"]), 0),
    "jobs.enqueue": Probe(_probe_enqueue, True),
    "jobs.advance": Probe(
        lambda unit, scene: unit.jobs.advance(scene.held, leased_until=later(99)),
        False,
        by_user=False,
    ),
    "jobs.finish": Probe(lambda unit, scene: unit.jobs.finish(scene.held), False, by_user=False),
    "jobs.fail": Probe(
        lambda unit, scene: unit.jobs.fail(
            scene.held, error="", state=JobState.DEAD, run_at=later(99)
        ),
        False,
        by_user=False,
    ),
    "jobs.get": Probe(lambda unit, scene: unit.jobs.get(scene.held.id), None, by_user=False),
    "jobs.find": Probe(lambda unit, _: unit.jobs.find(), [], by_user=False),
    "jobs.retry": Probe(
        lambda unit, scene: unit.jobs.retry(scene.dead.id, run_at=later(99)), 0, by_user=False
    ),
    "jobs.remove": Probe(lambda unit, scene: unit.jobs.remove(scene.user), 0),
    "preferences.get": Probe(lambda unit, _: unit.preferences.get("idle"), None, by_user=False),
    "preferences.put": Probe(
        lambda unit, _: unit.preferences.put("idle", "own", expect=0).revision, 1, by_user=False
    ),
    "preferences.remove": Probe(
        lambda unit, _: unit.preferences.remove("idle"), False, by_user=False
    ),
    "preferences.all": Probe(lambda unit, _: unit.preferences.all(), [], by_user=False),
}
"""What another space, or another user, may try."""
