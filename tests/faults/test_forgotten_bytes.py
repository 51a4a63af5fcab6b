"""Forgetting reaches the bytes: what a receipt calls erased is in no file any more."""

from __future__ import annotations

import contextlib
import random
import signal
import time
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest

from holdfast.domain.message import Selection
from holdfast.domain.receipt import Receipt
from holdfast.errors import NotFound
from holdfast.memory import Memory
from holdfast.ports.unit import Unit
from holdfast.stores.sqlite import backups, checkpoints, scrub
from holdfast.stores.sqlite.migrations import Migration, migrations
from holdfast.stores.sqlite.store import SqliteStore
from tests.faults.canaries import Nest, found_in
from tests.faults.children import READY, SEED, Tell, kill_while_working, running
from tests.faults.clock import LaterClock
from tests.faults.figures import figure
from tests.faults.inspection import rows
from tests.faults.planted import KeepsDeletedBytes, plant

CANARIES = 100
OTHERS = 3000
SHORT = (5, 30, 100, 150, 250, 500, 800)
"""Rows of which several lie in a page: these are moved most often."""


def nest_in(memory: Memory, seed: int = SEED) -> Nest:
    nest = Nest(memory, random.Random(seed))
    nest.add_others(20)
    return nest


def forget(memory: Memory, call: tuple[str, dict[str, Any]]) -> Receipt:
    user, scope = call
    return memory.forget(user, **scope)


def forget_all(nest: Nest) -> list[Receipt]:
    """Forget every canary, with other things going on in between."""
    receipts = []
    for call in nest.forgettings():
        receipts.append(forget(nest.memory, call))
        if nest.dice.random() < 0.5:
            nest.churn()
    return receipts


def report(nest: Nest, receipts: list[Receipt], found: dict[str, list[str]]) -> None:
    figure(
        f"canaries={len(nest.all_canaries())} forgettings={len(receipts)} "
        f"erased at once={sum(receipt.erased for receipt in receipts)} "
        f"others={len(nest.others)} found={len(found)} seed={SEED}"
    )


def test_no_forgotten_byte_is_left_in_any_file(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.db", worker=False) as memory:
        nest = nest_in(memory)
        nest.populate(CANARIES, OTHERS)
        canaries = nest.all_canaries()
        assert len(found_in(tmp_path, canaries)) > CANARIES * 0.9
        receipts = forget_all(nest)
        report(nest, receipts, found := found_in(tmp_path, canaries))
        assert all(receipt.erased for receipt in receipts)
        assert found == {}
        for _ in range(50):
            nest.churn()
        assert found_in(tmp_path, canaries) == {}
    assert found_in(tmp_path, canaries) == {}


def test_the_harness_sees_bytes_that_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, KeepsDeletedBytes)
    with Memory.open(tmp_path / "memory.db", worker=False) as memory:
        nest = nest_in(memory)
        nest.populate(CANARIES // 2, OTHERS // 4)
        receipts = forget_all(nest)
        report(nest, receipts, found := found_in(tmp_path, nest.all_canaries()))
        assert found


def remove_session(unit: Unit, user: str, name: str) -> None:
    messages = unit.log.find(user, Selection(session=name), limit=100)
    unit.log.remove(user, [message.id for message in messages])
    unit.sessions.remove(user, [name])


def add_and_remove_many(nest: Nest) -> list[str]:
    """The canaries of sessions that were removed from all over several users' logs."""
    marks = [(f"user-{nest.dice.randrange(6)}", nest.canary()) for _ in range(300)]
    for user, mark in marks:
        texts = [nest.text(mark, lengths=SHORT) for _ in range(nest.dice.randint(1, 3))]
        nest.memory.add(user, texts, session=mark)
    gone = nest.dice.sample(marks, 200)
    for user, mark in gone:
        work = partial(remove_session, user=user, name=mark)
        nest.memory._parts.store.write("default", work)
    return [mark for _, mark in gone]


def test_rows_that_moved_between_pages_leave_no_copy(tmp_path: Path) -> None:
    """SQLite copies rows when it divides and joins pages; the old copies must go as well."""
    with Memory.open(tmp_path / "memory.db", worker=False) as memory:
        nest, gone = nest_in(memory), list[str]()
        for _ in range(3):
            gone += add_and_remove_many(nest)
            assert memory._parts.store.erase()
            assert found_in(tmp_path, gone) == {}
        figure(f"removed among others={len(gone)} found=0 seed={SEED}")


def test_the_harness_sees_copies_in_the_free_space_of_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: pages go into the file as they are. Overwriting alone is not enough."""
    monkeypatch.setattr(scrub, "scrubbed", lambda page, _: page)
    found: dict[str, list[str]] = {}
    with Memory.open(tmp_path / "memory.db", worker=False) as memory:
        nest, gone = nest_in(memory), list[str]()
        while not found and len(gone) < 3000:
            gone += add_and_remove_many(nest)
            assert memory._parts.store.erase()
            found = found_in(tmp_path, gone)
    figure(f"removed among others={len(gone)} found={len(found)} seed={SEED}")
    assert found


def hold_a_snapshot(path: Path, tell: Tell) -> None:
    """Another process that has begun to read and does not end."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM messages").fetchall()
    tell(READY)
    signal.pause()


