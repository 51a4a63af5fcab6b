"""kill -9 of workers: a job that came with a message is done after the restart, and once."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from holdfast.domain.draft import Draft
from holdfast.domain.job import Job
from holdfast.errors import LeaseLost
from holdfast.flow.capture import record
from holdfast.flow.capture.marking import Marker
from holdfast.flow.lease import Held
from holdfast.flow.usual import Usual
from holdfast.memory import Memory
from holdfast.ports.marks import Mark
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.providers.static import StaticEmbedder
from holdfast.settings import Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.worker import Equipment, Habits, Worker
from tests.faults.children import READY, SEED, Tell, kill_while_working
from tests.faults.clock import LaterClock
from tests.faults.figures import figure
from tests.faults.inspection import faults, rows

SPACE = "default"
ENDLESS = 1_000_000
"""More attempts than there are kills: here a job is not to be given up."""

Handler = Callable[[Store, Job, Held], None]


def add_with_job(store: SqliteStore, count: int) -> None:
    """Messages, each with a job written in the same transaction."""
    now = datetime.now(UTC)
    drafts = [Draft("user", f"{n} cups of green tea", now) for n in range(count)]
    said = record.marked(drafts, Marker(None))

    def work(unit: Unit) -> None:
        ids = record.record(
            unit,
            "lily",
            said,
            session="tea",
            agent="default",
            now=now,
            usual=Usual(window=10_000_000),
        )
        for id_ in ids:
            unit.jobs.enqueue(job_for(id_, now))

    store.write(SPACE, work)


def job_for(message_id: str, now: datetime) -> Job:
    return Job(
        space=SPACE,
        user="lily",
        kind="count",
        key=message_id,
        id=str(uuid.uuid4()),
        run_at=now,
        leased_until=now,
        created_at=now,
    )


def count_one(unit: Unit, job: Job) -> None:
    """The effect of a job: its own counter goes up by one."""
    found = unit.preferences.get(job.key)
    present, revision = (found.value, found.revision) if found else (0, 0)
    unit.preferences.put(job.key, present + 1, expect=revision)


def once(store: Store, job: Job, held: Held) -> None:
    """Effect and end of the job are one change."""

    def work(unit: Unit) -> None:
        count_one(unit, job)
        if not unit.jobs.finish(job):
            raise LeaseLost(f"Job {job.id} is held by another worker now.")

    time.sleep(0.001)
    store.write(job.space, work)


def effect_first(store: Store, job: Job, held: Held) -> None:
    """The planted fault: a kill between the two changes has the effect come twice."""
    store.write(job.space, lambda unit: count_one(unit, job))
    time.sleep(0.001)
    held.finish(store, job)


def a_worker(store: Store, handler: Handler, clock: LaterClock) -> Worker:
    habits = Habits(attempts=ENDLESS, lease=timedelta(minutes=1), poll_seconds=1)
    return Worker(store, lambda: Equipment({"count": handler}), clock, habits)


def kill_workers(path: Path, handler: Handler, kills: int) -> tuple[int, list[int]]:
    """How many messages with a job were stored, and how often each job had its effect."""
    dice, clock = random.Random(SEED), LaterClock()
    SqliteStore.open(path).close()
    Marker(None).marks(["what every child would load anew"])

    def work(tell: Tell) -> None:
        store = SqliteStore.open(path)
        tell(READY)
        for _ in range(100):
            add_with_job(store, 5)
            a_worker(store, handler, clock).run(limit=5)

    for _ in range(kills):
        kill_while_working(dice, work, longest=0.06)
        clock.ahead += timedelta(minutes=2)
    store = SqliteStore.open(path)
    a_worker(store, handler, clock).run()
    store.close()
    ((left,),) = rows(path, "SELECT count(*) FROM jobs")
    ((messages,),) = rows(path, "SELECT count(*) FROM messages")
    effects = [int(value) for (value,) in rows(path, "SELECT value FROM preferences")]
    figure(
        f"worker kills={kills} messages={messages} jobs left={left} done={len(effects)} "
        f"effects={sum(effects)} twice={sum(n > 1 for n in effects)} seed={SEED}"
    )
    assert left == 0
    return messages, effects


@pytest.mark.capability("G26")
def test_a_job_is_done_once_however_often_its_worker_is_killed(tmp_path: Path) -> None:
    messages, effects = kill_workers(tmp_path / "memory.db", once, 100)
    assert messages > 100
    assert effects == [1] * messages


def test_the_harness_sees_an_effect_that_comes_twice(tmp_path: Path) -> None:
    messages, effects = kill_workers(tmp_path / "memory.db", effect_first, 40)
    assert len(effects) == messages
    assert max(effects) > 1


SPOIL = """
    UPDATE messages SET terms = x'07000000', traits = 0, vector = x'', analysis = '0', model = '0'"""
MARKS = "SELECT analysis, terms, traits, model, vector FROM messages ORDER BY seq"


def expected_marks(path: Path) -> list[Mark]:
    texts = [text for (text,) in rows(path, "SELECT text FROM messages ORDER BY seq")]
    return Marker(StaticEmbedder()).marks(texts)


@pytest.mark.capability("G26")
def test_a_reindex_goes_on_where_a_killed_worker_left_it(tmp_path: Path) -> None:
    path, dice, clock = tmp_path / "memory.db", random.Random(SEED), LaterClock()
    # Nothing overflows and nothing is sealed: there is one job, and it is the one looked at.
    settings = Settings(job_attempts=ENDLESS, memo_window=10_000, session_idle_seconds=1e9)
    with Memory.open(path, settings=settings, worker=False) as memory:
        for part in range(5):
            memory.add("lily", [f"green tea 成都 {part} {n}" for n in range(1000)])
        memory.admin.reindex("lily")
    rows(path, SPOIL)

    def work(tell: Tell) -> None:
        with Memory.open(path, settings=settings, worker=False, clock=clock) as memory:
            tell(READY)
            memory.admin.run_jobs()

    kills, progress = 0, [0]
    while (job := rows(path, "SELECT done FROM jobs")) and kills < 200:
        progress.append(job[0][0])
        # Lives grow longer, so that a slow machine gets through as well.
        kill_while_working(dice, work, longest=0.03 * (1 + kills / 10))
        kills += 1
        clock.ahead += timedelta(minutes=2)
    assert progress == sorted(progress), "a killed worker's part was undone"
    stored = [Mark(*row) for row in rows(path, MARKS)]
    figure(f"reindex of 5,000 messages: worker kills={kills} seed={SEED}")
    assert not rows(path, "SELECT 1 FROM jobs")
    assert stored == expected_marks(path)
    assert not faults(path)
