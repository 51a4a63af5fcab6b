"""The writer: one connection, many callers, one commit for all who wait."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from contextlib import suppress
from itertools import islice
from typing import Any

import apsw

from holdfast.errors import Closed, StoreMissing, StoreUnsuitable
from holdfast.stores.sqlite.checkpoints import PAGES_BETWEEN, Checkpoints
from holdfast.stores.sqlite.connections import Connection, FilePlace, inode_at, left_behind
from holdfast.stores.sqlite.failures import translated
from holdfast.stores.sqlite.tasks import Task, Unit, Work, outward, parties, without_culprit

GROUP = 256
"""The most units that share one commit; a bound on how long the first of them waits."""

PATIENCE_SECONDS = 1.0
"""After waiting this long, a caller looks whether anybody is writing at all."""


class Writer:
    """Runs units of work one after another and acknowledges them after their group's COMMIT.

    Whoever finds nobody writing writes, for itself and for all who came meanwhile, then wakes
    them, and the first of those who came during the commit goes on with the next group. A unit
    that raises undoes itself alone. Callers with the same work share a unit, unless it raises. A
    group whose commit fails fails for all its callers, and the connection is opened anew before
    anything else is acknowledged.

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
        self._waiting: deque[Task] = deque()
        self._led = False
        self._closed = False
        self._in_doubt = False
        self._version_seen = -1
        self._path = os.fspath(place.path)
        self._inode = inode_at(self._path)
        self._last_size = 0
        self.turn = threading.Lock()

    def submit(self, work: Work, given: Any = None) -> Any:
        """Run `work` in a transaction; return the value for `given` once it is durable."""
        task = Task(work, given)
        try:
            with self._line:
                if self._led:
                    task.expect_signal()
                else:
                    task.leads = self._led = True
                self._waiting.append(task)
            if task.signal is not None:
                self._wait(task, task.signal)
            while not task.done:
                self._write_next_group()
        finally:
            if task.leads or not task.done:
                self._leave(task)
        if task.error is not None:
            raise task.error
        return task.value

    def _wait(self, task: Task, signal: threading.Lock) -> None:
        """Wait until the task is done, or it is its caller's turn to write."""
        while not signal.acquire(timeout=PATIENCE_SECONDS):
            if not self.turn.locked():  # whoever had the lead was interrupted before passing it on
                task.leads = True
                return

    def _leave(self, task: Task) -> None:
        """Pass the lead on; an interrupted caller also takes back what nobody has written yet."""
        with self._line:
            if not task.done and task in self._waiting:
                self._waiting.remove(task)
            if task.leads:
                self._led = bool(self._waiting)
                if self._led:
                    self._waiting[0].leads = True
                    self._waiting[0].wake()

    def _write_next_group(self) -> None:
        """Write those who wait. They stay in line until they are done, whatever interrupts this."""
        with self.turn:
            self._let_others_come()
            with self._line:
                group = [task for task in islice(self._waiting, GROUP) if not task.done]
            self._last_size = len(group)
            try:
                if group:
                    self._write(group)
            finally:
                with self._line:
                    while self._waiting and self._waiting[0].done:
                        self._waiting.popleft()
            if self._pages_in_log >= PAGES_BETWEEN:
                self._checkpoints.make()

    def _let_others_come(self) -> None:
        """Step back for those who were answered with the last group and may have more to say.

        The first of them to come would else commit alone, and keep all others waiting for that.
        It ends as soon as nobody came: it is no wait for anybody.
        """
        came = 0
        while came < len(self._waiting) < self._last_size:
            came = len(self._waiting)
            time.sleep(0)

    def empty_log(self) -> bool:
        """See `Checkpoints.empty_log`; nobody else writes in this process meanwhile."""
        with self.turn, translated():
            if self._closed:
                raise Closed("The memory is closed.")
            return self._checkpoints.empty_log()

    def close(self) -> None:
        """Close the connections. Who still waits is written first, or told that it is closed."""
        with self.turn:
            if self._in_doubt and self._connection is not None:
                with suppress(apsw.Error):
                    self._settle_doubt(self._connection)
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
        self._require_file()
        if self._connection is None:
            return self._take(self._place.writer())
        return self._connection

    def _take(self, connection: Connection) -> Connection:
        self._version_seen = -1
        connection.set_wal_hook(self._committed)
        self._connection = connection
        return connection

    def _committed(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._pages_in_log = pages
        return apsw.SQLITE_OK

    def _write(self, group: list[Task]) -> None:
        """Write a group to its end; whatever happens, every caller gets an answer."""
        try:
            undone = group
            while undone:
                undone = self._try(self._open(), undone)
        except BaseException as error:
            failure = outward(error)
            for task in group:  # before anything else that might fail: nobody may take it for done
                task.error = task.error or failure
            self._after_failure()
            if not isinstance(error, Exception):
                raise  # an interrupt of this thread: the others were told, and it goes on its way
        finally:
            for task in group:
                task.done = True
                task.wake()

    def _try(self, connection: Connection, group: list[Task]) -> list[Task]:
        """Write the units in one transaction. If one raises, undo all and return the others.

        Running the few again costs less than a savepoint around every unit.
        """
        units: list[tuple[list[Task], Unit]] = []
        for party in parties(group):
            try:
                units.append((party, party[0].work([task.given for task in party])))
            except Exception as error:  # noqa: BLE001  the caller's own, and raised to the caller
                return without_culprit(group, party, error)
        if self._in_doubt:
            connection = self._settle_doubt(connection)
        connection.run("BEGIN IMMEDIATE")
        if connection.data_version() != self._version_seen:  # somebody else has written
            _let_go_of_known(connection)
            self._require_layout(connection)
        for party, unit in units:
            try:
                values = unit(connection)
            except Exception as error:  # noqa: BLE001  as above
                _let_go_of_known(connection)
                if connection.in_transaction:
                    connection.run("ROLLBACK")
                return without_culprit(group, party, error)
            for task, value in zip(party, values, strict=True):
                task.value = value
        self._in_doubt = True
        connection.run("COMMIT")
        self._in_doubt = False
        self._version_seen = connection.data_version()
        return []

    def _after_failure(self) -> None:
        """Undo what is open. The connection is opened anew, unless its last commit is in doubt."""
        if self._in_doubt and self._connection is not None:
            self._roll_back(self._connection)
        else:
            self._let_go()

    def _roll_back(self, connection: Connection) -> None:
        _let_go_of_known(connection)
        with suppress(apsw.Error):
            if connection.in_transaction:
                connection.run("ROLLBACK")

    def _settle_doubt(self, connection: Connection) -> Connection:
        """Make sure that a commit which failed stays undone; the connection to go on with.

        Its pages may stand whole in the log, and who opens the file next would take them for
        committed. While this connection is open nobody does; writing anything puts other pages in
        their place.
        """
        try:
            self._write_something(connection)
        except apsw.Error:  # it may be past mending; it stays open until another one has done it
            self._roll_back(connection)
            fresh = self._place.writer()
            try:
                self._write_something(fresh)
            except apsw.Error:
                fresh.close(force=True)
                raise
            self._let_go()
            self._take(fresh)
            connection = fresh
        self._in_doubt = False
        return connection

    def _write_something(self, connection: Connection) -> None:
        connection.run("BEGIN IMMEDIATE")
        connection.run(f"PRAGMA user_version = {self._schema_version}")
        connection.run("COMMIT")

    def _require_file(self) -> None:
        """What is written to a file that lies there no longer would be lost with it."""
        if inode_at(self._path) != self._inode:
            raise StoreMissing(
                f"{self._place.path} was moved, removed or replaced while it was open.",
                remedy="Close it and open it again; what was acknowledged is in the file that was "
                "there.",
            )

    def _require_layout(self, connection: Connection) -> None:
        ((version,),) = connection.run("PRAGMA user_version").fetchall()
        if version != self._schema_version:
            raise StoreUnsuitable(
                f"Another Holdfast changed the memory's layout (to {version}) while it was open.",
                remedy="Close it and open it again, with the newer Holdfast.",
            )

    def _let_go(self) -> None:
        """Close the connection, which rolls back; the next group opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(apsw.Error):
                connection.close(force=True)


def _let_go_of_known(connection: Connection) -> None:
    if connection.known:
        connection.known.clear()
