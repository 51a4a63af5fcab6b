"""Acceptance tests of the capabilities that a store answers for."""

from __future__ import annotations

import itertools
import threading
from dataclasses import fields, replace

import pytest

from holdfast.domain.item import Item
from holdfast.domain.message import Selection
from holdfast.errors import Conflict
from holdfast.ports.sessions import FOREVER
from holdfast.ports.store import Store
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, arrival, item, keep, message
from holdfast.testing.conformance.expect import together
from holdfast.testing.conformance.scene import PROBES, furnish, picture


@pytest.mark.capability("A23")
@pytest.mark.parametrize("name", [name for name, probe in PROBES.items() if probe.by_user])
def test_two_users_never_see_each_others_rows(store: Store, name: str) -> None:
    scene, probe = furnish(store, SPACE, ANN), PROBES[name]
    before = store.read(SPACE, lambda unit: picture(unit, ANN))
    other = replace(scene, user=BEN)
    assert store.write(SPACE, lambda unit: probe.ask(unit, other)) == probe.nothing
    assert store.read(SPACE, lambda unit: picture(unit, ANN)) == before


@pytest.mark.capability("A23")
def test_two_sessions_never_see_each_others_rows(store: Store) -> None:
    given = [message(name, seq, session=name, client_id="c1") for seq, name in enumerate("st", 1)]
    store.write(SPACE, lambda unit: keep(unit, *given))
    found = store.read(SPACE, lambda unit: unit.log.find(ANN, Selection(session="s"), limit=9))
    assert found == given[:1]
    assert store.read(SPACE, lambda unit: unit.log.sent(ANN, "t", ["c1"])) == {"c1": given[1]}


@pytest.mark.capability("H15")
def test_no_field_of_a_stored_item_is_null(store: Store) -> None:
    store.write(SPACE, lambda unit: unit.items.put(item("i1", sources=("m1",)), expect=0))
    [kept] = store.read(SPACE, lambda unit: unit.items.find(ANN))
    empty = [each.name for each in fields(Item) if getattr(kept, each.name) is None]
    assert empty == []
    assert kept.sources == ("m1",)
    assert kept.importance == 0.5
    assert kept.expires_at == item("i1").expires_at


@pytest.mark.capability("H22")
def test_of_two_writers_one_conflicts_and_no_update_is_lost(store: Store) -> None:
    store.write(SPACE, lambda unit: unit.items.put(item("i1", text=""), expect=0))

    both_have_read = threading.Barrier(2)

    def try_to_add(word: str) -> bool:
        """Read, think, write what was read and the word. False if someone else was first."""
        [seen] = store.read(SPACE, lambda unit: unit.items.get(ANN, ["i1"]))
        if seen.revision == 1:
            both_have_read.wait()
        changed = replace(seen, text=f"{seen.text} {word}".strip())
        try:
            store.write(SPACE, lambda unit: unit.items.put(changed, expect=seen.revision))
        except Conflict:
            return False
        return True

    def add(word: str) -> int:
        """How many tries it took."""
        return next(tries for tries in itertools.count(1) if try_to_add(word))

    outcomes = together([lambda: add("tea"), lambda: add("milk")])
    assert outcomes in ([1, 2], [2, 1])
    [kept] = store.read(SPACE, lambda unit: unit.items.get(ANN, ["i1"]))
    assert sorted(kept.text.split()) == ["milk", "tea"]
    assert kept.revision == 3


@pytest.mark.capability("G5")
def test_the_same_session_id_of_two_users_is_two_sessions(store: Store) -> None:
    assert (
        store.write(SPACE, lambda unit: unit.sessions.advance(ANN, "sid", arrival(3), FOREVER)) == 1
    )
    assert (
        store.write(SPACE, lambda unit: unit.sessions.advance(BEN, "sid", arrival(1), FOREVER)) == 1
    )
    [anns] = store.read(SPACE, lambda unit: unit.sessions.latest(ANN))
    [bens] = store.read(SPACE, lambda unit: unit.sessions.latest(BEN))
    assert (anns.user, anns.name, anns.last_number) == (ANN, "sid", 3)
    assert (bens.user, bens.name, bens.last_number) == (BEN, "sid", 1)


@pytest.mark.capability("G5")
def test_anothers_message_asked_for_by_id_gives_nothing(store: Store) -> None:
    store.write(SPACE, lambda unit: keep(unit, message("m1", 1, session="sid")))
    assert store.read(SPACE, lambda unit: unit.log.get(BEN, ["m1"])) == []
    assert store.read(SPACE, lambda unit: unit.log.versions(BEN, "m1")) == []
    assert store.write(SPACE, lambda unit: unit.log.remove(BEN, ["m1"])) == 0
    assert len(store.read(SPACE, lambda unit: unit.log.get(ANN, ["m1"]))) == 1
