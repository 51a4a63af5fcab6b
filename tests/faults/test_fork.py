"""Forks: a memory that is open when a process forks works on in both, and loses nothing."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holdfast.memory import Memory
from tests.faults.children import SEED, Tell, forked
from tests.faults.figures import figure
from tests.faults.inspection import faults
from tests.faults.ledger import Ledger, all_busy

PATIENCE = 20.0
"""Seconds without a word after which a child counts as stuck for good."""


def use(memory: Memory, tell: Tell, name: str) -> None:
    """Everything that a forked process may want of the memory it was born with."""
    all_busy(memory, tell, name=name, seed=SEED, threads=2, batches=4, forgets=True)
    for user in ("user-0", "user-1", "user-2"):
        memory.recall(user, "火锅 tea", k=5)
    memory.admin.run_jobs()


def heard(work: Callable[[Tell], None]) -> list[str]:
    """What a forked child told; a child that falls silent is stuck."""
    child = forked(work)
    while not child.is_silent_for(PATIENCE):
        if not child.listen():
            return child.end_well()
    child.kill()
    child.finish()
    raise AssertionError("the child is stuck")


def test_both_sides_of_a_fork_work_on(tmp_path: Path) -> None:
    path, ledger = tmp_path / "memory.db", Ledger()
    with Memory.open(path) as memory:
        told: list[str] = []
        use(memory, told.append, "before")
        for turn in range(5):
            ledger.hear(heard(lambda tell, n=turn: use(memory, tell, f"child-{n}")))  # type: ignore[misc]
            use(memory, told.append, f"parent-{turn}")
        ledger.hear(told)
        for id_ in ledger.texts.keys() - ledger.forgetting:
            assert any(memory.messages.get(f"user-{n}", id_) for n in range(3))
    verdict = ledger.held_against(path)
    figure(f"forks=5 {verdict} seed={SEED}")
    assert verdict.clean, verdict


def close_in_the_child(memory: Memory, tell: Tell) -> None:
    memory.close()
    tell("closed")


def test_closing_in_the_child_leaves_the_parent_open(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.db") as memory:
        memory.add("lily", "before the fork")
        assert heard(lambda tell: close_in_the_child(memory, tell)) == ["closed"]
        memory.add("lily", "after it")
        assert len(memory.recall("lily", "fork it")) == 2
    assert not faults(tmp_path / "memory.db")


def go_elsewhere(memory: Memory, folder: Path, tell: Tell) -> None:
    """As a process does that becomes a daemon."""
    os.chdir(folder)
    memory.add("lily", "from elsewhere")
    tell(memory.recall("lily", "fork")[0].text)


def test_a_child_that_goes_elsewhere_works_on_the_same_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with Memory.open("memory.db") as memory:
        memory.add("lily", "before the fork")
        told = heard(lambda tell: go_elsewhere(memory, tmp_path / "elsewhere", tell))
        assert told == ["before the fork"]
        assert memory.recall("lily", "elsewhere")[0].text == "from elsewhere"
    assert list((tmp_path / "elsewhere").iterdir()) == []


@contextlib.contextmanager
def busy_threads(memory: Memory, tell: Tell) -> Iterator[None]:
    """Threads of the parent that read and write all along, so that forks come at any moment."""
    done = threading.Event()

    def run(number: int) -> None:
        turn = 0
        while not done.is_set():
            if number % 2:
                memory.recall("user-0", "火锅 tea", k=20)
            else:
                (id_,) = memory.add("user-0", f"{number}-{turn}:1 tea")
                tell(f"added\t{id_}\t{number}-{turn}:1 tea")
            turn += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_at_any_moment_leaves_a_child_that_works(tmp_path: Path) -> None:
    """Locks that another thread holds at that moment are never let go in the child."""
    path, ledger, told = tmp_path / "memory.db", Ledger(), list[str]()
    with Memory.open(path) as memory:
        memory.add("user-0", ["0:1 火锅", "1:1 tea"])
        with busy_threads(memory, told.append):
            for turn in range(40):
                ledger.hear(heard(lambda tell, n=turn: once(memory, tell, f"child-{n}")))  # type: ignore[misc]
    ledger.hear(told)
    verdict = ledger.held_against(path)
    figure(f"forks beside busy threads=40 {verdict} seed={SEED}")
    assert not verdict.lost
    assert not verdict.faults


def once(memory: Memory, tell: Tell, name: str) -> None:
    (id_,) = memory.add("user-0", f"{name}:1 tea")
    tell(f"added\t{id_}\t{name}:1 tea")
    assert memory.recall("user-0", "tea", k=5)
