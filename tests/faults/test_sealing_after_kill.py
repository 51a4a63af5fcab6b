"""kill -9 while sessions are sealed and folded: all is sealed in the end, and made once."""

from __future__ import annotations

import random
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.session import SessionState
from holdfast.flow.condense import fold
from holdfast.flow.maintain import seal
from holdfast.memory import Memory
from holdfast.ports.reviewer import Action, Change
from holdfast.settings import Settings
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.faults.children import READY, SEED, Tell, kill_while_working, together
from tests.faults.clock import LaterClock
from tests.faults.figures import figure
from tests.faults.inspection import faults
from tests.properties.test_thread_machine import store_twice
from tests.properties.thread import require_all_accounted, require_settled, views

USERS = ("lily", "安娜")
ENDLESS = 1_000_000
"""More attempts than there are kills: here a job is not to be given up."""

SETTINGS = Settings(
    worker=False, embedder="none", memo_window=8, memo_review=False, job_attempts=ENDLESS
)


def opened(path: Path, clock: LaterClock) -> Memory:
    return Memory.open(path, settings=SETTINGS, clock=clock, summariser=FakeSummariser())


def converse(memory: Memory, sessions: range) -> None:
    """Conversations of some messages each, told at once and sealed."""
    for number in sessions:
        user = USERS[number % len(USERS)]
        agent = "cat" if number % 5 == 0 else "default"
        said = [f"{line} cups of tea 喝茶 {number}" for line in range(2 + number % 9)]
        memory.add(user, said, session=f"session-{number}", agent=agent)
        memory.seal(user, f"session-{number}")


def kill_sealing(path: Path, kills: int, sessions: int) -> Counter[str]:
    """Kill workers while they seal; what is there in the end."""
    dice, clock = random.Random(SEED), LaterClock()
    with opened(path, clock) as memory:
        converse(memory, range(sessions))

    def work(tell: Tell) -> None:
        with opened(path, clock) as memory:
            tell(READY)
            while memory.admin.run_jobs(limit=1):
                pass

    states: Counter[str] = Counter()
    for number in range(kills):
        with opened(path, clock) as memory:
            left = memory.sessions.troubled()
            states.update(str(stretch.state) for stretch in left[:1])
            if not left:  # there is always something to do
                converse(memory, range(sessions, sessions + 20))
                sessions += 20
        # Lives grow longer, so that a slow machine gets through as well.
        kill_while_working(dice, work, longest=0.08 * (1 + number / kills))
        clock.ahead += timedelta(minutes=2)
    with opened(path, clock) as memory:
        for _ in range(10):
            memory.admin.run_jobs()
            clock.ahead += timedelta(hours=1)
        require_all_accounted(memory)
        require_settled(memory)
        made = Counter(f"level {i.level}" for v in views(memory) for i in v.summaries.values())
    figure(
        f"sealing: worker kills={kills} sessions={sessions} begun while={dict(states)} "
        f"summaries={dict(made)} seed={SEED}"
    )
    assert made["level 1"] == sessions, "each stretch has one summary"
    assert made["level 2"] >= 1
    assert {*faults(path)} <= {"messages without a mark"}, "none are made here"
    return made


def test_everything_is_sealed_once_however_often_workers_are_killed(tmp_path: Path) -> None:
    kill_sealing(tmp_path / "memory.db", 40, 60)


@pytest.mark.long
def test_everything_is_sealed_once_after_many_kills(tmp_path: Path) -> None:
    kill_sealing(tmp_path / "memory.db", 200, 200)


def test_the_harness_sees_a_segment_that_is_made_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold, "_keep", store_twice)
    with pytest.raises(AssertionError):
        kill_sealing(tmp_path / "memory.db", 5, 20)


def test_the_harness_sees_a_stretch_that_is_never_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seal, "settle", lambda *_: None)
    with pytest.raises(AssertionError):
        kill_sealing(tmp_path / "memory.db", 5, 20)


