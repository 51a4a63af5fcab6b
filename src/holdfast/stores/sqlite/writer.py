"""The writer: one thread, one connection, many callers, one commit for all who wait."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

import apsw

from holdfast.errors import Closed, HoldfastError, StoreFailed, StoreUnsuitable
from holdfast.stores.sqlite.connections import left_behind
from holdfast.stores.sqlite.failures import translate

GROUP = 256
"""The most units that share one commit; a bound on how long the first of them waits."""

Work = Callable[[apsw.Connection], Any]


class _Task:
    """One caller's work, and what became of it."""

    __slots__ = ("_done", "error", "in_transaction", "value", "work")

    def __init__(self, work: Work, in_transaction: bool) -> None:
        self.work = work
        self.in_transaction = in_transaction
        self.value: Any = None
        self.error: BaseException | None = None
        self._done = threading.Lock()
        self._done.acquire()

    def finish(self) -> None:
        self._done.release()

    def wait(self) -> Any:
        self._done.acquire()
        if self.error is not None:
            raise self.error
        return self.value


class Writer:
    """Runs units of work one after another and acknowledges them after their group's COMMIT.

    While a group is being written to the disk, callers queue up; they form the next group. A unit
    that raises undoes itself alone. A group whose commit fails fails for all its callers, and the
    connection is opened anew before anything else is acknowledged. `serving` is held while the
    thread is inside SQLite: who holds it may fork safely.
    """

    def __init__(self, connect: Callable[[], apsw.Connection], schema_version: int) -> None:
        self._connect = connect
        self._schema_version = schema_version
        self._connection: apsw.Connection | None = None
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self.serving = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="holdfast-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work, *, in_transaction: bool = True) -> Any:
        """Run `work` on the writing connection; return its value once it is durable."""
        task = _Task(work, in_transaction)
        with self._closing:
            if self._closed:
                raise Closed("The memory is closed.")
            self._tasks.put(task)
        return task.wait()

    def close(self) -> None:
        """Finish what was submitted, then end the thread and close the connection."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._tasks.put(None)
        self._thread.join()

    def abandon(self) -> None:
        """In the child of a fork, where the thread does not exist: keep its connection unclosed."""
        if self._connection is not None:
            left_behind.append(self._connection)

    def _run(self) -> None:
        open_ = True
        while open_:
            task = self._tasks.get()
            group: list[_Task] = []
            while task is not None:
                group.append(task)
                if len(group) == GROUP or self._tasks.empty():
                    break
                task = self._tasks.get()
            open_ = task is not None
            with self.serving:
                self._serve(group)
        self._let_go()

    def _serve(self, group: list[_Task]) -> None:
        for alone in [task for task in group if not task.in_transaction]:
            group.remove(alone)
            self._attempt([alone], self._run_alone)
        if group:
            self._attempt(group, self._run_group)

    def _attempt(
        self, group: list[_Task], run: Callable[[apsw.Connection, list[_Task]], None]
    ) -> None:
        """Run a group to its end; whatever happens, every caller gets an answer."""
        try:
            if self._connection is None:
                self._connection = self._connect()
            run(self._connection, group)
        except BaseException as error:  # noqa: BLE001  the thread must survive, the callers be told
            self._let_go()
            failure = _outward(error)
            for task in group:
                task.error = task.error or failure
        for task in group:
            task.finish()

    def _run_alone(self, connection: apsw.Connection, group: list[_Task]) -> None:
        (task,) = group
        task.value = task.work(connection)

    def _run_group(self, connection: apsw.Connection, group: list[_Task]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        version = connection.pragma("user_version")
        if version != self._schema_version:
            raise StoreUnsuitable(
                f"Another Holdfast changed the memory's layout (to {version}) while it was open.",
                remedy="Close it and open it again, with the newer Holdfast.",
            )
        if len(group) == 1:
            self._run_single(connection, group[0])
            return
        for task in group:
            self._run_one_of_many(connection, task)
        connection.execute("COMMIT")

    def _run_single(self, connection: apsw.Connection, task: _Task) -> None:
        try:
            task.value = task.work(connection)
        except BaseException as error:  # noqa: BLE001  handed to the caller, whoever raised it
            task.error = _outward(error)
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        else:
            connection.execute("COMMIT")

    def _run_one_of_many(self, connection: apsw.Connection, task: _Task) -> None:
        connection.execute("SAVEPOINT unit")
        try:
            task.value = task.work(connection)
        except BaseException as error:
            if not connection.in_transaction:
                raise  # the failure took the whole group's transaction with it
            task.error = _outward(error)
            connection.execute("ROLLBACK TO unit")
        connection.execute("RELEASE unit")

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
        ours: HoldfastError = translate(error)
        ours.__cause__ = error
        return ours
    if isinstance(error, Exception):
        return error
    return StoreFailed(f"The writer was interrupted ({type(error).__name__}).")
