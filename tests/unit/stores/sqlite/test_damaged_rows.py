"""A row whose value is of another kind than we write: it is damage, and said to be."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from holdfast import Memory
from holdfast.errors import StoreDamaged
from holdfast.ports.unit import Unit
from holdfast.stores.sqlite.store import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "memory.db"
    with Memory.open(file, worker=False) as memory:
        memory.add("lily", [{"role": "user", "content": "green tea", "name": "Lily"}])
    return file


def spoil(path: Path, column: str) -> None:
    """Put a number where a text belongs, as a flipped bit does; SQLite itself would refuse to."""
    connection = apsw.Connection(str(path))
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
    connection.pragma("writable_schema", True)
    kinds = "replace(replace(sql, 'STRICT', ''), 'TEXT', 'BLOB')"
    connection.execute(f"UPDATE sqlite_schema SET sql = {kinds} WHERE name = 'messages'")
    connection.close()
    connection = apsw.Connection(str(path))
    connection.execute(f"UPDATE messages SET {column} = 7")
    connection.close()


@pytest.mark.parametrize("column", ["speaker", "session", "agent", "role", "id"])
def test_recall_says_that_it_is_damaged(path: Path, column: str):
    spoil(path, column)
    with Memory.open(path, worker=False) as memory, pytest.raises(StoreDamaged):
        memory.recall("lily", "green tea")


def test_a_listing_says_that_it_is_damaged(path: Path):
    spoil(path, "speaker")
    with Memory.open(path, worker=False) as memory, pytest.raises(StoreDamaged):
        memory.messages.list("lily")


def test_after_a_row_that_cannot_be_read_the_next_reading_sees_what_was_written_since(
    tmp_path: Path,
):
    store = SqliteStore.open(tmp_path / "memory.db")

    def put_all(unit: Unit) -> None:
        for name in "abc":
            unit.preferences.put(name, 1, expect=0)

    store.write("default", put_all)
    other = apsw.Connection(str(tmp_path / "memory.db"))
    other.execute("UPDATE preferences SET name = CAST(x'ff' AS TEXT) WHERE name = 'b'")
    for run in (store.read, store.write):
        with pytest.raises(StoreDamaged):
            run("default", lambda unit: unit.preferences.all())
    other.execute("DELETE FROM preferences WHERE CAST(name AS BLOB) = x'ff'")
    assert store.erase(), "nobody holds on to what was there before"
    for run in (store.read, store.write):
        found = run("default", lambda unit: unit.preferences.all())
        assert [each.name for each in found] == ["a", "c"]
    other.close()
    assert store.erase()
    store.close()
