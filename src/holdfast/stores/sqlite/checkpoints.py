"""Checkpoints: moving pages from the write-ahead log into the database file."""

from __future__ import annotations

from contextlib import suppress

import apsw

from holdfast.stores.sqlite.connections import Connection, FilePlace, left_behind

PAGES_BETWEEN = 4000
"""Pages that change often are then moved into the file once, not once for each change."""

PATIENCE_MS = 500
"""How long emptying the log waits for readers. It holds up writers meanwhile, so it soon yields."""


class Checkpoints:
    """Makes the checkpoints of one writer. Not thread-safe: the writer calls it in its own turn.

    Its connection goes through the scrubbing layer, which is slow for anything else; it is opened
    when it is first needed.
    """

    def __init__(self, place: FilePlace) -> None:
        self._place = place
        self._connection: Connection | None = None

    def make(self) -> None:
        """Move what no reader still needs. A failure costs nothing: the log keeps the pages."""
        try:
            self._open().wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.Error:
            self.close()

    def settle(self) -> None:
        """Before letting go of the file: move what can be moved, so that it stands by itself."""
        if self._place.log.exists() and self._place.log.stat().st_size:
            self.make()
        self.close()

    def empty_log(self) -> bool:
        """Move everything and cut the log to nothing. False if a reader is in the way."""
        connection = self._open()
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        except apsw.Error:
            self.close()
            raise
        return True

    def close(self) -> None:
        """Close the connection; if it is the file's last one, SQLite empties the log with it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(apsw.Error):  # what it could not move stays in the log, and is safe there
                connection.close(force=True)

    def abandon(self) -> None:
        """In the child of a fork: keep the parent's connection, unused and unclosed."""
        if self._connection is not None:
            left_behind.append(self._connection)

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._place.checkpointer()
            self._connection.set_busy_timeout(PATIENCE_MS)
        return self._connection
