"""The writer: one connection, many callers, one commit for all who wait."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

import apsw

from holdfast.errors import Closed, StoreFailed, StoreUnsuitable
from holdfast.stores.sqlite.checkpoints import PAGES_BETWEEN, Checkpoints
from holdfast.stores.sqlite.connections import Connection, FilePlace, left_behind
from holdfast.stores.sqlite.failures import translate, translated

GROUP = 256
"""The most units that share one commit; a bound on how long the first of them waits."""

Work = Callable[[Connection], Any]


class _Task:
    """One caller's work, and what became of it."""

    __slots__ = ("done", "error", "signal", "value", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done = False
        self.value: Any = None
        self.error: BaseException | None = None
        self.signal = threading.Lock()
        self.signal.acquire()


class Writer:
    """Runs units of work one after another and acknowledges them after their group's COMMIT.

    Whoever finds nobody writing writes, for itself and for all who came meanwhile, then wakes
    them, and the first of those who came during the commit goes on with the next group. A unit
    that raises undoes itself alone. A group whose commit fails fails for all its callers, and the
    connection is opened anew before anything else is acknowledged.

    There is no thread: handing the work to one and waiting for it cost more than the work itself.
    Who holds `turn` is alone with the connection, and may fork safely.
    """

    def __init__(self, place: FilePlace, schema_version: int) -> None:
        self._place = place
        self._schema_version = schema_version
        self._connection: Connection | None = None
        self._checkpoints = Checkpoints(place)
        self._pages_in_log = 0
        self._line = threading.Lock()
        self._waiting: deque[_Task] = deque()
        self._led = False
        self._closed = False
        self.turn = threading.Lock()

    def submit(self, work: Work) -> Any:
        """Run `work` in a transaction; return its value once it is durable."""
        task = _Task(work)
        with self._line:
            self._waiting.append(task)
            leads, self._led = not self._led, True
        if not leads:
            task.signal.acquire()  # until it is done, or it is this caller's turn to write
        if not task.done:
            self._lead(task)
        if task.error is not None:
            raise task.error
        return task.value

    def _lead(self, own: _Task) -> None:
        """Write until one's own work is done, wake the others, and pass the lead on."""
        try:
            while not own.done:
                with self._line:
                    count = min(len(self._waiting), GROUP)
                    group = [self._waiting.popleft() for _ in range(count)]
                with self.turn:
                    self._write(group)
                    if self._pages_in_log >= PAGES_BETWEEN:
                        self._checkpoints.make()
        finally:
            with self._line:
                self._led = bool(self._waiting)
                if self._led:
                    self._waiting[0].signal.release()

    def empty_log(self) -> bool:
        """See `Checkpoints.empty_log`; nobody else writes in this process meanwhile."""
        with self.turn:
            self._open()
            with translated():
                return self._checkpoints.empty_log()

    def close(self) -> None:
        """Close the connections. Who still waits is written first, or told that it is closed."""
        with self.turn:
            self._closed = True
            self._let_go()
            self._checkpoints.settle()

    def abandon(self) -> None:
        """In the child of a fork: keep the parent's connections, unused and unclosed."""
        if self._connection is not None:
            left_behind.append(self._connection)
        self._checkpoints.abandon()

    def _open(self) -> Connection:
        if self._closed:
            raise Closed("The memory is closed.")
        if self._connection is None:
            self._connection = self._place.writer()
            self._connection.set_wal_hook(self._committed)
        return self._connection

    def _committed(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._pages_in_log = pages
        return apsw.SQLITE_OK

    def _write(self, group: list[_Task]) -> None:
        """Write a group to its end; whatever happens, every caller gets an answer."""
        try:
            undone = group
            while undone:
                undone = self._try(self._open(), undone)
        except BaseException as error:
            self._let_go()
            failure = _outward(error)
            for task in group:
                task.error = task.error or failure
            if not isinstance(error, Exception):
                raise  # an interrupt of this thread: the others were told, and it goes on its way
        finally:
            for task in group:
                task.done = True
                task.signal.release()

    def _try(self, connection: Connection, group: list[_Task]) -> list[_Task]:
        """Write the units in one transaction. If one raises, undo all and return the others.

        Running the few again costs less than a savepoint around every unit.
        """
        connection.execute("BEGIN IMMEDIATE")
        self._require_layout(connection)
        for task in group:
            try:
                task.value = task.work(connection)
            except Exception as error:  # noqa: BLE001  the caller's own, and raised to the caller
                task.error = _outward(error)
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                return [other for other in group if other is not task]
        connection.execute("COMMIT")
        return []

    def _require_layout(self, connection: Connection) -> None:
        ((version,),) = connection.execute("PRAGMA user_version").fetchall()
        if version != self._schema_version:
            raise StoreUnsuitable(
                f"Another Holdfast changed the memory's layout (to {version}) while it was open.",
                remedy="Close it and open it again, with the newer Holdfast.",
            )

    def _let_go(self) -> None:
        """Close the connection, which rolls back; the next group opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except apsw.Error:
                connection.close(force=True)


def _outward(error: BaseException) -> BaseException:
    if isinstance(error, apsw.Error):
        ours = translate(error)
        ours.__cause__ = error
        return ours
    if isinstance(error, Exception):
        return error
    return StoreFailed(f"The writing was interrupted ({type(error).__name__}).")
