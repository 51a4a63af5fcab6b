"""Held: how a running job keeps hold of itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from holdfast.domain.job import Job, JobState
from holdfast.errors import LeaseLost
from holdfast.flow.lease import Held
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.clock import FrozenClock
from holdfast.testing.conformance.builders import SPACE, job

LEASE = timedelta(seconds=60)


@pytest.fixture
def held(clock: FrozenClock) -> Held:
    return Held(clock, LEASE)


@pytest.fixture
def taken(store: Store, clock: FrozenClock, held: Held) -> Job:
    """A job that this worker has taken up."""
    store.write(SPACE, lambda unit: unit.jobs.enqueue(job("j1", at=clock.now())))
    leased = store.lease("one", now=clock.now(), until=held.until(), attempts=5)
    assert leased is not None
    return leased


def effects(unit: Unit, at: Job) -> Job:
    unit.preferences.put(f"step {at.done}", True, expect=0)
    return replace(at, done=at.done + 1, payload={"after": at.done + 1})


def steps(store: Store) -> list[str]:
    return [p.name for p in store.read(SPACE, lambda unit: unit.preferences.all())]


def lose(store: Store, clock: FrozenClock, held: Held) -> None:
    """Let the lease run out, and another worker take the job up."""
    clock.advance(61)
    assert store.lease("two", now=clock.now(), until=held.until(), attempts=5) is not None


def test_a_step_moves_the_job_on_and_holds_it_longer(store, clock, held, taken):
    clock.advance(30)
    moved = held.step(store, taken, effects)
    kept = store.read(SPACE, lambda unit: unit.jobs.get("j1"))
    assert (kept.done, kept.payload) == (1, {"after": 1}) == (moved.done, moved.payload)
    assert kept.leased_until == clock.now() + LEASE
    assert steps(store) == ["step 0"]


def test_who_has_lost_the_lease_changes_nothing(store, clock, held, taken):
    lose(store, clock, held)
    with pytest.raises(LeaseLost):
        held.step(store, taken, effects)
    assert steps(store) == []
    with pytest.raises(LeaseLost):
        held.finish(store, taken)
    assert store.read(SPACE, lambda unit: unit.jobs.get("j1")).lease == "two"


def test_a_lease_that_ran_out_and_was_not_taken_still_counts(store, clock, held, taken):
    clock.advance(3600)
    held.finish(store, held.step(store, taken, effects))
    assert store.read(SPACE, lambda unit: unit.jobs.find()) == []
    assert steps(store) == ["step 0"]


def test_what_a_failing_step_did_is_undone(store, held, taken):
    def fail(unit: Unit, at: Job) -> Job:
        effects(unit, at)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        held.step(store, taken, fail)
    assert steps(store) == []
    assert store.read(SPACE, lambda unit: unit.jobs.get("j1")).done == 0


def test_a_finished_job_is_gone(store, held, taken):
    held.finish(store, taken)
    assert store.read(SPACE, lambda unit: unit.jobs.find()) == []
    with pytest.raises(LeaseLost):
        held.finish(store, taken)


def test_what_is_given_back_waits_where_it_stands_with_no_attempt_counted(
    store, clock, held, taken
):
    moved = held.step(store, taken, effects)
    held.give_back(store, moved)
    kept = store.read(SPACE, lambda unit: unit.jobs.get("j1"))
    assert (kept.state, kept.attempts, kept.lease) == (JobState.WAITING, 0, "")
    assert (kept.done, kept.payload, kept.run_at) == (1, {"after": 1}, clock.now())
    assert store.lease("two", now=clock.now(), until=held.until(), attempts=1) is not None


def test_who_has_lost_the_lease_gives_nothing_back(store, clock, held, taken):
    lose(store, clock, held)
    with pytest.raises(LeaseLost):
        held.give_back(store, taken)
    assert store.read(SPACE, lambda unit: unit.jobs.get("j1")).lease == "two"
