"""Poison: jobs that fail whatever is tried, or kill whoever takes them up. The others are done."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.job import JobState
from holdfast.domain.session import SessionState
from holdfast.flow.condense import fold
from holdfast.memory import Memory
from holdfast.ports.summariser import Line, Summary
from holdfast.settings import Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.summarisers import FakeSummariser
from tests.faults.children import READY, Tell, forked
from tests.faults.clock import LaterClock
from tests.faults.figures import figure
from tests.properties.test_thread_machine import store_twice
from tests.properties.thread import require_all_accounted

FAILS, KILLS = "this cannot be read", "谁读谁死"
ATTEMPTS = 3
SETTINGS = Settings(
    worker=False, embedder="none", memo_review=False, job_attempts=ATTEMPTS, memo_window=8
)


class Taster(FakeSummariser):
    """Stumbles over one text, and dies of another."""

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        for line in lines:
            if FAILS in line.text:
                raise RuntimeError("poison")
            if KILLS in line.text:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().summarise(lines, limit=limit)


def opened(path: Path, clock: LaterClock) -> Memory:
    store = SqliteStore.open(path, synchronous="OFF")
    return Memory.open(store=store, settings=SETTINGS, clock=clock, summariser=Taster())


def prepare(path: Path, clock: LaterClock, count: int, poisoned: int) -> dict[str, str]:
    """As many users as jobs; the poison that some of them took."""
    poison: dict[str, str] = {}
    with opened(path, clock) as memory:
        for number in range(count):
            user, said = f"user-{number:04}", ["one cup of tea", "两杯茶"]
            if number % (count // poisoned) == 7:
                poison[user] = (FAILS, KILLS)[len(poison) % 2]
                said.insert(0, poison[user])
            memory.add(user, said, session="tea")
            memory.seal(user, "tea")
    return poison


def run_all(path: Path, clock: LaterClock) -> int:
    """Let workers do what can be done, one after the other; how many of them died."""

    def work(tell: Tell) -> None:
        with opened(path, clock) as memory:
            memory.admin.run_jobs()
            tell(READY)

    died = 0
    for _ in range(1000):
        child = forked(work)
        died += not child.wait_until_ready()
        child.finish()
        clock.ahead += timedelta(minutes=10)
        with opened(path, clock) as memory:
            if all(job.state is JobState.DEAD for job in memory.admin.jobs()):
                break
    return died


def summaries(memory: Memory, user: str) -> list[Item]:
    which = ItemSelection(kind=ItemKind.SUMMARY)
    return memory._parts.store.read(
        "default", lambda unit: unit.items.select(user, which, limit=100)
    )


def poison_some(path: Path, count: int, poisoned: int) -> None:
    clock = LaterClock()
    poison = prepare(path, clock, count, poisoned)
    assert len(poison) == poisoned
    died = run_all(path, clock)
    with opened(path, clock) as memory:
        memory.admin.run_jobs(limit=0)  # whoever looks around notes what dead workers could not
        dead = memory.admin.jobs()
        states: Counter[SessionState] = Counter()
        for user in memory.admin.users():
            (stretch,) = memory.sessions.stretches(user, "tea")
            states[stretch.state] += 1
            made = sorted(item.level for item in summaries(memory, user))
            assert made == ([] if user in poison else [0, 1]), "effects come once, or not at all"
            assert (stretch.state is SessionState.FAILED) == (user in poison)
            assert bool(stretch.error) == (user in poison)
            if user in poison:
                assert len(memory.recent(user).messages) == 3
        figure(
            f"poison: jobs={count} done={states[SessionState.SEALED]} dead={len(dead)} "
            f"failed stretches={states[SessionState.FAILED]} workers died={died}"
        )
        assert {job.user for job in dead if job.state is JobState.DEAD} == {*poison}
        assert len(dead) == poisoned
        assert died == ATTEMPTS * sum(each == KILLS for each in poison.values())
        assert states == {SessionState.SEALED: count - poisoned, SessionState.FAILED: poisoned}
        require_all_accounted(memory)


def test_poison_does_not_keep_the_others_from_being_done(tmp_path: Path) -> None:
    poison_some(tmp_path / "memory.db", 200, 4)


@pytest.mark.long
def test_ten_poison_jobs_among_a_thousand(tmp_path: Path) -> None:
    poison_some(tmp_path / "memory.db", 1000, 10)


def test_the_harness_sees_an_effect_that_comes_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold, "_keep", store_twice)
    with pytest.raises(AssertionError, match="effects come once"):
        poison_some(tmp_path / "memory.db", 30, 2)


def test_what_was_poison_is_sealed_once_it_can_be_read(tmp_path: Path) -> None:
    path, clock = tmp_path / "memory.db", LaterClock()
    poison = prepare(path, clock, 30, 2)
    assert run_all(path, clock) == ATTEMPTS
    settings = SETTINGS
    with Memory.open(path, settings=settings, clock=clock, summariser=FakeSummariser()) as memory:
        for user in poison:
            memory.seal(user, "tea")
        memory.admin.run_jobs()
        assert memory.admin.jobs() == []
        assert memory.sessions.troubled() == []
