"""What the reference store promises beyond the contract: misuse is told, not tolerated."""

from __future__ import annotations

from holdfast.errors import InvalidInput, StoreReadOnly
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.testing.conformance.builders import ANN, SPACE, append, keep, message
from holdfast.testing.conformance.expect import refused


def test_a_unit_that_calls_the_store_again_is_told():
    store = InMemoryStore()
    with refused(InvalidInput):
        store.write(SPACE, lambda _: store.read(SPACE, lambda unit: unit.users.names()))
    assert store.spaces() == []


def test_a_unit_that_has_ended_changes_nothing():
    store = InMemoryStore()
    unit = store.write(SPACE, lambda unit: unit)
    with refused(StoreReadOnly):
        unit.users.advance(ANN, 1)
    assert store.spaces() == []


def test_a_thorough_check_finds_a_log_ahead_of_its_stamp():
    store = InMemoryStore()
    store.write(SPACE, lambda unit: keep(unit, message("m1", 1)))
    assert all(finding.good for finding in store.check(thorough=True))
    store.write(SPACE, lambda unit: append(unit, [message("m2", 9)]))
    assert [finding.name for finding in store.check(thorough=True) if not finding.good] == ["logs"]
