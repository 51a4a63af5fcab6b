"""Migrations killed at random: no row is lost, each step is done once, backups are whole or none."""

from __future__ import annotations

import hashlib
import random
import shutil
import time
from datetime import datetime
from pathlib import Path

import apsw
import pytest

from holdfast.memory import Memory
from holdfast.stores.sqlite import backups
from holdfast.stores.sqlite.connections import APPLICATION_ID, FilePlace
from holdfast.stores.sqlite.migrations import Migration, migrations
from holdfast.stores.sqlite.store import SqliteStore
from tests.faults.children import READY, SEED, Tell, forked
from tests.faults.figures import figure
from tests.faults.inspection import rows
from tests.faults.planted import HasNoTransactions, plant

ROWS = 3000
INSERT = """
    INSERT INTO messages (space, user, seq, id, version, session, agent, number, said_at,
                          said_zone, stored_at, role, text)
    VALUES ('default', 'lily', ?1, ?2, 1, 'tea', 'default', ?1, ?1, 'UTC', ?1, 'user', ?3)"""
HEAVY = """
    UPDATE messages SET extra = '{"n":' || (coalesce(json_extract(extra, '$.n'), 0) + 1) || '}';
    UPDATE messages SET speaker = hex(text) WHERE seq % 3 = 0;
    UPDATE messages SET speaker = NULL;"""
CONTENT = """
    SELECT user, seq, id, version, session, number, said_at, role, text FROM messages
    ORDER BY user, seq"""


def heavy_steps() -> list[Migration]:
    """Ours, and one more that rewrites every row and counts how often it did."""
    known = migrations()
    return [*known, Migration(known[-1].number + 1, "heavy", HEAVY)]


NEWEST = heavy_steps()[-1].number


def build_old(path: Path) -> None:
    """A memory as the first layout had it."""
    path.parent.mkdir()
    dice = random.Random(3)
    said = [(n, f"id-{n}", f"{n} 火锅 " + "tea " * dice.randrange(40)) for n in range(1, ROWS + 1)]
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "wal")
    with connection:
        connection.execute(migrations()[0].script)
        connection.execute("INSERT INTO users VALUES ('default', 'lily', 1, ?)", (ROWS,))
        session = "INSERT INTO sessions VALUES ('default', 'lily', 'tea', 'active', ?, 1, 1, 1)"
        connection.execute(session, (ROWS,))
        connection.executemany(INSERT, said)
    connection.pragma("user_version", 1)
    connection.pragma("application_id", APPLICATION_ID)
    connection.close()
    path.chmod(0o600)


def content(path: Path) -> str:
    """A sum over every column that no migration may change."""
    return hashlib.sha256(repr(rows(path, CONTENT)).encode()).hexdigest()


def layout(path: Path) -> int:
    ((version,),) = rows(path, "PRAGMA user_version")
    return int(version)


def migrate(path: Path, tell: Tell) -> None:
    tell(READY)
    SqliteStore.open(path, steps=heavy_steps()).close()


def how_long(path: Path) -> float:
    """How long the migration takes here, tried on a memory of its own."""
    build_old(path)
    began = time.monotonic()
    SqliteStore.open(path, steps=heavy_steps()).close()
    return time.monotonic() - began


def kill_once(path: Path, after: float) -> None:
    child = forked(lambda tell: migrate(path, tell))
    child.wait_until_ready()
    time.sleep(after)
    child.kill()
    child.finish()


def kill_migrations(folder: Path, kills: int) -> None:
    """Kill at moments all over the time it takes. A memory that came through makes room for one."""
    dice, lasts = random.Random(SEED), how_long(folder / "trial" / "memory.db")
    killed, memories, copies = 0, 0, 0
    while killed < kills:
        memories += 1
        path = folder / str(memories) / "memory.db"
        build_old(path)
        original = content(path)
        while layout(path) == 1 and killed < kills:
            kill_once(path, dice.uniform(0, lasts))
            killed += 1
            assert content(path) == original
            assert layout(path) in (1, NEWEST)
        copies += finish_and_check(path, original)
        shutil.rmtree(path.parent)
    figure(f"migrations killed={killed} memories={memories} backups={copies} seed={SEED}")


def finish_and_check(path: Path, original: str) -> int:
    """Let the migration end, and look at what is left; how many backups there are."""
    SqliteStore.open(path, steps=heavy_steps()).close()
    assert layout(path) == NEWEST
    assert content(path) == original
    assert rows(path, "SELECT DISTINCT extra, speaker FROM messages") == [('{"n":1}', None)]
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    copies = [copy for copy, _ in backups.found(path)]
    for copy in copies:
        assert not copy.name.endswith(".partial")
        assert rows(copy, "PRAGMA integrity_check") == [("ok",)]
        assert (layout(copy), content(copy)) == (1, original)
    assert len(copies) == 1  # what was cut off before left none
    return len(copies)


def test_no_killed_migration_loses_a_row(tmp_path: Path) -> None:
    kill_migrations(tmp_path, 50)


def test_the_harness_sees_a_migration_that_is_not_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, HasNoTransactions)
    with pytest.raises((AssertionError, apsw.Error)):
        kill_migrations(tmp_path, 50)


def copy_slowly_under_its_final_name(place: FilePlace, version: int, at: datetime) -> Path:
    """The planted fault: a backup that looks whole before it is."""
    target = place.path.with_name(f"{place.path.name}.backup-v{version}-{at:%Y%m%dT%H%M%S%fZ}")
    source, copy = apsw.Connection(str(place.path)), apsw.Connection(str(target))
    with copy.backup("main", source, "main") as backup:
        while not backup.done:
            backup.step(20)
            time.sleep(0.002)
    copy.close()
    source.close()
    return target


def test_the_harness_sees_a_backup_that_only_looks_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "make", copy_slowly_under_its_final_name)
    with pytest.raises((AssertionError, apsw.Error)):
        kill_migrations(tmp_path, 50)


def test_a_migrated_memory_is_used_as_before(tmp_path: Path) -> None:
    path = tmp_path / "old" / "memory.db"
    build_old(path)
    with Memory.open(path, worker=False) as memory:
        assert len(memory.recall("lily", "火锅", k=1000)) == 1000
        (id_,) = memory.add("lily", "after the move", session="tea")
        message = memory.messages.get("lily", id_)
        assert message is not None
        assert message.number == ROWS + 1
        memory.admin.reindex()
        memory.admin.run_jobs()
        assert [found for found in memory.admin.check(thorough=True) if not found.good] == []
    assert len(backups.found(path)) == 1
