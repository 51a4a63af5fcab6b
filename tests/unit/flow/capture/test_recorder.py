"""The recorder: what many tell at once is kept as if each had come alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.domain.draft import Draft
from holdfast.domain.message import Selection
from holdfast.errors import Conflict
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.recorder import FEW, Heard, Recorder
from holdfast.flow.usual import Usual
from holdfast.ports.joint import Joint
from holdfast.stores.inmemory.store import InMemoryStore

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def heard(
    user: str, *texts: str, session: str = "s", later: float = 0, client_id: str | None = None
) -> Heard:
    now = NOW + timedelta(seconds=later)
    return Heard(
        user,
        session,
        "default",
        now,
        [Draft("user", text, now, client_id=client_id) for text in texts],
    )


def told(store: InMemoryStore, *given: Heard) -> list[list[str]]:
    joint = Recorder(Marker(None), Usual()).work(given[0])
    assert isinstance(joint, Joint)
    return list(store.write("home", joint.prepare(given)))


def log(store: InMemoryStore, user: str) -> list[tuple[str, str, int, int]]:
    rows = store.read("home", lambda unit: unit.log.find(user, Selection(), limit=99))
    return [(row.text, row.session, row.seq, row.number) for row in rows]


def test_each_gets_the_ids_of_its_own_messages():
    store = InMemoryStore()
    first, second, third = told(
        store, heard("ann", "a", "b"), heard("ben", "c"), heard("ann", "d", later=1)
    )
    assert log(store, "ann") == [("a", "s", 1, 1), ("b", "s", 2, 2), ("d", "s", 3, 3)]
    assert log(store, "ben") == [("c", "s", 1, 1)]
    rows = store.read("home", lambda unit: unit.log.get("ann", [*first, *third]))
    assert [row.text for row in rows] == ["a", "b", "d"]
    assert [row.stored_at - NOW for row in rows] == [
        timedelta(0),
        timedelta(0),
        timedelta(seconds=1),
    ]
    assert len(second) == 1


def test_sessions_of_one_user_are_numbered_apart():
    store = InMemoryStore()
    told(store, heard("ann", "a"), heard("ann", "x", session="t"), heard("ann", "b", later=1))
    assert log(store, "ann") == [("a", "s", 1, 1), ("b", "s", 2, 2), ("x", "t", 3, 1)]
    session = store.read("home", lambda unit: unit.sessions.get("ann", "t"))
    assert session is not None
    assert (session.first_seq, session.last_number) == (3, 1)


def test_a_stretch_that_is_over_ends_among_others():
    store = InMemoryStore()
    told(store, heard("ann", "a"), heard("ann", "b", later=3600), heard("ann", "c", later=3601))
    session = store.read("home", lambda unit: unit.sessions.get("ann", "s"))
    assert session is not None
    assert (session.stretch, session.first_number, session.last_number) == (2, 2, 3)


def test_what_two_send_with_one_id_is_kept_once():
    store = InMemoryStore()
    [[one], [two], [other]] = told(
        store,
        heard("ann", "a", client_id="c"),
        heard("ann", "a", client_id="c"),
        heard("ann", "a", session="t", client_id="c"),
    )
    assert one == two != other
    assert [text for text, *_ in log(store, "ann")] == ["a", "a"]


def test_what_two_send_otherwise_with_one_id_is_a_conflict():
    store = InMemoryStore()
    with pytest.raises(Conflict):
        told(store, heard("ann", "a", client_id="c"), heard("ann", "b", client_id="c"))
    assert log(store, "ann") == []


def test_many_messages_of_one_caller_are_marked_before_it_stands_in_line():
    recorder = Recorder(Marker(None), Usual())
    assert isinstance(recorder.work(heard("ann", *["a"] * FEW)), Joint)
    many = recorder.work(heard("ann", *["a"] * (FEW + 1)))
    assert not isinstance(many, Joint)
    assert len(InMemoryStore().write("home", many)) == FEW + 1
