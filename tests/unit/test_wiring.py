"""Wiring: settings become parts."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest

from holdfast.errors import InvalidInput, MessageRefused
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.wiring import SystemClock, build
from tests.unit.analysis import upgrade


def workers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "holdfast-worker"}


def test_the_name_of_the_file_decides_the_store(tmp_path):
    for path, kind in ((":memory:", InMemoryStore), (tmp_path / "m.db", SqliteStore)):
        parts = build(path, Settings(worker=False))
        assert isinstance(parts.store, kind)
        parts.close()


def test_a_store_of_ones_own_takes_the_place_of_a_file(tmp_path):
    store = InMemoryStore()
    with Memory.open(tmp_path / "never.db", settings=Settings(worker=False), store=store) as memory:
        memory.add("wang", "hello")
        assert store.spaces() == ["default"]
    assert list(tmp_path.iterdir()) == []


def test_the_system_clock_knows_its_zone():
    before = datetime.now(UTC)
    assert before <= SystemClock().now() <= datetime.now(UTC)
    assert SystemClock().now().tzinfo is UTC


@pytest.mark.parametrize(
    ("setting", "argument", "read_only", "expected"),
    [
        (True, None, False, True),
        (False, None, False, False),
        (True, False, False, False),
        (False, True, False, True),
        (True, None, True, False),
        (True, True, True, False),
    ],
)
def test_the_worker_runs_where_it_should(tmp_path, setting, argument, read_only, expected):
    Memory.open(tmp_path / "m.db", settings=Settings(worker=False)).close()
    before = workers()
    with Memory.open(
        tmp_path / "m.db", settings=Settings(worker=setting), worker=argument, read_only=read_only
    ):
        assert bool(workers() - before) is expected
    assert workers() == before


def test_limits_come_from_the_settings(open_memory):
    memory = open_memory(
        "limits", max_message_chars=5, max_batch=2, max_parts_bytes=50, inline_part_bytes=10
    )
    memory.add("wang", ["12345", {"content": [{"type": "x", "n": 1}]}])
    assert "ref" in memory.messages.latest("wang")[1].parts[0]
    for given in ("123456", {"content": [{"type": "x", "body": "y" * 50}]}):
        with pytest.raises(MessageRefused):
            memory.add("wang", given)
    with pytest.raises(InvalidInput):
        memory.add("wang", ["a"] * 3)
    with pytest.raises(InvalidInput):
        memory.recall("wang", "123456")


def test_the_size_of_a_context_comes_from_the_settings(open_memory):
    memory = open_memory("budget", context_budget=100)
    memory.add("wang", ["tea " * 5] * 20)
    context = memory.context("wang", "tea")
    assert (context.budget, context.tokens <= 100) == (100, True)
    assert context.hits


def test_the_space_comes_from_the_settings(open_memory):
    memory = open_memory("space", space="work")
    assert memory.space == "work"
    memory.add("wang", "a")
    assert memory.in_space("default").admin.users() == []


def test_the_background_worker_makes_up_for_an_upgrade(tmp_path, monkeypatch):
    settings = Settings(worker=False)
    with Memory.open(tmp_path / "m.db", settings=settings) as memory:
        memory.add("wang", "kitten")
    upgrade(monkeypatch)
    with Memory.open(tmp_path / "m.db", settings=settings, worker=True) as memory:
        pause = threading.Event()
        for _ in range(500):
            finding = next(f for f in memory.admin.check() if f.name == "keyword index")
            if finding.good:
                break
            pause.wait(0.01)
        assert finding.good
        [hit] = memory.recall("wang", "cat")
        assert hit.scores["text"] > 0


def test_housekeeping_lets_old_backups_go(tmp_path):
    clock = FrozenClock()
    settings = Settings(worker=False, backup_days=7)
    with Memory.open(tmp_path / "m.db", settings=settings, clock=clock) as memory:
        kept, gone = (
            tmp_path / f"m.db.backup-v1-{clock.now() - timedelta(days=days):%Y%m%dT%H%M%S%fZ}"
            for days in (6, 8)
        )
        other = tmp_path / "other.db.backup-v1-20200101T000000000000Z"
        for file in (kept, gone, other):
            file.write_bytes(b"a copy")
        memory.admin.run_jobs()
        assert (kept.exists(), gone.exists(), other.exists()) == (True, False, True)


def test_a_backup_that_another_process_removed_first_is_no_trouble(tmp_path, monkeypatch):
    clock = FrozenClock()
    with Memory.open(tmp_path / "m.db", settings=Settings(worker=False), clock=clock) as memory:
        gone = tmp_path / "m.db.backup-v1-20200101T000000000000Z"
        gone.write_bytes(b"a copy")
        from holdfast.stores.sqlite import backups

        found = backups.found

        def late(path):
            listed = found(path)
            gone.unlink(missing_ok=True)
            return listed

        monkeypatch.setattr(backups, "found", late)
        memory.add("wang", "a")
        assert memory.admin.run_jobs() == 0
        assert memory.forget("wang", everything=True).messages == 1
