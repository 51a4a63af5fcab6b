"""Interrupts: a caller that is called away while it waits leaves the others able to go on."""

from __future__ import annotations

import random
import signal
import threading
import time
from pathlib import Path

import pytest

from holdfast.errors import HoldfastError
from holdfast.memory import Memory
from holdfast.ports.unit import Unit
from tests.faults.children import SEED, Tell, together
from tests.faults.figures import figure
from tests.faults.inspection import faults, versions
from tests.faults.planted import TakesBackSome, plant

PATIENCE = 10.0
"""Seconds after which a thread counts as stuck for good."""

UNHEARD = 0.5
"""Seconds after which a call that was not heard comes again; no caller takes so long to go."""


class CalledAway(BaseException):
    """What the signal raises, as Ctrl-C does."""


def call_away(*_: object) -> None:
    raise CalledAway


def added_in_time(memory: Memory, text: str) -> bool:
    """Whether an add comes back at all."""
    thread = threading.Thread(target=memory.add, args=("lily", text), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return not thread.is_alive()


def wait_behind_a_slow_writer(path: Path, tell: Tell) -> None:
    signal.signal(signal.SIGALRM, call_away)
    with Memory.open(path, worker=False) as memory:
        memory.add("lily", "the first")
        began = threading.Event()

        def slow(_: Unit) -> None:
            began.set()
            time.sleep(0.3)

        writer = threading.Thread(target=memory._parts.store.write, args=("default", slow))
        writer.start()
        began.wait()
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            memory.add("lily", "called away")
        except CalledAway:
            tell("called away")
        writer.join()
        tell("goes on" if added_in_time(memory, "the second") else "stuck")
        tell("goes on" if added_in_time(memory, "the third") else "stuck")


def test_a_caller_that_stops_waiting_does_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    (told,) = together([lambda tell: wait_behind_a_slow_writer(path, tell)])
    assert told == ["called away", "goes on", "goes on"]
    assert {"the first", "the second", "the third"} <= {row.text for row in versions(path)}


def be_called_away_often(path: Path, tell: Tell) -> None:
    """The main thread is interrupted at random moments of adding, while others add as well."""
    dice = random.Random(SEED)
    signal.signal(signal.SIGALRM, call_away)
    done = threading.Event()
    with Memory.open(path, worker=False) as memory:

        def add_all_along(name: str) -> None:
            count = 0
            while not done.is_set():
                try:
                    (id_,) = memory.add("lily", f"{name} {count}")
                except HoldfastError:
                    tell("refused")  # it was in the same group as the interrupted one
                else:
                    tell(f"added {id_}")
                count += 1
            tell("ended")

        others = [
            threading.Thread(target=add_all_along, args=(f"{n}",), daemon=True) for n in range(3)
        ]
        for other in others:
            other.start()
        for turn in range(200):
            called_away_once(memory, turn, dice.uniform(0.0001, 0.004))
        done.set()
        for other in others:
            other.join(PATIENCE)
        tell("goes on" if added_in_time(memory, "the last") else "stuck")


def called_away_once(memory: Memory, turn: int, after: float) -> None:
    """Add until called away.

    The call comes again if it is not heard: one that falls into a callback of the garbage
    collector (Hypothesis has one) is swallowed there.
    """
    try:
        signal.setitimer(signal.ITIMER_REAL, after, UNHEARD)
        while True:
            memory.add("lily", f"main {turn}")
    except CalledAway:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def lost_by_interrupts(path: Path) -> set[str]:
    """What was acknowledged and is not there, once everybody has been seen to go on."""
    (told,) = together([lambda tell: be_called_away_often(path, tell)])
    added = {line.split()[1] for line in told if line.startswith("added ")}
    there = {row.id for row in versions(path)}
    figure(f"interrupts=200 acknowledged={len(added)} lost={len(added - there)} seed={SEED}")
    assert told.count("ended") == 3
    assert told[-1] == "goes on"
    return added - there


def test_two_hundred_interrupts_lose_nothing_and_stop_nobody(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    assert not lost_by_interrupts(path)
    assert not faults(path)


def test_the_harness_sees_acknowledged_messages_that_are_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.db"
    Memory.open(path, worker=False).close()
    plant(monkeypatch, TakesBackSome)
    assert lost_by_interrupts(path)
