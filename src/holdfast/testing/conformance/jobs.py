"""What every `Jobs` must do, and `Store.lease`, which hands the jobs out."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest

from holdfast.domain.job import Job, JobState
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, AT, BEN, SPACE, VALUES, job, later
from holdfast.testing.conformance.expect import same_json, together


def _enqueue(store: Store, given: Job) -> bool:
    return store.write(given.space, lambda unit: unit.jobs.enqueue(given))


def _get(store: Store, id_: str, space: str = SPACE) -> Job:
    """A job that must be there."""
    found = store.read(space, lambda unit: unit.jobs.get(id_))
    assert found is not None
    return found


def _find(store: Store, state: JobState | None = None, limit: int = 1000) -> list[str]:
    found = store.read(SPACE, lambda unit: unit.jobs.find(state=state, limit=limit))
    return [each.id for each in found]


def _try_lease(
    store: Store, *, owner: str = "worker", now: datetime = AT, attempts: int = 5
) -> Job | None:
    return store.lease(owner, now=now, until=_end(now), attempts=attempts)


def _lease(store: Store, *, owner: str = "worker", now: datetime = AT, attempts: int = 5) -> Job:
    """A job that must be due."""
    leased = _try_lease(store, owner=owner, now=now, attempts=attempts)
    assert leased is not None
    return leased


def _end(now: datetime) -> datetime:
    """Leases last a minute."""
    return now + (later(60) - AT)


def _advance(store: Store, given: Job) -> bool:
    return store.write(given.space, lambda unit: unit.jobs.advance(given, leased_until=later(600)))


def _finish(store: Store, given: Job) -> bool:
    return store.write(given.space, lambda unit: unit.jobs.finish(given))


def _fail(
    store: Store, given: Job, state: JobState = JobState.WAITING, run_at: datetime = AT
) -> bool:
    return store.write(
        given.space,
        lambda unit: unit.jobs.fail(given, error="it broke 坏了", state=state, run_at=run_at),
    )


def _retry(store: Store, id_: str | None, run_at: datetime = AT) -> int:
    return store.write(SPACE, lambda unit: unit.jobs.retry(id_, run_at=run_at))


def _dead(store: Store, id_: str) -> Job:
    """Make a dead job."""
    _enqueue(store, job(id_))
    assert _fail(store, _lease(store), JobState.DEAD)
    return _get(store, id_)


class TestJobs:
    """`ports.jobs`: waiting."""

    def test_every_field_is_kept(self, store: Store) -> None:
        given = Job(
            id="j1",
            space=SPACE,
            user=ANN,
            kind="index",
            key="键 ☕️",
            payload={"after": 7, "names": ["小明", None]},
            done=3,
            total=9,
            run_at=later(microseconds=1),
            leased_until=AT,
            created_at=later(-1),
        )
        assert _enqueue(store, given)
        assert _get(store, "j1") == given

    @pytest.mark.parametrize("name", VALUES)
    def test_json_is_kept(self, store: Store, name: str) -> None:
        _enqueue(store, job("j1", payload={name: VALUES[name]}))
        assert same_json(_get(store, "j1").payload, {name: VALUES[name]})
        assert same_json(_lease(store).payload, {name: VALUES[name]})

    def test_an_unknown_job_is_none(self, store: Store) -> None:
        assert store.read(SPACE, lambda unit: unit.jobs.get("j1")) is None
        assert _find(store) == []

    def test_a_second_of_its_kind_and_key_is_not_added(self, store: Store) -> None:
        assert _enqueue(store, job("j1", key="k", payload={"n": 1}))
        assert not _enqueue(store, job("j2", key="k", payload={"n": 2}))
        assert _find(store) == ["j1"]
        assert _get(store, "j1").payload == {"n": 1}

    def test_a_running_one_counts_as_there(self, store: Store) -> None:
        _enqueue(store, job("j1", key="k"))
        leased = _lease(store)
        assert not _enqueue(store, job("j2", key="k"))
        assert _get(store, "j1") == leased

    def test_another_user_kind_or_key_is_another_job(self, store: Store) -> None:
        assert _enqueue(store, job("j1", key="k"))
        assert _enqueue(store, job("j2", key="k", user=BEN))
        assert _enqueue(store, job("j3", key="k", user=""))
        assert _enqueue(store, job("j4", key="k", kind="erase"))
        assert _enqueue(store, job("j5", key=""))
        assert sorted(_find(store)) == ["j1", "j2", "j3", "j4", "j5"]

    def test_a_finished_one_is_not_there(self, store: Store) -> None:
        _enqueue(store, job("j1", key="k"))
        assert _finish(store, _lease(store))
        assert _enqueue(store, job("j2", key="k"))
        assert _find(store) == ["j2"]

    def test_a_dead_one_is_replaced(self, store: Store) -> None:
        _enqueue(store, job("j1", key="k", payload={"n": 1}))
        _fail(store, _lease(store), JobState.DEAD)
        again = job("j2", key="k", payload={"n": 2})
        assert _enqueue(store, again)
        assert _find(store) == ["j2"]
        assert _get(store, "j2") == again
        assert _lease(store).attempts == 1

    def test_a_dead_one_may_be_replaced_under_its_own_id(self, store: Store) -> None:
        dead = _dead(store, "j1")
        assert dead.attempts == 1
        assert _enqueue(store, job("j1"))
        assert _get(store, "j1") == job("j1")

    def test_jobs_come_oldest_first(self, store: Store) -> None:
        for seconds, id_ in [(2, "a"), (1, "c"), (3, "b")]:
            _enqueue(store, job(id_, at=later(seconds)))
        assert _find(store) == ["c", "a", "b"]
        assert _find(store, limit=2) == ["c", "a"]
        assert _find(store, limit=0) == []

    def test_jobs_of_a_user_come_oldest_first_and_in_every_state(self, store: Store) -> None:
        _dead(store, "dead")
        _enqueue(store, job("running"))
        _lease(store)
        _enqueue(store, job("waiting", at=later(-1)))
        _enqueue(store, job("other", user=BEN))

        def of(user: str) -> list[str]:
            return [each.id for each in store.read(SPACE, lambda unit: unit.jobs.find(user=user))]

        assert of(ANN)[0] == "waiting"
        assert sorted(of(ANN)) == ["dead", "running", "waiting"]
        assert of(BEN) == ["other"]
        waiting = store.read(
            SPACE, lambda unit: unit.jobs.find(user=ANN, state=JobState.WAITING, limit=1)
        )
        assert [each.id for each in waiting] == ["waiting"]
        behind = store.read(SPACE, lambda unit: unit.jobs.find(user=ANN, after="waiting"))
        assert sorted(each.id for each in behind) == ["dead", "running"]
        assert of("nobody") == []

    def test_jobs_are_paged(self, store: Store) -> None:
        for seconds, id_ in [(2, "a"), (1, "c"), (2, "b"), (3, "d")]:
            _enqueue(store, job(id_, at=later(seconds)))

        def behind(after: str, limit: int, state: JobState | None = None) -> list[str]:
            found = store.read(
                SPACE, lambda unit: unit.jobs.find(state=state, after=after, limit=limit)
            )
            return [each.id for each in found]

        assert behind("", 2) == ["c", "a"]
        assert behind("a", 2) == ["b", "d"]
        assert behind("b", 9, JobState.WAITING) == ["d"]
        assert behind("d", 9) == []
        assert behind("gone", 2) == ["c", "a"], "where it is done, the first page comes again"

    def test_jobs_are_found_by_state(self, store: Store) -> None:
        _dead(store, "dead")
        _enqueue(store, job("running"))
        _lease(store)
        _enqueue(store, job("waiting"))
        for state in JobState:
            assert _find(store, state) == [state.value]
        assert sorted(_find(store)) == ["dead", "running", "waiting"]

    def test_remove_takes_all_jobs_of_a_user(self, store: Store) -> None:
        _dead(store, "j1")
        _enqueue(store, job("j2"))
        held = _lease(store)
        _enqueue(store, job("j3"))
        _enqueue(store, job("j4", user=BEN))
        assert store.write(SPACE, lambda unit: unit.jobs.remove(ANN)) == 3
        assert store.write(SPACE, lambda unit: unit.jobs.remove(ANN)) == 0
        assert _find(store) == ["j4"]
        assert not _finish(store, held)

    def test_remove_takes_one_job_whatever_its_state(self, store: Store) -> None:
        _dead(store, "dead")
        _enqueue(store, job("running"))
        held = _lease(store)
        _enqueue(store, job("waiting"))
        assert store.write(SPACE, lambda unit: unit.jobs.remove(BEN, held.id)) == 0
        for found in store.read(SPACE, lambda unit: unit.jobs.find()):
            assert store.write(SPACE, partial(_remove, id_=found.id)) == 1
        assert _find(store) == []
        assert not _finish(store, held)


def _remove(unit: Unit, id_: str) -> int:
    return unit.jobs.remove(ANN, id_)


class TestJobHolders:
    """`ports.jobs`: only the holder of a job may advance, finish or fail it."""

    def _lost(self, store: Store) -> tuple[Job, Job]:
        """A job as the holder who lost it sees it, and as the present one does."""
        _enqueue(store, job("j1", payload={"n": 1}))
        lost = _lease(store, owner="slow")
        return lost, _lease(store, owner="quick", now=later(61))

    def test_advance_writes_progress_and_holds_longer(self, store: Store) -> None:
        _enqueue(store, job("j1", payload={"n": 1}))
        leased = _lease(store)
        assert _advance(store, replace(leased, payload={"n": 2}, done=5, total=8))
        assert _get(store, "j1") == replace(
            leased, payload={"n": 2}, done=5, total=8, leased_until=later(600)
        )
        assert _try_lease(store, now=later(599)) is None

    def test_advance_changes_nothing_else(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        leased = _lease(store)
        bold = replace(leased, error="none of its business", created_at=later(5))
        assert _advance(store, bold)
        assert _get(store, "j1") == replace(leased, leased_until=later(600))

    def test_a_lease_that_ran_out_is_held_until_someone_takes_it(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        leased = store.lease("slow", now=AT, until=later(-1), attempts=5)
        assert leased is not None
        assert _advance(store, leased)
        assert _try_lease(store, now=later(599)) is None

    def test_finish_deletes_the_job(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        leased = _lease(store)
        assert _finish(store, leased)
        assert _find(store) == []
        assert not _finish(store, leased)

    def test_fail_gives_the_job_back(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        assert _fail(store, _lease(store), run_at=later(30))
        failed = _get(store, "j1")
        assert (failed.state, failed.error) == (JobState.WAITING, "it broke 坏了")
        assert (failed.run_at, failed.attempts, failed.lease) == (later(30), 1, "")
        assert _try_lease(store, now=later(29)) is None
        assert _lease(store, now=later(30)).attempts == 2

    def test_fail_for_good(self, store: Store) -> None:
        dead = _dead(store, "j1")
        assert (dead.state, dead.error) == (JobState.DEAD, "it broke 坏了")
        assert _try_lease(store, now=later(9999)) is None

    def test_who_failed_it_holds_it_no_longer(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        leased = _lease(store)
        _fail(store, leased, run_at=later(30))
        given_back = _get(store, "j1")
        assert not _advance(store, leased)
        assert not _finish(store, leased)
        assert not _fail(store, leased)
        assert _get(store, "j1") == given_back

    def test_who_lost_it_may_do_nothing(self, store: Store) -> None:
        lost, held = self._lost(store)
        assert not _advance(store, replace(lost, done=7))
        assert not _finish(store, lost)
        assert not _fail(store, lost)
        assert _get(store, "j1") == held
        assert _finish(store, held)

    def test_who_never_held_it_may_do_nothing(self, store: Store) -> None:
        waiting = job("j1")
        _enqueue(store, waiting)
        assert not _advance(store, waiting)
        assert not _fail(store, waiting)
        assert not _finish(store, replace(waiting, lease="worker", state=JobState.RUNNING))
        assert _get(store, "j1") == waiting

    def test_what_nobody_took_up_may_be_finished_as_it_was_put_in(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        assert _finish(store, job("j1"))
        assert _find(store) == []

    def test_what_someone_took_up_may_not_be_finished_as_it_was_put_in(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        leased = _lease(store)
        assert not _finish(store, job("j1"))
        _fail(store, leased, run_at=later(30))
        assert not _finish(store, job("j1"))
        assert not _finish(store, _get(store, "j1"))
        assert _find(store) == ["j1"]

    def test_who_lost_it_and_took_it_up_again_holds_it_once(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        lost, held = _lease(store), _lease(store, now=later(61))
        assert not _advance(store, lost)
        assert not _fail(store, lost)
        assert not _finish(store, lost)
        assert _get(store, "j1") == held
        assert _finish(store, held)

    def test_an_unknown_job_is_nobodys(self, store: Store) -> None:
        unknown = replace(job("j1"), state=JobState.RUNNING, lease="worker")
        assert not _advance(store, unknown)
        assert not _finish(store, unknown)
        assert not _fail(store, unknown)
        assert _find(store) == []

    def test_the_next_of_its_kind_is_not_the_old_holders(self, store: Store) -> None:
        _enqueue(store, job("j1", key="k"))
        old = _lease(store)
        _finish(store, old)
        _enqueue(store, job("j2", key="k"))
        held = _lease(store)
        assert not _advance(store, old)
        assert not _finish(store, old)
        assert _get(store, "j2") == held


class TestJobRetry:
    """`ports.jobs`: a job that failed may be tried again, and sooner than it would be."""

    def test_a_dead_job_waits_again(self, store: Store) -> None:
        _dead(store, "j1")
        assert _retry(store, "j1", run_at=later(10))
        again = _get(store, "j1")
        assert (again.state, again.attempts) == (JobState.WAITING, 0)
        assert (again.run_at, again.lease) == (later(10), "")
        assert _try_lease(store, now=later(9)) is None
        assert _lease(store, now=later(10)).attempts == 1

    def test_its_progress_is_kept(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        leased = replace(_lease(store), payload={"after": 5}, done=5, total=8)
        _advance(store, leased)
        _fail(store, leased, JobState.DEAD)
        _retry(store, "j1")
        again = _get(store, "j1")
        assert (again.payload, again.done, again.total) == ({"after": 5}, 5, 8)

    def test_one_that_failed_and_waits_is_hurried(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        _fail(store, _lease(store), JobState.WAITING, run_at=later(300))
        assert _try_lease(store, now=later(10)) is None
        assert _retry(store, "j1", run_at=later(10))
        again = _get(store, "j1")
        assert (again.state, again.attempts, again.run_at) == (JobState.WAITING, 0, later(10))
        assert _lease(store, now=later(10)).attempts == 1
        assert not _retry(store, "j1", run_at=later(10)), "it runs"

    def test_what_has_not_failed_is_not_retried(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        assert not _retry(store, "j1", run_at=later(99))
        leased = _lease(store)
        assert not _retry(store, "j1")
        assert _get(store, "j1") == leased
        assert not _retry(store, "unknown")

    def test_all_that_are_dead_are_tried_again_at_once(self, store: Store) -> None:
        for id_ in ("j1", "j2"):
            _dead(store, id_)
        _enqueue(store, job("waits", key="k"))
        _fail(store, _lease(store), run_at=later(50))
        before = _get(store, "waits")
        assert _retry(store, None, later(9)) == 2
        assert _find(store, JobState.DEAD) == []
        assert (_get(store, "j1").attempts, _get(store, "j2").run_at) == (0, later(9))
        assert _get(store, "waits") == before, "it is tried again by itself"
        assert _retry(store, None, later(9)) == 0


class TestLease:
    """`Store.lease`."""

    def test_nothing_to_do_is_none(self, store: Store) -> None:
        assert _try_lease(store) is None

    def test_the_job_is_marked_as_held(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        leased = _lease(store, owner="worker 1")
        assert leased == replace(
            job("j1"),
            state=JobState.RUNNING,
            lease="worker 1",
            attempts=1,
            leased_until=later(60),
        )
        assert _get(store, "j1") == leased
        assert _try_lease(store, owner="worker 2") is None

    def test_the_oldest_comes_first(self, store: Store) -> None:
        for seconds, id_ in [(2, "a"), (1, "c"), (3, "b")]:
            _enqueue(store, job(id_, at=later(seconds)))
        assert [_lease(store, now=later(9)).id for _ in range(3)] == ["c", "a", "b"]

    def test_a_job_is_due_when_its_time_has_come(self, store: Store) -> None:
        _enqueue(store, job("j1", at=later(10)))
        assert _try_lease(store, now=later(10, microseconds=-1)) is None
        assert _lease(store, now=later(10)).id == "j1"

    def test_a_lease_that_ran_out_is_taken_over(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        _lease(store, owner="died")
        assert _try_lease(store, owner="next", now=later(59)) is None
        taken = _lease(store, owner="next", now=later(61))
        assert (taken.id, taken.lease, taken.attempts) == ("j1", "next", 2)
        assert taken.leased_until == later(121)

    def test_a_job_that_failed_too_often_is_dead(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        for attempt in (1, 2):
            leased = _lease(store, attempts=2)
            assert leased.attempts == attempt
            _fail(store, leased)
        assert _try_lease(store, attempts=2) is None
        assert _get(store, "j1").state is JobState.DEAD
        assert _get(store, "j1").error

    def test_a_job_whose_workers_died_too_often_is_dead(self, store: Store) -> None:
        _enqueue(store, job("j1"))
        held = _lease(store, attempts=1)
        assert _try_lease(store, now=later(61), attempts=1) is None
        dead = _get(store, "j1")
        assert dead.state is JobState.DEAD
        assert dead.error
        assert not _finish(store, held)

    def test_behind_the_dead_the_next_is_looked_at(self, store: Store) -> None:
        for id_ in ("j0", "j1"):
            _enqueue(store, job(id_))
            _fail(store, _lease(store))
            _fail(store, _lease(store), run_at=later(1))
        _enqueue(store, job("j2", at=later(2)))
        assert _lease(store, now=later(9), attempts=1).id == "j2"
        assert _find(store, JobState.DEAD) == ["j0", "j1"]

    def test_spaces_are_crossed(self, store: Store) -> None:
        for seconds, space in [(2, "b"), (1, "c"), (3, "a")]:
            _enqueue(store, job("j1", space=space, at=later(seconds)))
        leased = [_lease(store, now=later(9)) for _ in range(3)]
        assert [each.space for each in leased] == ["c", "b", "a"]
        assert _finish(store, leased[0])
        assert _get(store, "j1", space="b") == leased[1]
        assert store.read("c", lambda unit: unit.jobs.get("j1")) is None

    def test_no_two_workers_get_one_job(self, store: Store) -> None:
        for n in range(20):
            _enqueue(store, job(f"j{n:02}", at=later(n)))

        def take() -> list[str]:
            owner = f"worker {threading.get_ident()}"
            taken = []
            while leased := _try_lease(store, owner=owner, now=later(30)):
                taken.append(leased.id)
            return taken

        outcomes = together([take] * 4)
        taken = [id_ for each in outcomes if isinstance(each, list) for id_ in each]
        assert sorted(taken) == [f"j{n:02}" for n in range(20)]
