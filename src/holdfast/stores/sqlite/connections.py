"""Connections: how a file is opened, and one reader for each thread."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from holdfast.stores.sqlite.scrub import scrubbing

APPLICATION_ID = 0x484F4C44
"""'HOLD' in the file's header: tells our files from other people's."""

left_behind: list[apsw.Connection] = []
"""Connections a fork left behind. Closing them in the child could harm the parent's: keep them."""


class Connection(apsw.Connection):
    """A connection with room for the units that are used on it, by space.

    `known` is what was read on it that seldom changes, as long as nobody else writes; only the
    writer keeps such a thing, and sees to it (see `Writer`).

    `run` is `execute` for those who take all rows at once: it has one cursor for all of them, since
    making one takes as long as a short statement. Whatever ends a transaction goes through it too:
    a statement that broke off half-way holds on to its snapshot until this cursor is used again.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.run = self.cursor().execute
        self.units: dict[str, Any] = {}
        self.known: dict[tuple[str, str], Any] | None = None


class Seal(NamedTuple):
    """How a file stands that nobody can write from here."""

    inode: int
    size: int
    changed: int


def inode_at(path: str) -> int | None:
    """Which file it is that lies there now, if any. Asked with every commit: a Path takes longer."""
    try:
        return os.stat(path).st_ino  # noqa: PTH116
    except OSError:
        return None


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

    @property
    def _index_of_log(self) -> Path:
        return self.path.with_name(self.path.name + "-shm")

    def reader(self) -> Connection:
        """A connection that cannot change anything."""
        if self.seal() is None:
            return self._open(apsw.SQLITE_OPEN_READONLY)
        # SQLite cannot make the side file there that it wants even to read.
        name = f"{self.path.resolve().as_uri()}?immutable=1"
        return self._open(apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI, name=name)

    def seal(self) -> Seal | None:
        """How the file stands in a folder, or on a disk, that we cannot write; None in others.

        None too where its log holds something, since without that the file is not the whole
        memory, and where both side files lie there already, since SQLite can read with those.
        """
        if os.access(self.path.parent, os.W_OK):
            return None
        try:
            if self.log.exists() and (self.log.stat().st_size or self._index_of_log.exists()):
                return None
            found = self.path.stat()
        except OSError:
            return None
        return Seal(found.st_ino, found.st_size, found.st_mtime_ns)

    def writer(self) -> Connection:
        """A connection set up for durable writing. It leaves checkpoints to others."""
        connection = self._durable(self._open(apsw.SQLITE_OPEN_READWRITE))
        connection.pragma("secure_delete", True)
        connection.pragma("wal_autocheckpoint", 0)
        connection.known = {}
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

    def _open(self, flags: int, vfs: str | None = None, name: str | None = None) -> Connection:
        connection = Connection(
            name or str(self.path), flags=flags, vfs=vfs or self.vfs, statementcachesize=128
        )
        if flags & apsw.SQLITE_OPEN_READWRITE and connection.readonly("main"):
            connection.close()  # SQLite's second best; no such thing was asked for
            raise apsw.CantOpenError(f"{self.path} cannot be opened for writing")
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.set_busy_timeout(int(self.busy_seconds * 1000))
        connection.pragma("temp_store", "MEMORY")
        return connection


@dataclass(frozen=True, slots=True)
class Reader:
    """A thread's connection. `inside` is held while the thread is inside SQLite.

    With a `seal` it holds for the file as it stood then, and for no other.
    """

    connection: Connection
    seal: Seal | None = None
    inside: threading.RLock = field(default_factory=threading.RLock)


class Readers:
    """One reading connection for each thread, opened when the thread first reads."""

    def __init__(self, place: FilePlace) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._local = threading.local()
        self._open: dict[threading.Thread, Reader] = {}

    def current(self) -> Reader:
        """This thread's reader."""
        reader: Reader | None = getattr(self._local, "reader", None)
        if reader is not None and reader.seal and reader.seal != self._place.seal():
            reader.connection.close()
            reader = None
        if reader is None:
            with self._lock:
                self._drop_ended_threads()
                seal = self._place.seal()
                reader = self._local.reader = Reader(self._place.reader(), seal)
                self._open[threading.current_thread()] = reader
        return reader

    def _drop_ended_threads(self) -> None:
        for thread in [t for t in self._open if not t.is_alive()]:
            self._open.pop(thread).connection.close()

    def hold_still(self) -> Callable[[], None]:
        """Wait until no thread is inside SQLite, and keep it so until the answer is called."""
        self._lock.acquire()
        held = [self._lock.release]
        for reader in self._open.values():
            reader.inside.acquire()
            held.append(reader.inside.release)

        def let_go() -> None:
            for release in held:
                release()

        return let_go

    def close(self) -> None:
        """Close every thread's connection, as soon as each is out of SQLite."""
        with self._lock:
            for reader in self._open.values():
                with reader.inside:
                    reader.connection.close()
            self._open.clear()

    def abandon(self) -> None:
        """In the child of a fork: keep the parent's connections out of harm's way."""
        left_behind.extend(reader.connection for reader in self._open.values())
