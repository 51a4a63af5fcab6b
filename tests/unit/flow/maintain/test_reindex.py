"""Re-index: a part at a time, and right all the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TypeVar

import pytest

from holdfast.domain.job import Job, JobState
from holdfast.errors import ModelUnavailable, NotFound
from holdfast.flow.capture import marking
from holdfast.flow.lease import Held
from holdfast.flow.maintain import reindex
from holdfast.memory import Memory
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from holdfast.wiring import build
from holdfast.worker import Equipment, Habits, Handler, Worker
from tests.unit.analysis import upgrade
from tests.unit.conftest import Open
from tests.unit.embedders import FakeEmbedder, direction

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
    monkeypatch.setattr(marking, "NEAR_PART", 10)
    monkeypatch.setattr(marking, "FAR_PART", 10)


@pytest.fixture
def analysed(memory, monkeypatch) -> Counter[int]:
    """How often the mark of each log row was written."""
    seen: Counter[int] = Counter()
    port = type(memory._parts.store.read("default", lambda unit: unit.marks))
    original = port.put

    def put(self, user, marks):
        seen.update(seq for seq, _ in marks)
        original(self, user, marks)

    monkeypatch.setattr(port, "put", put)
    return seen


def stale(memory: Memory) -> int:
    parts = memory._parts
    counts = parts.store.read("default", lambda unit: unit.marks.count_stale(parts.marker.by))
    return sum(count for _, count in counts)


def recalls_rightly(memory: Memory) -> bool:
    found = holding(memory, "cats")
    return len(found) == 35 and {text.split()[0] for text in found} == {"kitten", "cats"}


def holding(memory: Memory, word: str) -> list[str]:
    """The messages that are found by the word itself."""
    hits = memory.recall("wang", word, k=100)
    return [hit.text for hit in hits if hit.scores.get("text", 0) > 0]


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.add("wang", [f"{'cats' if n % 2 else 'kitten'} number {n}" for n in range(35)])
    return memory


def fresh(memory: Memory) -> Memory:
    """The same memory with nothing in its cache, as another process sees it."""
    memory._parts.shelf.drop("default", "wang")
    return memory


def test_a_request_makes_every_mark_afresh(told, analysed):
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
    told.correct("wang", ids[0], "kitten number 0, corrected")
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
    assert len(holding(told, "cats")) == 17
    upgrade(monkeypatch, told)
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
@pytest.mark.parametrize("at", range(1, 6))
def test_killed_at_any_write_the_next_worker_goes_on_and_nothing_is_done_twice(
    told, monkeypatch, analysed, at, durable
):
    """Five writes: four parts, and the finish. Each may be the last."""
    told.admin.reindex("wang")
    parts = told._parts
    monkeypatch.setattr(parts.worker, "_store", Crashing(parts.store, at, durable=durable))
    with pytest.raises(Crash):
        parts.worker.run()
    done = min(35, 10 * (at if durable else at - 1))
    assert sum(analysed.values()) == done
    left = [(job.state, job.done) for job in told.admin.jobs()]
    finished = at == 5 and durable
    assert left == ([] if finished else [(JobState.RUNNING, done)])
    monkeypatch.setattr(parts.worker, "_store", parts.store)
    assert parts.worker.run() == 0, "the lease still holds"
    parts.clock.advance(61)
    assert parts.worker.run() == (0 if finished else 1)
    assert told.admin.jobs() == []
    assert analysed == Counter(range(1, 36))
    assert len(holding(fresh(told), "number")) == 35


def test_messages_that_come_meanwhile_are_right_too(told, monkeypatch):
    upgrade(monkeypatch, told)
    told.admin.reindex("wang")
    parts = told._parts
    monkeypatch.setattr(parts.worker, "_store", Crashing(parts.store, 2, durable=False))
    with pytest.raises(Crash):
        parts.worker.run()
    told.add("wang", "kittens that came later")
    [first, *_] = told.messages.latest("wang", limit=100)
    told.correct("wang", first.id, "no more")
    assert len(holding(told, "cat")) == 35
    assert len(holding(fresh(told), "cat")) == 35


def test_a_forgotten_user_needs_no_index(told):
    told.admin.reindex("wang")
    told.forget("wang", everything=True)
    assert told.admin.run_jobs() == 0


def test_housekeeping_asks_for_those_an_upgrade_left_behind(told, monkeypatch):
    told.add("li", "cats")
    told.in_space("work").add("zhao", "cats")
    told.admin.run_jobs()
    assert told.admin.jobs() == []
    upgrade(monkeypatch, told)
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
    upgrade(monkeypatch, told)
    assert not finding().good
    assert "35" in finding().detail
    assert "worker --once" in finding().remedy
    told.admin.run_jobs()  # what `holdfast worker --once` does
    assert finding().good


def test_old_and_new_processes_may_share_a_file(tmp_path, monkeypatch):
    """While an upgrade is rolled out, both analyses read the same rows, each in its own way."""
    clock = FrozenClock()
    with Memory.open(tmp_path / "m.db", settings=Settings(worker=False), clock=clock) as memory:
        memory.add("wang", "kitten")
        with pytest.MonkeyPatch.context() as patch:
            upgrade(patch, memory)
            fresh(memory).add("wang", "dogs")
            memory.admin.run_jobs()
            assert holding(memory, "cat") == ["kitten"]
        assert holding(fresh(memory), "cat") == []
        assert {*holding(memory, "kitten dogs")} == {"dogs", "kitten"}


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
    assert leases == [timedelta(seconds=60)] * 4


class Asleep(FakeEmbedder):
    """Far away; answers so many times, and then says that it cannot."""

    def __init__(self, answers: int = 0) -> None:
        super().__init__(local=False)
        self.answers = answers

    def embed(self, texts):
        if not self.answers:
            raise ModelUnavailable("The model is asleep.")
        self.answers -= 1
        return super().embed(texts)


@pytest.fixture
def far(store: Store, clock: FrozenClock) -> Iterator[tuple[Memory, Asleep]]:
    """A memory whose model is far away, and the model."""
    embedder = Asleep()
    parts = build(":memory:", Settings(worker=False), clock=clock, store=store, embedder=embedder)
    yield Memory(parts, "default"), embedder
    parts.close()


def meant(memory: Memory, text: str) -> list[str]:
    """The messages whose vectors are like the text's, the most alike first."""
    parts, vector = memory._parts, direction(text)

    def alike(unit: Unit) -> list[str]:
        index = parts.shelf.index(unit, "default", "wang")
        assert index is not None
        found = zip(index.vectors.like(vector).tolist(), index.ids, strict=True)
        ids = [id_ for score, id_ in sorted(found, reverse=True) if score > 0.1]
        return [message.text for message in unit.log.get("wang", ids)]

    return parts.store.read("default", alike)


