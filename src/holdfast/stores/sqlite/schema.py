"""The schema: recognising a file, making one, and bringing an older one up to date."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import apsw

from holdfast.errors import StoreBusy, StoreMissing, StoreUnsuitable
from holdfast.stores.sqlite import backups
from holdfast.stores.sqlite.checkpoints import Checkpoints
from holdfast.stores.sqlite.connections import APPLICATION_ID, FilePlace
from holdfast.stores.sqlite.migrations import Migration


def require(connection: apsw.Connection, place: FilePlace, version: int) -> None:
    """Raise StoreUnsuitable unless the file is ours and of this version."""
    found = _version(connection, place)
    if found < version:
        raise StoreUnsuitable(
            f"{place.path} was written by an older Holdfast (layout {found}, wanted {version}).",
            remedy="Open it once for writing (`holdfast doctor --migrate`); a backup is made first.",
        )
    _refuse_newer(found, version, place)


def prepare(place: FilePlace, steps: Sequence[Migration]) -> None:
    """Make the file if there is none, and apply what is missing. Safe to be killed at any point,
    and to be run by several processes at once."""
    if not place.path.parent.is_dir():
        raise StoreMissing(
            f"There is no folder {place.path.parent}.", remedy="Make the folder, or check the path."
        )
    if not place.path.exists():
        # Private from the start: SQLite gives its side files the same permissions.
        os.close(os.open(place.path, os.O_RDWR | os.O_CREAT, 0o600))
        backups.sync(place.path.parent)
    connection = place.writer()
    try:
        newest = steps[-1].number
        found = _version(connection, place)
        _refuse_newer(found, newest, place)
        _use_wal(connection, place)
        if found < newest:
            _migrate(connection, place, steps)
            Checkpoints(place).settle()
    finally:
        connection.close()


def _version(connection: apsw.Connection, place: FilePlace) -> int:
    """The file's layout; 0 for an empty file. Raises for a file that is not ours."""
    mark = connection.pragma("application_id")
    empty = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    if mark != APPLICATION_ID and not (mark == 0 and empty):
        raise StoreUnsuitable(
            f"{place.path} is a database, but not a Holdfast memory.",
            remedy="Check the path; the file was not touched.",
        )
    return int(connection.pragma("user_version"))


def _refuse_newer(found: int, known: int, place: FilePlace) -> None:
    if found > known:
        raise StoreUnsuitable(
            f"{place.path} was written by a newer Holdfast (layout {found}, known {known}).",
            remedy="Upgrade Holdfast.",
        )


def _use_wal(connection: apsw.Connection, place: FilePlace) -> None:
    """Switch to the write-ahead log. SQLite does not wait for this lock by itself, so we do."""
    patience = time.monotonic() + place.busy_seconds
    while True:
        try:
            mode = connection.pragma("journal_mode", "wal")
        except apsw.BusyError:
            mode = "busy"
        if mode == "wal":
            return
        if mode != "busy" or time.monotonic() > patience:
            raise StoreBusy(f"{place.path} cannot be switched to write-ahead logging ({mode}).")
        time.sleep(0.01)


def _migrate(connection: apsw.Connection, place: FilePlace, steps: Sequence[Migration]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    with_lock = int(connection.pragma("user_version"))  # another process may have been quicker
    if with_lock:
        backups.make(place, with_lock, datetime.now(UTC))
    for step in steps:
        if step.number > with_lock:
            connection.execute(step.script)
            connection.execute(f"PRAGMA user_version = {step.number}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("COMMIT")


def exists(path: Path) -> bool:
    """Whether something is there to be opened."""
    return path.is_file() and path.stat().st_size > 0
