"""The log by the time said, in one statement that reads no row."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import apsw
import pytest

from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.sqlite.days import _runs


def midnights(zone: str) -> list[int]:
    first = datetime(2026, 1, 1, tzinfo=ZoneInfo(zone))
    days = [first + timedelta(days=day) for day in range(366)]
    return [int(day.timestamp()) for day in days]


@pytest.mark.parametrize(("zone", "runs"), [("UTC", 1), ("Asia/Shanghai", 1), ("Europe/Berlin", 5)])
def test_a_year_has_few_runs(zone, runs):
    """Else the expression that tells the day would have an arm for each of them."""
    assert len(_runs(midnights(zone))) == runs


def overheard(path: Path, ask) -> list[tuple[str, dict]]:
    """The statements about messages that a call runs."""
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
    return [each for each in heard if "FROM messages" in each[0]]


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin"])
def test_days_are_counted_in_one_statement_on_the_index_alone(tmp_path, zone):
    path = tmp_path / "memory.db"
    with Memory.open(path, settings=Settings(worker=False)) as memory:
        memory.add("mei", "hello", at=datetime(2026, 5, 1, tzinfo=UTC))
    [(sql, bindings)] = overheard(
        path, lambda memory: memory.messages.days("mei", year=2026, zone=zone)
    )
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", bindings)]
    connection.close()
    assert plan[0] == "SEARCH messages USING COVERING INDEX messages_in_order (space=? AND user=?)"
    assert all("messages" not in step for step in plan[1:])
