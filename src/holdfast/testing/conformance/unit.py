"""What every `Unit` must do: all of it or nothing, and reading changes nothing."""

from __future__ import annotations

import threading

import pytest

from holdfast.domain.message import Json
from holdfast.domain.preference import Preference
from holdfast.errors import Conflict, StoreReadOnly
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, SPACE, item, job, keep, message
from holdfast.testing.conformance.expect import refused, same_json
from holdfast.testing.conformance.scene import CHANGES, ORDER, Scene, furnish, picture


class _Broken(Exception):
    """What a failing unit raises."""


def _picture(store: Store) -> dict[str, object]:
    return store.read(SPACE, lambda unit: picture(unit, ANN))


class TestUnit:
    """`ports.unit`."""

    @pytest.mark.parametrize("name", CHANGES)
    def test_a_unit_sees_its_own_changes(self, store: Store, name: str) -> None:
        scene = furnish(store, SPACE, ANN)

        def work(unit: Unit) -> tuple[dict[str, object], dict[str, object]]:
            before = picture(unit, ANN)
            CHANGES[name](unit, scene)
            return before, picture(unit, ANN)

        before, after = store.write(SPACE, work)
        assert before != after
        assert _picture(store) == after

    @pytest.mark.parametrize("name", CHANGES)
    def test_a_change_of_a_raising_unit_is_not_kept(self, store: Store, name: str) -> None:
        self._not_kept(store, furnish(store, SPACE, ANN), [name])

    def test_no_change_of_a_raising_unit_is_kept(self, store: Store) -> None:
        self._not_kept(store, furnish(store, SPACE, ANN), ORDER)

    def test_nothing_of_a_users_first_unit_is_kept_if_it_raises(self, store: Store) -> None:
        def work(unit: Unit) -> None:
            keep(unit, message("m1", 1, client_id="c1"))
            unit.preferences.put("idle", 1, expect=0)
            unit.jobs.enqueue(job("j1"))
            raise _Broken

        before = _picture(store)
        with refused(_Broken):
            store.write(SPACE, work)
        assert _picture(store) == before
        assert store.spaces() == []
        assert store.write(SPACE, lambda unit: unit.users.advance(ANN, 1)).last_seq == 1

    def test_a_conflict_undoes_the_whole_unit(self, store: Store) -> None:
        scene = furnish(store, SPACE, ANN)
        before = _picture(store)

        def work(unit: Unit) -> None:
            for name in ORDER:
                CHANGES[name](unit, scene)
            unit.preferences.put("idle", "stale", expect=99)

        with refused(Conflict):
            store.write(SPACE, work)
        assert _picture(store) == before

    @pytest.mark.parametrize("name", CHANGES)
    def test_a_read_refuses_to_change(self, store: Store, name: str) -> None:
        scene = furnish(store, SPACE, ANN)
        before = _picture(store)
        with refused(StoreReadOnly):
            store.read(SPACE, lambda unit: CHANGES[name](unit, scene))
        assert _picture(store) == before

    def test_a_read_is_a_snapshot(self, store: Store) -> None:
        """A writer who is not waited for may not be seen; one who waits for us is not either."""
        store.write(SPACE, lambda unit: unit.preferences.put("count", 1, expect=0))
        writer = threading.Thread(
            target=lambda: store.write(
                SPACE, lambda unit: unit.preferences.put("count", 2, expect=1)
            )
        )

        def query(unit: Unit) -> tuple[Preference | None, Preference | None]:
            once = unit.preferences.get("count")
            writer.start()
            writer.join(timeout=0.3)
            return once, unit.preferences.get("count")

        once, again = store.read(SPACE, query)
        writer.join()
        assert once == again == Preference("count", 1, 1)
        after = store.read(SPACE, lambda unit: unit.preferences.get("count"))
        assert after == Preference("count", 2, 2)

    def test_half_a_unit_is_never_seen(self, store: Store) -> None:
        halves = ("left", "right")
        done = threading.Event()

        def write_both(unit: Unit) -> None:
            for half in halves:
                old = unit.preferences.get(half) or Preference(half, 0, 0)
                unit.preferences.put(half, old.value + 1, expect=old.revision)

        def write_all() -> None:
            try:
                for _ in range(50):
                    store.write(SPACE, write_both)
            finally:
                done.set()

        writer = threading.Thread(target=write_all)
        writer.start()
        while not done.is_set():
            seen = store.read(SPACE, lambda unit: unit.preferences.all())
            assert len(seen) in (0, 2)
            assert len({each.value for each in seen}) <= 1
        writer.join()
        assert len(store.read(SPACE, lambda unit: unit.preferences.all())) == 2

    def test_what_was_given_may_be_changed_afterwards(self, store: Store) -> None:
        given: dict[str, Json] = {"list": [1], "object": {"a": 1}}
        store.write(SPACE, lambda unit: _keep_everywhere(unit, given))
        given["list"].append(2)
        given["object"]["b"] = 2
        given["new"] = None
        for kept in _kept_everywhere(store):
            assert same_json(kept, {"list": [1], "object": {"a": 1}})

    def test_what_came_back_may_be_changed(self, store: Store) -> None:
        given: dict[str, Json] = {"list": [1], "object": {"a": 1}}
        store.write(SPACE, lambda unit: _keep_everywhere(unit, given))
        for kept in _kept_everywhere(store):
            assert isinstance(kept, dict)
            kept["list"].append(2)
            kept["object"]["b"] = 2
        for kept in _kept_everywhere(store):
            assert same_json(kept, {"list": [1], "object": {"a": 1}})

    def _not_kept(self, store: Store, scene: Scene, names: list[str]) -> None:
        before = _picture(store)

        def work(unit: Unit) -> None:
            for name in names:
                CHANGES[name](unit, scene)
            raise _Broken

        with refused(_Broken):
            store.write(SPACE, work)
        assert _picture(store) == before


def _keep_everywhere(unit: Unit, given: dict[str, Json]) -> None:
    keep(unit, message("m1", 1, parts=[given], extra=given))
    unit.items.put(item("i1", attributes=given), expect=0)
    unit.jobs.enqueue(job("j1", payload=given))
    unit.preferences.put("p1", given, expect=0)


def _kept_everywhere(store: Store) -> list[object]:
    def query(unit: Unit) -> list[object]:
        [kept] = unit.log.get(ANN, ["m1"])
        [known] = unit.items.get(ANN, ["i1"])
        [wanted] = unit.jobs.find()
        [preferred] = unit.preferences.all()
        return [*kept.parts, kept.extra, known.attributes, wanted.payload, preferred.value]

    return store.read(SPACE, query)