def test_a_stretch_that_a_dead_worker_left_sealing_is_finished(tmp_path: Path) -> None:
    """The worker dies while it waits for a summary, with the stretch in its hands."""
    path, clock = tmp_path / "memory.db", LaterClock()
    with opened(path, clock) as memory:
        converse(memory, range(1))

    def work(tell: Tell) -> None:
        summariser = FakeSummariser()

        def think() -> None:
            tell(READY)
            threading.Event().wait(60)

        summariser.meanwhile = think
        settings, later = SETTINGS, clock
        with Memory.open(path, settings=settings, clock=later, summariser=summariser) as memory:
            memory.admin.run_jobs()

    kill_while_working(random.Random(1), work, longest=0.01)
    with opened(path, clock) as memory:
        (stretch,) = memory.sessions.stretches(USERS[0], "session-0")
        assert stretch.state is SessionState.SEALING
        assert memory.admin.run_jobs() == 0, "its lease has not run out"
        clock.ahead += timedelta(minutes=2)
        memory.admin.run_jobs()
        (stretch,) = memory.sessions.stretches(USERS[0], "session-0")
        assert stretch.state is SessionState.SEALED
        require_settled(memory)


def stretch_summaries(memory: Memory, user: str) -> list[Item]:
    which = ItemSelection(kind=ItemKind.SUMMARY, level=1)
    return memory._parts.store.read(
        "default", lambda unit: unit.items.select(user, which, limit=1000)
    )


def test_threads_that_seal_at_once_make_one_stretch(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db", LaterClock()) as memory:
        memory.add("lily", ["one", "two", "三"], session="tea")
        ready, ids = threading.Barrier(8), list[str]()

        def work() -> None:
            ready.wait()
            stretch = memory.seal("lily", "tea")
            assert stretch is not None
            ids.append(stretch.id)
            memory.admin.run_jobs()

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(ids) == 8
        assert len({*ids}) == 1
        memory.admin.run_jobs()
        assert [stretch.id for stretch in memory.sessions.stretches("lily", "tea")] == ids[:1]
        assert len(stretch_summaries(memory, "lily")) == 1
        require_settled(memory)


def test_processes_that_seal_at_once_make_one_stretch(tmp_path: Path) -> None:
    path, clock, rounds = tmp_path / "memory.db", LaterClock(), 10
    with opened(path, clock) as memory:
        for number in range(rounds):
            memory.add("lily", ["one", "two", "三"], session=f"tea-{number}")

    def work(tell: Tell) -> None:
        with opened(path, clock) as memory:
            for number in range(rounds):
                stretch = memory.seal("lily", f"tea-{number}")
                assert stretch is not None
                tell(f"{number} {stretch.id}")
                memory.admin.run_jobs()

    told = together([work] * 3)
    assert len({line for lines in told for line in lines}) == rounds
    clock.ahead += timedelta(minutes=2)
    with opened(path, clock) as memory:
        memory.admin.run_jobs()
        assert len(stretch_summaries(memory, "lily")) == rounds
        require_all_accounted(memory)
        require_settled(memory)


@pytest.mark.capability("A19")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_turn_that_arrives_during_a_review_is_kept(tmp_path: Path, language: str) -> None:
    said, late = {
        "en": (["I like tea"] * 3, "One more thing"),
        "zh": (["我喜欢茶"] * 3, "还有一件事"),
    }[language]
    reviewer = FakeReviewer()
    with Memory.open(
        tmp_path / "memory.db", settings=SETTINGS, summariser=FakeSummariser(), reviewer=reviewer
    ) as memory:
        ids = memory.add("lily", said)
        reviewer.changes = tuple(Change(id_, Action.DROP, "repeats") for id_ in ids[1:])
        reviewer.meanwhile = lambda: memory.add("lily", late)
        assert memory.memo.review("lily") is not None
        assert [message.text for message in memory.recent("lily").messages] == [said[0], late]
        assert len(memory.messages.latest("lily")) == 4
        require_all_accounted(memory)
