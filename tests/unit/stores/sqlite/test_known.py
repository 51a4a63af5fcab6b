"""What the writer knows of preferences without asking is what they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.domain.preference import Preference
from holdfast.ports.unit import Unit
from holdfast.stores.sqlite.connections import Connection
from holdfast.stores.sqlite.store import SqliteStore

NAME = "window"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore.open(tmp_path / "memory.db")
    yield store
    store.close()


@pytest.fixture
def there(here: SqliteStore) -> Iterator[SqliteStore]:
    """The same file as another process has it open."""
    store = SqliteStore.open(here.path)
    yield store
    store.close()


def known(store: SqliteStore, space: str = "default") -> object:
    """As a unit of work reads it."""
    found = store.write(space, lambda unit: unit.preferences.get(NAME))
    return found.value if found else None


def put(store: SqliteStore, value: int, expect: int = 0) -> Preference:
    return store.write("default", lambda unit: unit.preferences.put(NAME, value, expect=expect))


def read_again(store: SqliteStore) -> list[str]:
    """The statements that the writer runs from now on."""
    told: list[str] = []
    connection = store._writer._connection  # type: ignore[union-attr]
    assert connection is not None

    def trace(_cursor: object, sql: str, _values: object) -> bool:
        told.append(sql)
        return True

    connection.exec_trace = trace
    return told


def test_what_nobody_changed_is_not_read_again(here):
    put(here, 1)
    assert known(here) == 1
    told = read_again(here)
    assert [known(here) for _ in range(3)] == [1, 1, 1]
    assert {sql.split()[0] for sql in told} == {"BEGIN", "COMMIT"}


def test_a_change_from_elsewhere_is_seen_at_once(here, there):
    assert known(here) is None
    for revision in range(0, 20, 2):
        put(there, revision, revision)
        assert known(here) == revision
        put(here, -revision, revision + 1)
        assert known(there) == -revision
    there.write("default", lambda unit: unit.preferences.remove(NAME))
    assert known(here) is None


def test_who_does_not_look_whether_others_have_written_is_seen(here, there, monkeypatch):
    monkeypatch.setattr(Connection, "data_version", lambda self: 7)
    assert known(here) is None
    put(there, 1)
    assert known(here) != 1


def test_what_was_undone_is_not_known(here):
    put(here, 1)

    def fail(unit: Unit) -> None:
        unit.preferences.put(NAME, 2, expect=1)
        assert unit.preferences.get(NAME) == Preference(NAME, 2, 2)
        raise LookupError

    with pytest.raises(LookupError):
        here.write("default", fail)
    assert known(here) == 1


def test_spaces_are_known_apart(here):
    put(here, 1)
    assert (known(here), known(here, "other"), known(here)) == (1, None, 1)
