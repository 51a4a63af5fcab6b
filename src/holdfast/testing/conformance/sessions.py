"""What every `Sessions` must do."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from holdfast.domain.session import Session, SessionState
from holdfast.errors import Conflict
from holdfast.ports.sessions import FOREVER, Arrival, Patience
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import (
    ANN,
    AT,
    BEN,
    SPACE,
    arrival,
    keep,
    later,
    message,
    session,
)
from holdfast.testing.conformance.expect import refused, together


def _advance(
    store: Store, name: str = "s", count: int = 1, at: datetime = AT, user: str = ANN
) -> int:
    """Where the stretch is not over."""
    number = _arrive(store, arrival(count, at), FOREVER, name, user)
    assert number is not None
    return number


def _arrive(
    store: Store, given: Arrival, patience: Patience, name: str = "s", user: str = ANN
) -> int | None:
    return store.write(SPACE, lambda unit: unit.sessions.advance(user, name, given, patience))


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
        began = replace(opened, opened_at=later(5), began_at=later(5), first_seq=1)
        assert _get(store) == replace(began, revision=1)

    def test_a_session_knows_how_it_was_opened(self, store: Store) -> None:
        given = Arrival(2, 7, later(1), later(3), later(9), "lan")
        assert _arrive(store, given, FOREVER) == 1
        opened = _get(store)
        assert (opened.agent, opened.first_seq, opened.stretch) == ("lan", 7, 1)
        assert (opened.opened_at, opened.began_at) == (later(1), later(1))
        assert (opened.last_at, opened.touched_at) == (later(3), later(9))
        _arrive(store, arrival(seq=11, agent="other"), FOREVER)
        assert (_get(store).agent, _get(store).first_seq) == ("lan", 7)

    def test_advance_moves_touched_at_forward_and_never_back(self, store: Store) -> None:
        _arrive(store, arrival(told_at=later(50)), FOREVER)
        _arrive(store, arrival(told_at=later(40)), FOREVER)
        assert _get(store).touched_at == later(50)
        _arrive(store, arrival(told_at=later(60)), FOREVER)
        assert (_get(store).touched_at, _get(store).last_at) == (later(60), AT)

    @pytest.mark.parametrize(
        ("at", "number"),
        [
            (later(30), 2),
            (later(30, microseconds=1), None),
            (later(-1000), 2),
        ],
    )
    def test_an_arrival_that_comes_too_late_is_told_so(
        self, store: Store, at: datetime, number: int | None
    ) -> None:
        patience = Patience(timedelta(seconds=30), timedelta(seconds=100))
        _arrive(store, arrival(), patience)
        before = _get(store)
        assert _arrive(store, arrival(at=at), patience) == number
        assert (_get(store) == before) is (number is None)

    def test_a_stretch_does_not_last_beyond_its_limit(self, store: Store) -> None:
        patience = Patience(timedelta(seconds=30), timedelta(seconds=70))
        for seconds in (0, 30, 60, 70):
            assert _arrive(store, arrival(at=later(seconds)), patience)
        assert _arrive(store, arrival(at=later(70, microseconds=1)), patience) is None
        assert _get(store).last_number == 4

    @pytest.mark.parametrize("state", SessionState)
    def test_only_an_active_session_advances(self, store: Store, state: SessionState) -> None:
        _put(store, replace(session("s", last_number=4), state=state), expect=0)
        expected = 5 if state is SessionState.ACTIVE else None
        assert _arrive(store, arrival(), FOREVER) == expected

    def test_active_sessions_by_user_and_name(self, store: Store) -> None:
        for user, name in ((BEN, "a"), (ANN, "c"), (ANN, "b"), (ANN, "d")):
            _advance(store, name, user=user)
        _put(store, replace(_get(store, "b"), state=SessionState.SEALED), expect=1)

        def active(user: str | None = None, limit: int = 9) -> list[tuple[str, str]]:
            found = store.read(SPACE, lambda unit: unit.sessions.active(user, limit=limit))
            return [(each.user, each.name) for each in found]

        assert active() == [(ANN, "c"), (ANN, "d"), (BEN, "a")]
        assert active(limit=2) == [(ANN, "c"), (ANN, "d")]
        assert active(BEN) == [(BEN, "a")]
        assert active("nobody") == []

    def test_active_sessions_that_nobody_told_of_lately(self, store: Store) -> None:
        for seconds, name in enumerate("abc"):
            _arrive(store, arrival(told_at=later(seconds)), FOREVER, name)
        found = store.read(SPACE, lambda unit: unit.sessions.active(untouched_since=later(1)))
        assert [each.name for each in found] == ["a"]

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

    def test_latest_is_narrowed_and_goes_on_behind_a_session(self, store: Store) -> None:
        for name, at, agent in (
            ("b", 1, "lan"),
            ("a", 1, "lan"),
            ("c", 2, "momo"),
            ("d", 0, "lan"),
        ):
            given = replace(session(name, last_number=1, last_at=later(at)), agent=agent)
            _put(store, given, expect=0)
        _put(store, replace(_get(store, "d"), state=SessionState.SEALED), expect=1)

        def latest(behind: str = "", **which: Any) -> str:
            after = _get(store, behind) if behind else None
            found = store.read(SPACE, lambda unit: unit.sessions.latest(ANN, behind=after, **which))
            return "".join(each.name for each in found)

        assert latest() == "cabd"
        assert [latest(name) for name in "cabd"] == ["abd", "bd", "d", ""]
        assert latest(agent="lan") == "abd"
        assert latest("a", agent="lan", limit=1) == "b"
        assert latest("c", state=SessionState.ACTIVE) == "ab"
        assert latest(agent="lan", state=SessionState.SEALED) == "d"
        assert latest(agent="nobody") == ""

    def test_agents_are_named_once_and_in_order(self, store: Store) -> None:
        for name, agent in (("a", "小兰"), ("b", "lan"), ("c", "lan")):
            _put(store, replace(session(name), agent=agent), expect=0)
        _put(store, replace(session("d", user=BEN), agent="momo"), expect=0)
        assert store.read(SPACE, lambda unit: unit.sessions.agents(ANN)) == ["lan", "小兰"]
        assert store.read(SPACE, lambda unit: unit.sessions.agents("nobody")) == []

    def test_lately_goes_through_the_sessions_of_all_users(self, store: Store) -> None:
        def lately(limit: int = 1000) -> list[tuple[str, str]]:
            found = store.read(SPACE, lambda unit: unit.sessions.lately(limit=limit))
            return [(each.user, each.name) for each in found]

        assert lately() == []
        _advance(store, "b", at=later(1))
        _advance(store, "a", user=BEN, at=later(2))
        _advance(store, "c", at=later(3))
        assert lately() == [(ANN, "c"), (BEN, "a"), (ANN, "b")]
        assert lately(limit=2) == [(ANN, "c"), (BEN, "a")]

    def test_lately_goes_by_time_whether_or_not_a_session_has_ended(self, store: Store) -> None:
        def lately(limit: int) -> list[Session]:
            return store.read(SPACE, lambda unit: unit.sessions.lately(limit=limit))

        states = [*SessionState, *SessionState]
        for minute, state in enumerate(states):
            ended = replace(session(f"{minute}"), state=state, last_at=later(minute))
            _put(store, ended, expect=0)
        in_order = [f"{minute}" for minute in reversed(range(len(states)))]
        for limit in (1, 3, len(states)):
            assert [each.name for each in lately(limit)] == in_order[:limit]
        same = replace(session("0", user=BEN), state=SessionState.ACTIVE, last_at=later(0))
        _put(store, same, expect=0)
        assert [each.user for each in lately(1000)[-2:]] == sorted([ANN, BEN])

    @pytest.mark.parametrize("state", SessionState)
    def test_put_keeps_every_field(self, store: Store, state: SessionState) -> None:
        given = Session(
            user=ANN,
            name="聊天 ☕️",
            agent="小兰",
            state=state,
            last_number=7,
            opened_at=later(-5),
            last_at=later(microseconds=1),
            touched_at=later(8),
            stretch=3,
            first_number=5,
            first_seq=12,
            began_at=later(-2),
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