def test_while_another_reads_the_receipt_says_not_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "PATIENCE_MS", 20)  # for so many, one after the other
    path, clock = tmp_path / "memory.db", LaterClock()
    with Memory.open(path, worker=False, clock=clock) as memory:
        nest = nest_in(memory)
        nest.populate(CANARIES, OTHERS // 6)
        canaries = nest.all_canaries()
        with running(lambda tell: hold_a_snapshot(path, tell)):
            receipts = [forget(memory, call) for call in nest.forgettings()]
            assert not any(receipt.erased for receipt in receipts)
            assert {receipt.job for receipt in receipts} <= {job.id for job in memory.admin.jobs()}
            assert found_in(tmp_path, canaries)
            memory.admin.run_jobs()
            assert memory.admin.jobs()
        clock.ahead += timedelta(minutes=1)
        memory.admin.run_jobs()
        report(nest, receipts, found := found_in(tmp_path, canaries))
        assert memory.admin.jobs() == []
        assert found == {}


def test_the_harness_sees_a_receipt_that_comes_too_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: nobody minds that a reader was in the way."""
    path = tmp_path / "memory.db"
    monkeypatch.setattr(checkpoints.Checkpoints, "empty_log", lambda _: True)
    with Memory.open(path, worker=False) as memory:
        nest = nest_in(memory)
        nest.populate(CANARIES // 4, OTHERS // 30)
        with running(lambda tell: hold_a_snapshot(path, tell)):
            receipts = [forget(memory, call) for call in nest.forgettings()]
            report(nest, receipts, found := found_in(tmp_path, nest.all_canaries()))
        assert all(receipt.erased for receipt in receipts)
        assert found


def test_a_reader_that_stays_for_hours_does_not_keep_the_bytes_for_good(tmp_path: Path) -> None:
    path, clock = tmp_path / "memory.db", LaterClock()
    with Memory.open(path, worker=False, clock=clock) as memory:
        nest = nest_in(memory)
        nest.add_session()
        with running(lambda tell: hold_a_snapshot(path, tell)):
            assert not any(forget(memory, call).erased for call in nest.forgettings())
            for _ in range(8):
                clock.ahead += timedelta(minutes=30)
                memory.admin.run_jobs(limit=1)
        clock.ahead += timedelta(minutes=30)
        memory.admin.run_jobs()
        assert found_in(tmp_path, nest.all_canaries()) == {}
        assert memory.admin.jobs() == []


def keep_adding(path: Path, tell: Tell) -> None:
    """Another process, with pages of its own in its memory."""
    with Memory.open(path, worker=False) as memory:
        nest = Nest(memory, random.Random(SEED + 1))
        nest.add_others(50)
        tell(READY)
        while True:
            nest.add_others(2)
            time.sleep(0.005)


def test_another_process_that_writes_does_not_bring_the_bytes_back(tmp_path: Path) -> None:
    path, clock = tmp_path / "memory.db", LaterClock()
    with Memory.open(path, worker=False, clock=clock) as memory:
        nest = nest_in(memory)
        nest.populate(CANARIES // 2, OTHERS // 6)
        canaries = nest.all_canaries()
        with running(lambda tell: keep_adding(path, tell)):
            receipts = forget_all(nest)
            for _ in range(20):
                if not memory.admin.jobs():
                    break
                clock.ahead += timedelta(minutes=1)
                memory.admin.run_jobs(limit=len(receipts))
            assert memory.admin.jobs() == []
            time.sleep(0.1)
            report(nest, receipts, found := found_in(tmp_path, canaries))
        assert found == {}
    assert found_in(tmp_path, canaries) == {}


def test_a_backup_made_by_a_migration_goes_too(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, worker=False) as memory:
        nest = nest_in(memory)
        nest.populate(20, 50)
    rows(path, f"PRAGMA user_version = {migrations()[-1].number - 1}")
    step = Migration(migrations()[-1].number, "nothing", "SELECT 1;")
    SqliteStore.open(path, steps=[step]).close()
    kept = backups.found(path)
    canaries = nest.all_canaries()
    assert len(kept) == 1
    assert len(found_in(tmp_path, canaries)) == len(canaries)
    with Memory.open(path, worker=False) as memory:
        nest.memory = memory
        receipts = forget_all(nest)
        report(nest, receipts, found := found_in(tmp_path, canaries))
        assert sum(receipt.backups for receipt in receipts) == 1
        assert backups.found(path) == []
        assert found == {}


def test_a_forgetting_that_is_killed_is_finished_later(tmp_path: Path) -> None:
    """kill -9 at any moment of a forgetting: it has happened or not, and its bytes go in the end."""
    path, dice, clock = tmp_path / "memory.db", random.Random(SEED), LaterClock()
    with Memory.open(path, worker=False) as memory:
        nest = nest_in(memory)
        nest.populate(CANARIES, 200)
    calls = list(nest.forgettings())

    def forget_on(tell: Tell) -> None:
        with Memory.open(path, worker=False, clock=clock) as memory:
            tell(READY)
            for number, call in enumerate(calls):
                tell(f"{number}")
                with contextlib.suppress(NotFound):
                    forget(memory, call)

    kills = 0
    while calls and kills < 100:
        begun = [int(line) for line in kill_while_working(dice, forget_on, longest=0.03)]
        calls = calls[max(begun, default=0) :] if kills % 2 else calls[max([0, *begun]) + 1 :]
        kills += 1
    with Memory.open(path, worker=False, clock=clock) as memory:
        for call in nest.forgettings():
            with contextlib.suppress(NotFound):
                forget(memory, call)
        clock.ahead += timedelta(minutes=1)
        memory.admin.run_jobs()
        assert memory.admin.jobs() == []
        found = found_in(tmp_path, nest.all_canaries())
        figure(f"forgettings killed={kills} found={len(found)} seed={SEED}")
        assert found == {}
