"""The worker: not brought down by any job."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from holdfast.domain.job import Job, JobState
from holdfast.errors import Closed, StoreBusy, StoreError
from holdfast.flow.capture.marking import Marker
from holdfast.flow.courtesy import SHARE, Floor
from holdfast.flow.lease import Held
from holdfast.flow.maintain.reindex import REINDEX, Reindex, request
from holdfast.ports.pace import breathe
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from holdfast.testing.conformance.builders import ANN, SPACE, job, keep, later, message
from holdfast.worker import Chore, Equipment, Habits, Handler, Worker

ATTEMPTS = 3
PATIENCE = 20.0
HOUR = timedelta(hours=1)


def make(store: Store, clock: FrozenClock, attempts: int = ATTEMPTS, **rest) -> Worker:
    handlers: dict[str, Handler] = {
        "good": succeed,
        "bad": fail,
        **rest.pop("handlers", {}),
    }
    habits = Habits(attempts=attempts, lease=timedelta(seconds=60), poll_seconds=0.01)
    chores = rest.pop("chores", ())
    return Worker(store, lambda: Equipment(handlers, chores), clock, habits, **rest)


def succeed(store: Store, job: Job, held: Held) -> None:
    held.finish(store, job)


def fail(store: Store, job: Job, held: Held) -> None:
    raise RuntimeError(f"{job.key} cannot be done")


def noting(unit: Unit, job: Job) -> Job:
    """An effect that can be seen."""
    unit.preferences.put("p", 1, expect=0)
    return job


def ask(store: Store, kind: str, key: str = "k", space: str = SPACE, **fields) -> None:
    given = job(f"{kind}-{key}", kind=kind, key=key, **fields)
    assert store.write(space, lambda unit: unit.jobs.enqueue(given))


def jobs(store: Store, space: str = SPACE) -> list[Job]:
    return store.read(space, lambda unit: unit.jobs.find())


@pytest.fixture
def at(clock: FrozenClock) -> dict:
    return {"at": clock.now()}


@contextmanager
def serving(worker: Worker) -> Iterator[None]:
    worker.start()
    try:
        yield
    finally:
        worker.stop()


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether it comes true in good time."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if condition():
            return True
        pause.wait(0.01)
    return False


def test_due_jobs_of_every_space_are_run_oldest_first(store, clock, at):
    ask(store, "good", "2", **at)
    clock.advance(-5)
    ask(store, "good", "1", space="work", at=clock.now())
    clock.advance(5)
    ask(store, "good", "later", at=clock.now() + timedelta(seconds=1))
    ran: list[tuple[str, str, str]] = []
    worker = make(store, clock)
    assert worker.run(report=lambda job, outcome: ran.append((job.space, job.key, outcome))) == 2
    assert ran == [("work", "1", "done"), (SPACE, "2", "done")]
    assert [job.key for job in jobs(store)] == ["later"]
    clock.advance(1)
    assert worker.run() == 1
    assert jobs(store) == []


def test_only_so_many_are_run(store, clock, at):
    for n in range(3):
        ask(store, "good", str(n), **at)
    worker = make(store, clock)
    assert [worker.run(limit=2), worker.run(limit=0), worker.run(limit=2)] == [2, 0, 1]


def test_a_failing_job_is_tried_again_later_and_then_dead(store, clock, at):
    ask(store, "bad", **at)
    worker = make(store, clock)
    outcomes: list[str] = []
    for attempt, pause in ((1, 1), (2, 2)):
        assert worker.run(report=lambda _job, outcome: outcomes.append(outcome)) == 1
        [waiting] = jobs(store)
        assert (waiting.state, waiting.attempts) == (JobState.WAITING, attempt)
        assert waiting.run_at == clock.now() + timedelta(seconds=pause)
        assert "RuntimeError: k cannot be done" in waiting.error
        clock.advance(pause - 0.001)
        assert worker.run() == 0
        clock.advance(0.001)
    assert worker.run(report=lambda _job, outcome: outcomes.append(outcome)) == 1
    [dead] = jobs(store)
    assert (dead.state, dead.attempts, dead.lease) == (JobState.DEAD, 3, "")
    assert [outcome.partition(":")[0] for outcome in outcomes] == [
        "will be tried again",
        "will be tried again",
        "dead",
    ]
    clock.advance(1e6)
    assert worker.run() == 0


@pytest.mark.parametrize("attempts", [20, 100])
def test_the_pause_grows_to_an_end(store, clock, at, attempts):
    ask(store, "bad", **at)
    worker = make(store, clock, attempts=attempts)
    pauses = []
    for _ in range(attempts - 1):
        assert worker.run() == 1
        [waiting] = jobs(store)
        pauses.append((waiting.run_at - clock.now()).total_seconds())
        clock.set(waiting.run_at)
    assert pauses[:9] == [1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert {*pauses[9:]} == {300}
    assert worker.run() == 1
    assert jobs(store)[0].state is JobState.DEAD


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


POISON: dict[str, Exception] = {
    "plain": RuntimeError("broken"),
    "a store error": StoreBusy("busy"),
    "half a character": RuntimeError("\ud800"),
    "a control character": RuntimeError("\x00"),
    "very long": RuntimeError("x" * 10_000),
    "recursion": RecursionError(),
    "memory": MemoryError(),
    "unspeakable": Unspeakable(),
    "stop": StopIteration(),
}


@pytest.mark.parametrize("name", POISON)
def test_a_poisonous_job_stops_no_other(store, clock, at, name):
    def poison(store: Store, job: Job, held: Held) -> None:
        raise POISON[name]

    ask(store, "poison", "a", **at)
    ask(store, "good", "b", **at)
    assert make(store, clock, handlers={"poison": poison}).run() == 2
    [left] = jobs(store)
    assert (left.kind, left.state) == ("poison", JobState.WAITING)
    assert type(POISON[name]).__name__ in left.error
    assert len(left.error) <= 500


def test_a_job_that_nobody_knows_how_to_do_is_given_back_and_then_dead(store, clock, at):
    ask(store, "dream", **at)
    worker = make(store, clock)
    for _ in range(ATTEMPTS):
        worker.run()
        clock.advance(10)
    [dead] = jobs(store)
    assert dead.state is JobState.DEAD
    assert "'dream'" in dead.error


def test_a_job_whose_workers_all_died_is_dead_at_last(store, clock, at):
    ask(store, "good", **at)
    for _ in range(ATTEMPTS):
        until = clock.now() + timedelta(seconds=60)
        assert store.lease("dying", now=clock.now(), until=until, attempts=ATTEMPTS) is not None
        clock.advance(60)
    assert make(store, clock).run() == 0
    [dead] = jobs(store)
    assert dead.state is JobState.DEAD
    assert "died" in dead.error


def test_a_worker_that_lost_its_lease_has_no_effect(store, clock, at):
    ask(store, "slow", **at)
    other = make(store, clock, handlers={"slow": lambda s, j, h: h.finish(s, j)})
    outcomes: list[str] = []

    def slow(store: Store, job: Job, held: Held) -> None:
        clock.advance(61)  # too slow: another one takes the job up meanwhile, and finishes it
        other.run()
        held.step(store, job, noting)

    worker = make(store, clock, handlers={"slow": slow})
    worker.run(report=lambda _job, outcome: outcomes.append(outcome))
    assert outcomes == ["taken over by another worker"]
    assert store.read(SPACE, lambda unit: unit.preferences.all()) == []
    assert jobs(store) == []


def test_what_failed_under_a_lost_lease_is_not_given_back(store, clock, at):
    ask(store, "slow", **at)

    def slow(store: Store, job: Job, held: Held) -> None:
        clock.advance(61)
        until = clock.now() + timedelta(seconds=60)
        assert store.lease("other", now=clock.now(), until=until, attempts=9) is not None
        raise RuntimeError

    outcomes: list[str] = []
    worker = make(store, clock, handlers={"slow": slow})
    worker.run(limit=1, report=lambda _job, outcome: outcomes.append(outcome))
    [held] = jobs(store)
    assert (held.state, held.lease, held.error) == (JobState.RUNNING, "other", "")
    assert outcomes == ["taken over by another worker"]


def test_a_dead_job_can_be_tried_again(memory, clock):
    memory.add("wang", "a")
    [id_] = memory.admin.reindex("wang")
    store = memory._parts.store
    most = Settings().job_attempts
    for _ in range(most):
        assert store.lease("dying", now=clock.now(), until=clock.now(), attempts=most) is not None
    assert memory.admin.run_jobs() == 0
    assert [job.state for job in memory.admin.jobs()] == [JobState.DEAD]
    assert not next(f for f in memory.admin.check() if f.name == "dead jobs").good
    memory.admin.retry(id_)
    assert memory.admin.run_jobs() == 1
    assert memory.admin.jobs() == []


def test_a_closed_store_ends_the_worker_quietly(store, clock):
    worker = make(store, clock)
    store.close()
    with pytest.raises(Closed):
        worker.run()
    worker.serve()


def test_a_store_that_is_closed_under_a_job_ends_the_worker_quietly(store, clock, at):
    def closing(store: Store, job: Job, held: Held) -> None:
        raise Closed("The memory is closed.")

    def housekeeping() -> None:
        raise Closed("The memory is closed.")

    ask(store, "closing", **at)
    with pytest.raises(Closed):
        make(store, clock, handlers={"closing": closing}).run()
    assert [job.state for job in jobs(store)] == [JobState.RUNNING]
    make(store, clock, chores=[Chore(HOUR, housekeeping)]).serve()


class TestInTheBackground:
    def test_it_runs_what_comes_and_stops_when_told(self, store, clock, at):
        worker = make(store, clock)
        with serving(worker):
            ask(store, "good", **at)
            worker.wake()
            assert eventually(lambda: jobs(store) == [])
        ask(store, "good", **at)
        assert worker.run() == 0
        assert len(jobs(store)) == 1

    def test_stopping_twice_and_before_the_start_is_fine(self, store, clock):
        worker = make(store, clock)
        worker.stop()
        worker.stop()

    def test_it_outlives_a_store_that_fails_for_a_while(self, store, clock, at, monkeypatch):
        ask(store, "good", **at)
        failures = [StoreError("disk"), StoreBusy("busy")]
        original = type(store).lease

        def lease(self, owner, **rest):
            if failures:
                raise failures.pop()
            return original(self, owner, **rest)

        monkeypatch.setattr(type(store), "lease", lease)
        with serving(make(store, clock)):
            assert eventually(lambda: jobs(store) == [])

    @pytest.mark.parametrize("error", [OSError("gone"), StoreError("disk"), ValueError("odd")])
    def test_it_outlives_housekeeping_that_fails(self, store, clock, at, error):
        """A backup that cannot be removed must not keep jobs from being run."""

        def housekeeping() -> None:
            raise error

        ask(store, "good", **at)
        worker = make(store, clock, chores=[Chore(HOUR, housekeeping)])
        stop = threading.Timer(PATIENCE, worker.stop)
        stop.start()
        try:
            worker.serve(report=lambda _job, _outcome: worker.stop())
        finally:
            stop.cancel()
        assert jobs(store) == []

    def test_a_chore_is_done_at_the_start_and_whenever_its_time_comes(self, store, clock):
        done: list[int] = []
        with serving(make(store, clock, chores=[Chore(HOUR, lambda: done.append(1))])):
            assert eventually(lambda: len(done) == 1)
            clock.advance(3599)
            threading.Event().wait(0.05)
            assert len(done) == 1
            clock.advance(1)
            assert eventually(lambda: len(done) == 2)


def test_it_finishes_the_step_at_hand_and_leaves_the_rest(store, clock, monkeypatch):
    """As the docstring of `stop` says; closing must not wait for hours of re-indexing."""
    monkeypatch.setattr("holdfast.flow.capture.marking.NEAR_PART", 1)
    given = [message(f"m{n}", n) for n in range(1, 21)]
    store.write(SPACE, lambda unit: keep(unit, *given))
    store.write(SPACE, lambda unit: unit.jobs.enqueue(request(ANN, 20, clock.now())))
    worker = make(store, clock, handlers={REINDEX: Reindex(Marker(None))})
    step = Held.step

    def told_to_stop(self, *rest):
        answer = step(self, *rest)
        worker.stop()
        return answer

    monkeypatch.setattr(Held, "step", told_to_stop)
    outcomes: list[str] = []
    assert worker.run(report=lambda _job, outcome: outcomes.append(outcome)) == 1
    [left] = jobs(store)
    assert (left.state, left.done, left.run_at) == (JobState.WAITING, 1, clock.now())
    assert outcomes != ["done"]
    monkeypatch.undo()
    assert make(store, clock, handlers={REINDEX: Reindex(Marker(None))}).run() == 1
    assert jobs(store) == []

    def test_a_clock_that_is_set_back_keeps_no_chore_waiting(self, store, clock):
        done: list[int] = []
        with serving(make(store, clock, chores=[Chore(HOUR, lambda: done.append(1))])):
            assert eventually(lambda: len(done) == 1)
            clock.advance(-86_400)
            assert eventually(lambda: len(done) == 2)


class TestNotingFailure:
    """A handler may leave word of a failure, in the same change that gives the job back."""

    class Noting:
        def __call__(self, store: Store, job: Job, held: Held) -> None:
            raise ValueError("no luck")

        def failed(self, unit: Unit, job: Job, error: str) -> None:
            unit.preferences.put("word", error, expect=0)

    def test_word_is_left(self, store, clock, at):
        ask(store, "noting", **at)
        assert make(store, clock, handlers={"noting": self.Noting()}).run() == 1
        word = store.read(SPACE, lambda unit: unit.preferences.get("word"))
        assert word.value == "ValueError: no luck"

    def test_who_lost_the_lease_leaves_none(self, store, clock, at):
        ask(store, "noting", **at)
        noting = self.Noting()

        def lose(store: Store, job: Job, held: Held) -> None:
            clock.advance(61)
            assert store.lease("other", now=clock.now(), until=later(9999), attempts=9)
            raise ValueError("too late")

        lose.failed = noting.failed  # type: ignore[attr-defined]
        make(store, clock, handlers={"noting": lose}).run()
        assert store.read(SPACE, lambda unit: unit.preferences.get("word")) is None


class TestBehindAConversation:
    """While somebody speaks, the worker's thread works little at a time."""

    def _labour(self, store: Store, clock: FrozenClock, floor: Floor) -> tuple[Worker, list[float]]:
        """A worker whose jobs reckon for a while and breathe; how long they took, by the clock."""
        took: list[float] = []

        def reckon(store: Store, job: Job, held: Held) -> None:
            began, until = time.monotonic(), time.thread_time() + 0.01
            while time.thread_time() < until:
                pass
            floor.take()
            breathe()
            took.append(time.monotonic() - began)
            held.finish(store, job)

        return make(store, clock, handlers={"reckon": reckon}, floor=floor), took

    def test_it_rests_after_a_piece_of_work(self, store, clock, at):
        floor = Floor()
        worker, took = self._labour(store, clock, floor)
        ask(store, "reckon", **at)
        with serving(worker):
            assert eventually(lambda: len(took) == 1)
        assert took[0] >= 0.01 * SHARE * 0.9

    def test_who_runs_jobs_by_hand_waits_for_nobody(self, store, clock, at):
        rested: list[float] = []
        floor = Floor()
        worker, took = self._labour(store, clock, floor)
        worker._stop.wait = rested.append  # type: ignore[assignment]
        ask(store, "reckon", **at)
        assert worker.run() == 1
        assert len(took) == 1
        assert rested == []

    def test_who_stops_it_does_not_wait_until_it_has_rested(self, store, clock, at, monkeypatch):
        monkeypatch.setattr("holdfast.flow.courtesy.SHARE", 10**6)
        monkeypatch.setattr("holdfast.flow.courtesy.LONGEST", 10**4)
        worker, took = self._labour(store, clock, Floor())
        resting = threading.Event()
        wait = worker._stop.wait

        def rest(seconds: float) -> bool:
            resting.set()
            return wait(seconds)

        worker._stop.wait = rest  # type: ignore[assignment]
        ask(store, "reckon", **at)
        with serving(worker):
            assert resting.wait(PATIENCE)
            assert took == []
        assert len(took) == 1
