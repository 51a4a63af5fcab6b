"""What every `Preferences` must do."""

from __future__ import annotations

import pytest

from holdfast.domain.message import Json
from holdfast.domain.preference import Preference
from holdfast.errors import Conflict
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import SPACE, VALUES
from holdfast.testing.conformance.expect import refused, same_json, together


def _put(store: Store, name: str, value: Json, expect: int = 0) -> Preference:
    return store.write(SPACE, lambda unit: unit.preferences.put(name, value, expect=expect))


def _get(store: Store, name: str) -> Preference | None:
    return store.read(SPACE, lambda unit: unit.preferences.get(name))


def _remove(store: Store, name: str) -> bool:
    return store.write(SPACE, lambda unit: unit.preferences.remove(name))


def _all(store: Store) -> list[Preference]:
    return store.read(SPACE, lambda unit: unit.preferences.all())


class TestPreferences:
    """`ports.preferences`."""

    def test_what_was_never_written_is_none(self, store: Store) -> None:
        assert _get(store, "idle") is None
        assert _all(store) == []

    @pytest.mark.parametrize("name", VALUES)
    def test_json_is_kept(self, store: Store, name: str) -> None:
        written = _put(store, name, VALUES[name])
        kept = _get(store, name)
        assert kept is not None
        assert (kept.name, kept.revision) == (name, 1)
        assert same_json(kept.value, VALUES[name])
        assert same_json(written.value, VALUES[name])
        assert _all(store) == [kept]

    def test_put_counts_revisions(self, store: Store) -> None:
        assert _put(store, "idle", 1) == Preference("idle", 1, 1)
        assert _put(store, "idle", 2, expect=1) == Preference("idle", 2, 2)
        assert _put(store, "idle", None, expect=2) == Preference("idle", None, 3)
        assert _get(store, "idle") == Preference("idle", None, 3)

    @pytest.mark.parametrize("expect", [0, 1, 3])
    def test_a_stale_put_conflicts(self, store: Store, expect: int) -> None:
        _put(store, "idle", "first")
        _put(store, "idle", "second", expect=1)
        with refused(Conflict):
            _put(store, "idle", "lost", expect=expect)
        assert _get(store, "idle") == Preference("idle", "second", 2)

    def test_a_put_for_what_was_never_written_conflicts(self, store: Store) -> None:
        with refused(Conflict):
            _put(store, "idle", "lost", expect=1)
        assert _get(store, "idle") is None

    def test_what_is_removed_was_never_written(self, store: Store) -> None:
        _put(store, "idle", 1)
        _put(store, "window", 2)
        assert _remove(store, "idle")
        assert _get(store, "idle") is None
        assert [each.name for each in _all(store)] == ["window"]
        assert not _remove(store, "idle")
        with refused(Conflict):
            _put(store, "idle", 3, expect=1)
        assert _put(store, "idle", 3) == Preference("idle", 3, 1)

    def test_all_go_by_name(self, store: Store) -> None:
        names = ["b", "a", "B", "a.b", "键", "a b"]
        for name in names:
            _put(store, name, name)
        assert [each.name for each in _all(store)] == sorted(names)
        assert [each.value for each in _all(store)] == sorted(names)

    def test_of_two_writers_one_conflicts(self, store: Store) -> None:
        _put(store, "idle", 0)
        outcomes = together(
            [lambda: _put(store, "idle", "one", 1), lambda: _put(store, "idle", "two", 1)]
        )
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
        assert _get(store, "idle") in outcomes

    def test_no_increment_is_lost(self, store: Store) -> None:
        def increment(unit: Unit) -> None:
            old = unit.preferences.get("count") or Preference("count", 0, 0)
            unit.preferences.put("count", old.value + 1, expect=old.revision)

        def fifty_times() -> None:
            for _ in range(50):
                store.write(SPACE, increment)

        assert together([fifty_times] * 8) == [None] * 8
        assert _get(store, "count") == Preference("count", 400, 400)
