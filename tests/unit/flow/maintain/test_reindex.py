"""Re-index: a part at a time, and right all the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

import pytest

from holdfast.domain.job import JobState
from holdfast.errors import NotFound
from holdfast.flow.maintain import reindex
from holdfast.memory import Memory
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from holdfast.text import terms
from tests.unit.analysis import NEWER, upgrade
from tests.unit.conftest import Open

T = TypeVar("T")


class Crash(BaseException):
    """The process ends here."""


class Crashing:
    """A store whose process dies at a given write, before or after that is durable."""

    def __init__(self, store: Store, at: int, *, durable: bool) -> None:
        self._store = store
        self._left = at
        self._durable = durable

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        self._left -= 1
        if self._left:
            return self._store.write(space, work)
        if self._durable:
            self._store.write(space, work)
        raise Crash


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(reindex, "PART", 10)


@pytest.fixture
def analysed(memory, monkeypatch) -> Counter[int]:
    """How often the terms of each log row were written."""
    seen: Counter[int] = Counter()
    port = type(memory._parts.store.read("default", lambda unit: unit.terms))
    original = port.put

    def put(self, user, entries):
        seen.update(entry.seq for entry in entries)
        original(self, user, entries)

    monkeypatch.setattr(port, "put", put)
    return seen


def stale(memory: Memory) -> int:
    store = memory._parts.store
    counts = store.read("default", lambda unit: unit.terms.count_stale(terms.ANALYSIS))
    return sum(count for _, count in counts)


def recalls_rightly(memory: Memory) -> bool:
    found = memory.recall("wang", "cats", k=100)
    return len(found) == 35 and {hit.text.split()[0] for hit in found} == {"cat", "cats"}


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.add("wang", [f"{'cats' if n % 2 else 'cat'} number {n}" for n in range(35)])
    return memory


def fresh(memory: Memory) -> Memory:
    """The same memory with nothing in its cache, as another process sees it."""
    memory._parts.shelf.drop("default", "wang")
    return memory


def test_a_request_makes_every_term_afresh(told, analysed):
    [id_] = told.admin.reindex("wang")
    [job] = told.admin.jobs()
    assert (job.id, job.user, job.state, job.done) == (id_, "wang", JobState.WAITING, 0)
    assert told.admin.run_jobs() == 1
    assert analysed == Counter(range(1, 36))
    assert told.admin.jobs() == []


def test_everyone_is_meant_where_nobody_is_named(told):
    told.add("li", "hello")
    assert len(told.admin.reindex()) == 2
    assert {job.user for job in told.admin.jobs()} == {"wang", "li"}


def test_asking_twice_is_asking_once(told):
    assert len(told.admin.reindex("wang")) == 1
    assert told.admin.reindex("wang") == []
    assert len(told.admin.jobs()) == 1


def test_nobody_cannot_be_indexed(told):
    with pytest.raises(NotFound, match="nobody"):
        told.admin.reindex("nobody")
    assert told.admin.jobs() == []


def test_progress_ends_at_the_total(told, monkeypatch):
    """Also where versions and forgotten messages have left places behind."""
    ids = [message.id for message in told.messages.latest("wang")]
    told.correct("wang", ids[0], "cat number 0, corrected")
    told.forget("wang", message=ids[1])
    told.admin.reindex("wang")
    seen: list[tuple[int, int]] = []
    original = type(told._parts.store).write

    def write(self, space, work):
        answer = original(self, space, work)
        seen.extend((job.done, job.total) for job in told.admin.jobs())
        return answer

    monkeypatch.setattr(type(told._parts.store), "write", write)
    told.admin.run_jobs()
    done, total = seen[-1]
    assert done == total == 34


def test_recall_is_right_before_during_and_after_an_upgrade(told, monkeypatch, analysed):
    assert len(told.recall("wang", "cats", k=100)) == 17
    upgrade(monkeypatch)
    assert stale(told) == 35
    assert recalls_rightly(fresh(told))
    parts = told._parts
    parts.worker.tend()
    for left in (25, 15, 5):
        crashing = Crashing(parts.store, 2, durable=False)  # at the second part
        monkeypatch.setattr(parts.worker, "_store", crashing)
        with pytest.raises(Crash):
            parts.worker.run()
        assert stale(told) == left
        assert recalls_rightly(fresh(told))
        parts.clock.advance(61)
    monkeypatch.setattr(parts.worker, "_store", parts.store)
    assert parts.worker.run() == 1
    assert stale(told) == 0
    assert recalls_rightly(fresh(told))
    assert analysed == Counter(range(1, 36))


@pytest.mark.capability("G26")
@pytest.mark.parametrize("durable", [True, False], ids=["after", "before"])
@pytest.mark.parametrize("at", range(1, 7))
def test_killed_at_any_write_the_next_worker_goes_on_and_nothing_is_done_twice(
    told, monkeypatch, analysed, at, durable
):
    """Six writes: four parts, one that finds nothing left, and the finish. Each may be the last."""
    told.admin.reindex("wang")
    parts = told._parts
    monkeypatch.setattr(parts.worker, "_store", Crashing(parts.store, at, durable=durable))
    with pytest.raises(Crash):
        parts.worker.run()
    done = min(35, 10 * (at if durable else at - 1))
    assert sum(analysed.values()) == done
    left = [(job.state, job.done) for job in told.admin.jobs()]
    finished = at == 6 and durable
    assert left == ([] if finished else [(JobState.RUNNING, done)])
    monkeypatch.setattr(parts.worker, "_store", parts.store)
    assert parts.worker.run() == 0, "the lease still holds"
    parts.clock.advance(61)
    assert parts.worker.run() == (0 if finished else 1)
    assert told.admin.jobs() == []
    assert analysed == Counter(range(1, 36))
    assert len(fresh(told).recall("wang", "number", k=100)) == 35


def test_messages_that_come_meanwhile_are_right_too(told, monkeypatch):
    upgrade(monkeypatch)
    told.admin.reindex("wang")
    parts = told._parts
    monkeypatch.setattr(parts.worker, "_store", Crashing(parts.store, 2, durable=False))
    with pytest.raises(Crash):
        parts.worker.run()
    told.add("wang", "cats that came later")
    [first, *_] = told.messages.latest("wang", limit=100)
    told.correct("wang", first.id, "no more")
    assert len(told.recall("wang", "cat", k=100)) == 35
    assert len(fresh(told).recall("wang", "cat", k=100)) == 35


def test_a_forgotten_user_needs_no_index(told):
    told.admin.reindex("wang")
    told.forget("wang", everything=True)
    assert told.admin.run_jobs() == 0


def test_housekeeping_asks_for_those_an_upgrade_left_behind(told, monkeypatch):
    told.add("li", "cats")
    told.in_space("work").add("zhao", "cats")
    told.admin.run_jobs()
    assert told.admin.jobs() == []
    upgrade(monkeypatch)
    told._parts.worker.tend()
    told._parts.worker.tend()
    jobs = [*told.admin.jobs(), *told.in_space("work").admin.jobs()]
    assert [(job.space, job.user, job.total) for job in sorted(jobs, key=lambda job: job.user)] == [
        ("default", "li", 1),
        ("default", "wang", 35),
        ("work", "zhao", 1),
    ]
    assert told.admin.run_jobs() == 3
    assert stale(told) == 0


def test_the_check_up_tells_of_it_and_its_remedy_works(told, monkeypatch):
    def finding():
        return next(f for f in told.admin.check() if f.name == "keyword index")

    assert finding().good
    upgrade(monkeypatch)
    assert not finding().good
    assert "35" in finding().detail
    assert "worker --once" in finding().remedy
    told.admin.run_jobs()  # what `holdfast worker --once` does
    assert finding().good


def test_old_and_new_processes_may_share_a_file(tmp_path, monkeypatch):
    """While an upgrade is rolled out, both analyses read the same rows, each in its own way."""
    clock = FrozenClock()
    with Memory.open(tmp_path / "m.db", settings=Settings(worker=False), clock=clock) as memory:
        memory.add("wang", "cats")
        with pytest.MonkeyPatch.context() as patch:
            upgrade(patch)
            memory._parts.shelf.drop("default", "wang")
            memory.add("wang", "dogs")
            memory.admin.run_jobs()
            assert [hit.text for hit in memory.recall("wang", "cat")] == ["cats"]
        assert terms.ANALYSIS != NEWER
        memory._parts.shelf.drop("default", "wang")
        assert not memory.recall("wang", "cat")
        assert [hit.text for hit in memory.recall("wang", "cats dogs")] == ["dogs", "cats"]


def test_the_lease_is_renewed_with_every_part(open_memory: Open, clock, monkeypatch):
    """A long job is not taken from a worker that makes progress."""
    memory = open_memory("slow", job_lease_seconds=60)
    memory.add("wang", [str(n) for n in range(35)])
    memory.admin.reindex("wang")
    store = memory._parts.store
    leases: list[timedelta] = []
    original = type(store).write

    def slow(self, space, work):
        clock.advance(50)
        answer = original(self, space, work)
        leases.extend(job.leased_until - clock.now() for job in memory.admin.jobs())
        assert store.lease("thief", now=clock.now(), until=clock.now(), attempts=9) is None
        return answer

    monkeypatch.setattr(type(store), "write", slow)
    assert memory._parts.worker.run() == 1
    assert leases == [timedelta(seconds=60)] * 4 + [timedelta(seconds=60)]
