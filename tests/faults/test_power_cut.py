"""Power cuts: what was acknowledged is on the disk, and the file is whole."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from holdfast.errors import HoldfastError
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.wiring import build
from tests.faults.children import SEED
from tests.faults.figures import figure
from tests.faults.ledger import Ledger, Verdict, all_busy
from tests.faults.power import Disk, PoweredVFS

NAME = "memory.db"
CUTS_PER_LIFE = 10
THREADS = 3


def work_until_cut(path: Path, seed: int, cut_at: int, synchronous: str) -> tuple[Disk, list[str]]:
    """Add, correct and forget until the power goes; the disk, and what was acknowledged."""
    disk, told = Disk(path.parent, seed, cut_at=cut_at), list[str]()
    vfs = PoweredVFS(f"powered-{seed}", disk)
    try:
        store = SqliteStore.open(path, vfs=vfs.name, synchronous=synchronous)
    except HoldfastError:
        assert disk.remains is not None
    else:
        memory = Memory(build(path, Settings(), store=store, worker=False), "default")
        all_busy(
            memory,
            told.append,
            name=f"{seed}",
            seed=seed,
            threads=THREADS,
            batches=40,
            forgets=True,
            patient_with=HoldfastError,
        )
        disk.cut()
        close_in_the_dark(memory)
    finally:
        vfs.unregister()
    return disk, told


def close_in_the_dark(memory: Memory) -> None:
    """Closing a memory whose disk is gone may fail, but only in our own words."""
    try:
        memory.close()
    except HoldfastError as error:
        figure(f"closing: {error}")


def cut_often(folder: Path, cuts: int, synchronous: str) -> Verdict:
    """Cut the power of one memory after another, each several times in its life."""
    dice, operations, sum_ = random.Random(SEED), 0, Verdict(0, 0, 0, {})
    for life in range(cuts // CUTS_PER_LIFE):
        place, ledger, verdict = folder / f"{synchronous}-{life}-0", Ledger(), sum_
        place.mkdir()
        for cut in range(1, CUTS_PER_LIFE + 1):
            seed, cut_at = dice.randrange(1 << 40), int(10 ** dice.uniform(0, 3.3))
            disk, told = work_until_cut(place / NAME, seed, cut_at, synchronous)
            operations += disk.operations
            ledger.hear(told)
            place = folder / f"{synchronous}-{life}-{cut}"
            place.mkdir()
            disk.put_back(place)
            Memory.open(place / NAME, worker=False).close()
            verdict = ledger.held_against(place / NAME)
            sum_ = sum_.plus(verdict)
        sum_ = replace(sum_, acknowledged=sum_.acknowledged + verdict.acknowledged)
    figure(f"synchronous={synchronous} cuts={cuts} operations={operations} {sum_} seed={SEED}")
    return sum_


def test_no_power_cut_loses_what_was_acknowledged(tmp_path: Path) -> None:
    verdict = cut_often(tmp_path, 100, "FULL")
    assert verdict.clean, verdict
    assert verdict.acknowledged > 1000


def test_the_harness_sees_that_less_than_full_loses_messages(tmp_path: Path) -> None:
    verdict = cut_often(tmp_path, 50, "NORMAL")
    assert verdict.lost > 0
    assert "integrity" not in verdict.faults


def test_the_harness_sees_that_no_sync_at_all_breaks_the_file(tmp_path: Path) -> None:
    with pytest.raises((AssertionError, HoldfastError, apsw.Error)):
        assert cut_often(tmp_path, 60, "OFF").clean


@pytest.mark.long
def test_four_hundred_power_cuts_lose_nothing(tmp_path: Path) -> None:
    verdict = cut_often(tmp_path, 400, "FULL")
    assert verdict.clean, verdict
