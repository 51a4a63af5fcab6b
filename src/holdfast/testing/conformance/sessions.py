"""What every `Sessions` must do."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from holdfast.domain.session import Session, SessionState
from holdfast.errors import Conflict
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import (
    ANN,
    AT,
    BEN,
    SPACE,
    keep,
    later,
    message,
    session,
)
from holdfast.testing.conformance.expect import refused, together


def _advance(
    store: Store, name: str = "s", count: int = 1, at: datetime = AT, user: str = ANN
) -> int:
    return store.write(SPACE, lambda unit: unit.sessions.advance(user, name, count, at))


def _put(store: Store, given: Session, expect: int) -> Session:
    return store.write(SPACE, lambda unit: unit.sessions.put(given, expect=expect))


def _get(store: Store, name: str = "s", user: str = ANN) -> Session:
    """A session that must be there."""
    found = store.read(SPACE, lambda unit: unit.sessions.get(user, name))
    assert found is not None
    return found


def _latest(store: Store, limit: int = 1000) -> list[str]:
    latest = store.read(SPACE, lambda unit: unit.sessions.latest(ANN, limit=limit))
    return [each.name for each in latest]


class TestSessions:
    """`ports.sessions`."""

    def test_an_unknown_session_is_none(self, store: Store) -> None:
        assert store.read(SPACE, lambda unit: unit.sessions.get(ANN, "s")) is None
        assert _latest(store) == []

    def test_the_first_advance_opens_the_session(self, store: Store) -> None:
        assert _advance(store, count=3, at=later(5)) == 1
        opened = session("s", last_number=3, last_at=later(5))
        assert _get(store) == replace(opened, opened_at=later(5), revision=1)

    def test_advance_returns_the_first_of_the_reserved_numbers(self, store: Store) -> None:
        assert [_advance(store, count=count) for count in (3, 1, 2)] == [1, 4, 5]
        assert _get(store).last_number == 6

    def test_numbers_are_given_out_once(self, store: Store) -> None:
        def reserve() -> list[int]:
            return [_advance(store) for _ in range(20)]

        given = together([reserve] * 4)
        numbers = [number for each in given if isinstance(each, list) for number in each]
        assert sorted(numbers) == list(range(1, 81))

    def test_advance_moves_last_at_forward_and_never_back(self, store: Store) -> None:
        _advance(store, at=AT)
        _advance(store, at=later(microseconds=1))
        assert _get(store).last_at == later(microseconds=1)
        _advance(store, at=later(-60))
        assert _get(store).last_at == later(microseconds=1)
        assert _get(store).opened_at == AT

    def test_a_name_is_the_users_own(self, store: Store) -> None:
        _advance(store, count=5)
        assert _advance(store, user=BEN) == 1
        assert _get(store, user=ANN).last_number == 5
        assert _get(store, user=BEN).last_number == 1

    def test_latest_begins_with_the_one_last_spoken_in(self, store: Store) -> None:
        for seconds, name in enumerate(["b", "c", "a"]):
            _advance(store, name, at=later(seconds))
        assert _latest(store) == ["a", "c", "b"]
        _advance(store, "b", at=later(9))
        assert _latest(store) == ["b", "a", "c"]
        assert _latest(store, limit=2) == ["b", "a"]
        assert _latest(store, limit=0) == []

    @pytest.mark.parametrize("state", SessionState)
    def test_put_keeps_every_field(self, store: Store, state: SessionState) -> None:
        given = Session(
            user=ANN,
            name="聊天 ☕️",
            state=state,
            last_number=7,
            opened_at=later(-5),
            last_at=later(microseconds=1),
            revision=99,
        )
        written = _put(store, given, expect=0)
        assert written == replace(given, revision=1)
        assert _get(store, given.name) == written

    def test_put_counts_revisions(self, store: Store) -> None:
        first = _put(store, session("s"), expect=0)
        second = _put(store, replace(first, state=SessionState.SEALING), expect=1)
        assert (first.revision, second.revision) == (1, 2)
        assert _get(store) == second

    @pytest.mark.parametrize("expect", [0, 1, 3])
    def test_a_stale_put_conflicts(self, store: Store, expect: int) -> None:
        _put(store, session("s"), expect=0)
        current = _put(store, session("s", last_number=2), expect=1)
        with refused(Conflict):
            _put(store, session("s", last_number=9), expect=expect)
        assert _get(store) == current

    def test_a_put_for_a_session_that_is_not_there_conflicts(self, store: Store) -> None:
        with refused(Conflict):
            _put(store, session("s"), expect=1)
        assert _latest(store) == []

    def test_a_put_made_before_an_advance_conflicts(self, store: Store) -> None:
        _advance(store)
        seen = _get(store)
        _advance(store)
        with refused(Conflict):
            _put(store, replace(seen, state=SessionState.SEALED), expect=seen.revision)
        assert _get(store).last_number == 2
        assert _advance(store) == 3

    def test_of_two_writers_one_conflicts(self, store: Store) -> None:
        _advance(store)
        seen = _get(store)

        def seal(state: SessionState) -> Session:
            return _put(store, replace(seen, state=state), expect=seen.revision)

        outcomes = together([lambda: seal(SessionState.SEALED), lambda: seal(SessionState.FAILED)])
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
        assert _get(store) in outcomes

    def test_remove_takes_the_rows_and_no_message(self, store: Store) -> None:
        for name in ("s", "t", "u"):
            _advance(store, name)
        store.write(SPACE, lambda unit: keep(unit, message("m1", 1, session="s")))

        def remove(unit: Unit) -> int:
            return unit.sessions.remove(ANN, ["s", "t", "unknown"])

        assert store.write(SPACE, remove) == 2
        assert store.write(SPACE, remove) == 0
        assert _latest(store) == ["u"]
        assert len(store.read(SPACE, lambda unit: unit.log.get(ANN, ["m1"]))) == 1

    def test_remove_leaves_other_users_alone(self, store: Store) -> None:
        _advance(store, user=BEN)
        assert store.write(SPACE, lambda unit: unit.sessions.remove(ANN, ["s"])) == 0
        assert _get(store, user=BEN).last_number == 1
