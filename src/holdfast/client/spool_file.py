"""The file of a spool: opening it, changing it, and setting it aside when it is damaged.

Several threads and processes may use one file. A fork is harmless: the file is let go of before
one, and opened again by either side when it is next needed.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import apsw

from holdfast.client.forks import mind_forks
from holdfast.errors import Closed, StoreUnsuitable
from holdfast.stores.files.locks import locked
from holdfast.stores.sqlite.failures import translated

APPLICATION_ID = 0x484F4C53
"""'HOLS' in the file's header: a spool, and not a memory."""

LAYOUT = 1
BUSY_SECONDS = 10.0
BESIDE = ("-wal", "-shm", "")
"""What the names of SQLite's files end with. The file itself comes last: see `_set_aside`."""

Connection = apsw.Connection
Damage = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError, apsw.TooBigError)
"""How SQLite tells of it. No row of ours is too big: a length that is was not written by us."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class SpoolFile:
    """A file that is there when it is needed. Made of the statements `make` where it is not."""

    def __init__(self, path: Path, make: str) -> None:
        self.path = path.absolute()
        self._guard = self.path.with_name(self.path.name + ".lock")
        self._make = make
        self._turn = threading.RLock()
        self._connection: apsw.Connection | None = None
        self._known: os.stat_result | None = None
        self._closed = False
        mind_forks(self)

    def read(self, statement: str, named: Mapping[str, Any] | None = None) -> list[Any]:
        """The rows that a query gives."""
        return self._safely(lambda connection: connection.execute(statement, named).fetchall())

    def change(self, work: Callable[[apsw.Connection], T]) -> T:
        """Do all of the work or nothing of it. Once this returns it is on the disk.

        `work` may be called more than once.
        """
        with self._turn:
            result = self._safely(lambda connection: _whole(connection, work))
            # Another process may have set the file aside while this was written into it.
            return result if self._in_place() else self._safely(lambda c: _whole(c, work))

    def close(self) -> None:
        """Let go of the file for good."""
        with self._turn:
            self._closed = True
            self._let_go()

    def _safely(self, use: Callable[[apsw.Connection], T]) -> T:
        """Use the file; if that shows it to be damaged, use a new one."""
        with self._turn, translated():
            try:
                return use(self._opened())
            except Damage as error:
                self._set_aside(error)
            return use(self._opened())

    def _opened(self) -> apsw.Connection:
        if self._closed:
            raise Closed("The spool is closed.", remedy="Open the memory again.")
        if self._connection is not None and not self._in_place():
            self._let_go()
        if self._connection is None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self._guard):
                self._connection = self._open()
        return self._connection

    def _open(self) -> apsw.Connection:
        # Made here and not by SQLite, so that it is never readable by others, not for a moment.
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        self._known = os.fstat(descriptor)
        os.close(descriptor)
        connection = Connection(str(self.path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            self._set_up(connection)
        except BaseException:
            _closed_untouched(connection)
            raise
        return connection

    def _set_up(self, connection: apsw.Connection) -> None:
        connection.set_busy_timeout(int(BUSY_SECONDS * 1000))
        owner = connection.pragma("application_id")
        empty = not connection.pragma("schema_version")
        if owner != APPLICATION_ID and not empty:
            raise StoreUnsuitable(
                f"{self.path} is a database, but not a spool.",
                remedy="Name another file for the spool; this one was not touched.",
            )
        if connection.pragma("user_version") > LAYOUT:
            raise StoreUnsuitable(
                f"{self.path} was written by a newer Holdfast.", remedy="Upgrade Holdfast."
            )
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "FULL")
        connection.pragma("secure_delete", True)
        if sys.platform == "darwin":
            connection.pragma("fullfsync", True)
            connection.pragma("checkpoint_fullfsync", True)
        if empty:
            _whole(connection, self._make_tables)

    def _make_tables(self, connection: apsw.Connection) -> None:
        connection.execute(self._make)
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", LAYOUT)

    def _in_place(self) -> bool:
        """Whether the file's name still stands for the file that is open."""
        try:
            return self._known is not None and os.path.samestat(self._known, self.path.stat())
        except FileNotFoundError:
            return False

    def _set_aside(self, error: Exception) -> None:
        """Rename a damaged file, unless another process has done so already."""
        damaged, self._connection = self._connection, None
        if damaged is not None:
            _closed_untouched(damaged)
        with locked(self._guard):
            if not self._in_place():
                return
            name = self._free_name()
            # The log goes first: should we be killed on the way, a new file must not meet it.
            for ending in BESIDE:
                with suppress(FileNotFoundError):
                    self._beside(ending).rename(name + ending)
        log.warning("The spool %s is damaged (%s). It is kept as %s.", self.path, error, name)

    def _free_name(self) -> str:
        number = 1
        while Path(f"{self.path}.damaged-{number}").exists():
            number += 1
        return f"{self.path}.damaged-{number}"

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(self.path.name + ending)

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def before_fork(self) -> None:
        """See `forks`. SQLite's connections must not be carried into a child."""
        self._turn.acquire()
        self._let_go()

    def after_fork(self, *, in_child: bool) -> None:  # noqa: ARG002  both open it again when needed
        """See `forks`."""
        self._turn.release()


def _whole(connection: apsw.Connection, work: Callable[[apsw.Connection], T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _closed_untouched(connection: apsw.Connection) -> None:
    """Close without moving anything from the log into a file that may be damaged."""
    with suppress(apsw.Error):
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.close()
