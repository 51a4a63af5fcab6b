"""Changes: a connection that does nothing but notice what others commit."""

from __future__ import annotations

import threading

from holdfast.stores.sqlite.connections import Connection, FilePlace, left_behind


class FileChanges:
    """Counts the commits to a file that were seen. Opened when it is first asked."""

    def __init__(self, place: FilePlace) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._version = 0
        self._count = 0

    def count(self) -> int:
        """See `ports.changes.Changes`."""
        with self._lock:
            if self._connection is None:
                self._connection = self._place.reader()
            # SQLite's own number tells of other connections' commits only; this one makes none.
            version = self._connection.pragma("data_version")
            if version != self._version:
                self._version, self._count = version, self._count + 1
            return self._count

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def abandon(self) -> None:
        """In the child of a fork: keep the parent's connection out of harm's way."""
        if self._connection is not None:
            left_behind.append(self._connection)
