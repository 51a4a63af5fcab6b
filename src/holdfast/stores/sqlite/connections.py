"""Connections: how a file is opened, and one reader for each thread."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from holdfast.stores.sqlite.scrub import scrubbing

APPLICATION_ID = 0x484F4C44
"""'HOLD' in the file's header: tells our files from other people's."""

left_behind: list[apsw.Connection] = []
"""Connections a fork left behind. Closing them in the child could harm the parent's: keep them."""


class Connection(apsw.Connection):
    """A connection with room for the units that are used on it, by space."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.units: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Where a file lies and how it is to be opened."""

    path: Path
    synchronous: str = "FULL"
    vfs: str | None = None
    busy_seconds: float = 60.0

    @property
    def log(self) -> Path:
        """The write-ahead log beside the file."""
        return self.path.with_name(self.path.name + "-wal")

    def reader(self) -> Connection:
        """A connection that cannot change anything."""
        return self._open(apsw.SQLITE_OPEN_READONLY)

    def writer(self) -> Connection:
        """A connection set up for durable writing. It leaves checkpoints to others."""
        connection = self._durable(self._open(apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE))
        connection.pragma("secure_delete", True)
        connection.pragma("wal_autocheckpoint", 0)
        return connection

    def checkpointer(self) -> Connection:
        """The only kind of connection that moves pages from the log into the file (see scrub)."""
        connection = self._open(apsw.SQLITE_OPEN_READWRITE, scrubbing(self.vfs))
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
        return self._durable(connection)

    def _durable(self, connection: Connection) -> Connection:
        connection.pragma("synchronous", self.synchronous)
        if sys.platform == "darwin":
            connection.pragma("fullfsync", True)
            connection.pragma("checkpoint_fullfsync", True)
        return connection

    def _open(self, flags: int, vfs: str | None = None) -> Connection:
        connection = Connection(
            str(self.path), flags=flags, vfs=vfs or self.vfs, statementcachesize=128
        )
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.set_busy_timeout(int(self.busy_seconds * 1000))
        connection.pragma("temp_store", "MEMORY")
        return connection


class Readers:
    """One reading connection for each thread, opened when the thread first reads."""

    def __init__(self, place: FilePlace) -> None:
        self._place = place
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._local = threading.local()
        self._open: dict[threading.Thread, Connection] = {}

    def current(self) -> Connection:
        """This thread's connection."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._place.reader()
            with self._lock:
                self._drop_ended_threads()
                self._open[threading.current_thread()] = connection
        return connection

    def _drop_ended_threads(self) -> None:
        for thread in [t for t in self._open if not t.is_alive()]:
            self._open.pop(thread).close()

    def close(self) -> None:
        """Close every thread's connection. The caller makes sure that none is in use."""
        with self._lock:
            for connection in self._open.values():
                connection.close()
            self._open.clear()

    def abandon(self) -> None:
        """After a fork: keep the parent's connections out of harm's way."""
        left_behind.extend(self._open.values())
        self._open.clear()