TEXTS = [f"m{first}{second}k" for first in "uoaie" for second in "bdfglnp"]
"""Words that have nothing in common."""


def test_what_a_far_model_makes_is_asked_for_by_a_job(far):
    memory, embedder = far
    memory.add("wang", TEXTS)
    [job] = memory.admin.jobs()
    assert (job.kind, job.user, job.total) == (reindex.REINDEX, "wang", 35)
    assert embedder.asked == []
    assert meant(memory, TEXTS[7]) == []
    embedder.answers = 99
    assert memory.admin.run_jobs() == 1
    assert [len(texts) for texts in embedder.asked] == [10, 10, 10, 5]
    assert meant(memory, TEXTS[7])[0] == TEXTS[7]
    assert stale(memory) == 0


def test_the_messages_of_one_turn_are_one_job(far):
    memory, _ = far
    for text in TEXTS[:5]:
        memory.add("wang", text)
    assert len(memory.admin.jobs()) == 1


def test_a_failing_model_leaves_the_rest_for_later(far, clock):
    memory, embedder = far
    memory.add("wang", TEXTS)
    embedder.answers = 2
    assert memory.admin.run_jobs() == 1
    [job] = memory.admin.jobs()
    assert (job.state, job.done, stale(memory)) == (JobState.WAITING, 20, 15)
    assert "asleep" in job.error
    assert holding(memory, TEXTS[34]) == [TEXTS[34]]
    assert meant(memory, TEXTS[7])[0] == TEXTS[7]
    clock.advance(60)
    embedder.answers, embedder.asked = 99, []
    assert memory.admin.run_jobs() == 1
    assert sum(map(len, embedder.asked)) == 15
    assert stale(memory) == 0


@pytest.mark.parametrize("change", ["correct", "import"])
def test_whatever_brings_new_text_asks_for_its_vector(far, open_memory, change):
    memory, embedder = far
    embedder.answers = 99
    [id_] = memory.add("wang", TEXTS[1])
    memory.admin.run_jobs()
    if change == "correct":
        memory.correct("wang", id_, TEXTS[2])
    else:
        other = open_memory("other")
        other.add("wang", TEXTS[2])
        memory.import_(other.export())
    assert memory._parts.worker.run() == 1
    assert meant(memory, TEXTS[2])[0] == TEXTS[2]


def test_what_is_forgotten_while_the_model_thinks_stays_forgotten(far):
    memory, embedder = far
    [first, *_] = memory.add("wang", TEXTS)
    embedder.answers = 99
    embedder.before = lambda: memory.forget("wang", message=first) if not embedder.asked else None
    memory.admin.run_jobs()
    assert not holding(memory, TEXTS[0])
    assert stale(memory) == 0


class Watched:
    """A store that knows whether a write is open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.writing = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        def watched(unit: Unit) -> T:
            self.writing = True
            try:
                return work(unit)
            finally:
                self.writing = False

        return self._store.write(space, watched)


def run_watched(far: tuple[Memory, Asleep], handler: Handler) -> list[bool]:
    """Run the job with this handler: whether a write was open, each time the model was called."""
    memory, embedder = far
    memory.add("wang", TEXTS)
    embedder.answers = 99
    watched, open_writes = Watched(memory._parts.store), list[bool]()
    embedder.before = lambda: open_writes.append(watched.writing)
    habits = Habits(attempts=1, lease=timedelta(seconds=60), poll_seconds=0.01)
    handlers = {reindex.REINDEX: handler}
    worker = Worker(watched, lambda: Equipment(handlers), memory._parts.clock, habits)  # type: ignore[arg-type]
    assert worker.run() == 1
    assert stale(memory) == 0
    return open_writes


def test_the_model_is_never_called_while_a_write_is_open(far):
    assert run_watched(far, reindex.Reindex(far[0]._parts.marker)) == [False] * 4


def test_the_watch_sees_a_planted_fault(far):
    marker = far[0]._parts.marker

    def faulty(store: Store, job: Job, held: Held) -> None:
        def work(unit: Unit, job: Job) -> Job:
            rows = unit.marks.stale(job.user, marker.by, after_seq=0, limit=100)
            unit.marks.put(job.user, marker.mended(rows))
            return job

        held.finish(store, held.step(store, job, work))

    assert run_watched(far, faulty) == [True]
