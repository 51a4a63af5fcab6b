"""kill -9: whatever was acknowledged is there afterwards, whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from holdfast.memory import Memory
from tests.faults.children import READY, SEED, Tell, kill_while_working
from tests.faults.figures import figure
from tests.faults.ledger import Ledger, Verdict, all_busy
from tests.faults.planted import CommitsLater, HasNoTransactions, plant

THREADS = 8
LONGEST_LIFE = 0.08
"""Seconds that a child has before it is killed, at the most."""


def add_until_killed(path: Path, seed: int, tell: Tell) -> None:
    """Add in several threads, close, open again, and so on."""
    for round_ in range(1000):
        with Memory.open(path) as memory:
            tell(READY)
            name = f"{seed}-{round_}"
            all_busy(memory, tell, name=name, seed=seed + round_, threads=THREADS, batches=6)


def kill_often(path: Path, kills: int, *, verify_every: int, acknowledged: int = 0) -> Verdict:
    """One file for all kills. Stops early when something is already lost.

    On a machine too slow to have that many messages `acknowledged`, the killing goes on until it
    has, five times as long at the most.
    """
    dice, ledger = random.Random(SEED), Ledger()
    verdict = Verdict(0, 0, 0, {})
    for kill in range(1, 5 * kills + 1):
        own = dice.randrange(1 << 40)

        def work(tell: Tell, own: int = own) -> None:
            add_until_killed(path, own, tell)

        ledger.hear(kill_while_working(dice, work, longest=LONGEST_LIFE))
        if kill % verify_every == 0:
            Memory.open(path, worker=False).close()
            verdict = ledger.held_against(path)
            if not verdict.clean or (kill >= kills and verdict.acknowledged >= acknowledged):
                break
    figure(f"kills={kill} {verdict} seed={SEED}")
    return verdict


@pytest.mark.capability("B11")
def test_no_kill_loses_what_was_acknowledged(tmp_path: Path) -> None:
    verdict = kill_often(tmp_path / "memory.db", 200, verify_every=50, acknowledged=2000)
    assert verdict.clean, verdict
    assert verdict.acknowledged >= 2000


@pytest.mark.long
def test_a_thousand_kills_lose_nothing(tmp_path: Path) -> None:
    verdict = kill_often(tmp_path / "memory.db", 1000, verify_every=250, acknowledged=20_000)
    assert verdict.clean, verdict
    assert verdict.acknowledged >= 20_000


def made_soundly(folder: Path) -> Path:
    """A memory for a planted fault, which is to spoil what is added and not the making of the file."""
    path = folder / "memory.db"
    Memory.open(path, worker=False).close()
    return path


def test_the_harness_sees_a_writer_that_acknowledges_too_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_soundly(tmp_path)
    plant(monkeypatch, CommitsLater)
    assert kill_often(path, 60, verify_every=10).lost > 0


def test_the_harness_sees_half_written_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_soundly(tmp_path)
    plant(monkeypatch, HasNoTransactions)
    assert kill_often(path, 40, verify_every=40).half > 0
