"""The jobs of one user, found without a look at those of the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from holdfast.domain.job import Job
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.sqlite.jobs import SqliteJobs


def scans(path: Path, ask: Callable[[Memory], object]) -> list[str]:
    """The plans of those statements that read all jobs of a space."""
    heard: list[tuple[str, dict]] = []

    def listen(_cursor: object, sql: str, bindings: dict) -> bool:
        heard.append((sql, bindings))
        return True

    def overhear(connection: apsw.Connection) -> None:
        connection.exec_trace = listen  # type: ignore[assignment]

    apsw.connection_hooks.append(overhear)
    try:
        with Memory.open(path, settings=Settings(worker=False)) as memory:
            heard.clear()
            ask(memory)
    finally:
        apsw.connection_hooks.remove(overhear)
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    plans = [
        row[3]
        for sql, bindings in heard
        if sql.startswith("SELECT") and "FROM jobs" in sql
        for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", bindings)
    ]
    connection.close()
    found = [plan for plan in plans if " jobs " in plan]
    assert found
    return [plan for plan in found if "user=?" not in plan and "id=?" not in plan]


def flushed(memory: Memory) -> None:
    memory.buffers.add("mei", "I live in Chengdu.")
    memory.buffers.flush("mei")
    assert memory.buffers.ended("mei")


def ended_again(memory: Memory) -> None:
    memory.add("mei", ["hello", "I live in Chengdu."])
    memory.seal("mei")
    memory.seal("mei")


def forgotten(memory: Memory) -> None:
    memory.add("mei", "hello")
    memory.forget("mei", everything=True)


CALLS = [flushed, ended_again, forgotten]


@pytest.mark.parametrize("call", CALLS)
def test_what_is_asked_for_one_user_looks_at_the_jobs_of_that_one(tmp_path, call):
    assert scans(tmp_path / "memory.db", call) == []


def test_a_look_at_all_of_them_would_be_seen(tmp_path, monkeypatch):
    find = SqliteJobs.find

    def look_at_all(jobs: SqliteJobs, *, user: str | None = None, **page: Any) -> list[Job]:
        return [job for job in find(jobs, **page) if user in (None, job.user)]

    monkeypatch.setattr(SqliteJobs, "find", look_at_all)
    assert scans(tmp_path / "memory.db", flushed)
