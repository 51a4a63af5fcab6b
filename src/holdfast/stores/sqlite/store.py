"""The SQLite store."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import apsw

from holdfast.domain.finding import Finding
from holdfast.domain.job import Job
from holdfast.errors import Closed, InvalidInput, StoreMissing, StoreReadOnly, StoreUnsuitable
from holdfast.ports.joint import Joint
from holdfast.ports.unit import Unit
from holdfast.stores.sqlite import backups, checkup, jobs, schema
from holdfast.stores.sqlite.changes import FileChanges
from holdfast.stores.sqlite.connections import Connection, FilePlace, Readers
from holdfast.stores.sqlite.failures import translate, translated
from holdfast.stores.sqlite.migrations import Migration, migrations
from holdfast.stores.sqlite.queries import load_all, queries
from holdfast.stores.sqlite.unit import unit_of
from holdfast.stores.sqlite.writer import Writer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _InSpace:
    """Joint work, in its space; the same for all who do it there."""

    space: str
    prepare: Callable[[Sequence[Any]], Callable[[Unit], Sequence[Any]]]

    def __call__(self, given: Sequence[Any]) -> Callable[[Connection], Sequence[Any]]:
        work = self.prepare(given)
        return lambda connection: work(unit_of(connection, self.space))


class SqliteStore:
    """See `ports.store.Store`. One file; threads and processes may share it."""

    def __init__(self, place: FilePlace, version: int, *, read_only: bool) -> None:
        self._place = place
        self._version = version
        self._read_only = read_only
        self._closed = False
        self._begin()
        _open_stores.add(self)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        read_only: bool = False,
        synchronous: str = "FULL",
        vfs: str | None = None,
        busy_seconds: float = 60.0,
        steps: Sequence[Migration] | None = None,
    ) -> SqliteStore:
        """Open the file, making or migrating it if need be (never with `read_only`).

        It is the file that the path means now, whatever folder the process goes to later.
        """
        with translated():
            place = FilePlace(_meant(path), synchronous, vfs, busy_seconds)
            if os.path.isdir(place.path):  # noqa: PTH112  unlike Path's, it never raises
                raise StoreUnsuitable(
                    f"{place.path} is a folder, and not a memory.", remedy="Name a file in it."
                )
            load_all()  # now, while a failure can be told plainly
            steps = steps or migrations()
            newest = steps[-1].number
            if read_only:
                if not schema.exists(place.path):
                    raise StoreMissing(f"There is no memory at {place.path}.")
                connection = place.reader()
                try:
                    schema.require(connection, place, newest)
                finally:
                    connection.close()
            else:
                schema.prepare(place, steps)
        return cls(place, newest, read_only=read_only)

    @property
    def path(self) -> Path:
        """The file."""
        return self._place.path

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        _require(space)
        if isinstance(work, Joint):
            joint = _InSpace(space, work.prepare)
            value: T = self._require_writer().submit(joint, work.given)
            return value
        return self._alone(lambda connection: work(unit_of(connection, space)))

    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        _require(space)
        return self._look(lambda connection: query(unit_of(connection, space)))

    def lease(self, owner: str, *, now: datetime, until: datetime, attempts: int) -> Job | None:
        if self._look(lambda connection: jobs.due(connection, now)) is None:
            return None  # so that idle workers never take the write lock
        return self._alone(lambda c: jobs.lease(c, owner, now, until, attempts))

    def spaces(self) -> list[str]:
        sql = queries("jobs")["spaces"]
        return self._look(lambda connection: [space for (space,) in connection.execute(sql)])

    def erase(self) -> bool:
        return self._require_writer().empty_log()

    def expire_backups(self, before: datetime) -> int:
        self._require_open()
        with translated():
            return backups.expire(self._place.path, before)

    def check(self, *, thorough: bool, quick: bool = False) -> list[Finding]:
        self._require_open()
        return checkup.check(self._place, self._version, thorough=thorough, quick=quick)

    def changes(self) -> int:
        """See `ports.changes.Changes`."""
        self._require_open()
        with translated():
            return self._changes.count()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        _open_stores.discard(self)
        self._changes.close()
        self._readers.close()  # first, so that the writer is the last and can empty the log
        if self._writer is not None:
            self._writer.close()

    def _require_open(self) -> None:
        if self._closed:
            raise Closed("The memory is closed.")

    def _begin(self) -> None:
        self._readers = Readers(self._place)
        self._changes = FileChanges(self._place)
        place = self._place
        self._writer = None if self._read_only else Writer(place, self._version)

    def _require_writer(self) -> Writer:
        self._require_open()
        if self._writer is None:
            raise StoreReadOnly("The memory is open for reading only.")
        return self._writer

    def _alone(self, work: Callable[[Connection], T]) -> T:
        value: T = self._require_writer().submit(lambda _: lambda c: [work(c)])
        return value

    def _look(self, query: Callable[[Connection], T]) -> T:
        self._require_open()
        try:
            reader = self._readers.current()
            with reader.inside:
                self._require_open()  # it may have been closed while this thread waited
                reader.connection.run("BEGIN")
                try:
                    return query(reader.connection)
                finally:
                    reader.connection.run("ROLLBACK")
        except apsw.Error as error:
            raise translate(error) from error

    def _before_fork(self) -> Callable[[], None]:
        """Keep every thread out of SQLite: what it holds at that moment the child never gets back."""
        still = self._readers.hold_still()
        if self._writer is None:
            return still
        self._writer.turn.acquire()
        writer = self._writer

        def let_go() -> None:
            writer.turn.release()
            still()

        return let_go

    def _after_fork(self) -> None:
        """In the child of a fork: leave the parent's thread and connections alone, begin anew."""
        self._readers.abandon()
        self._changes.abandon()
        if self._writer is not None:
            self._writer.abandon()
        if not self._closed:
            self._begin()


_open_stores: weakref.WeakSet[SqliteStore] = weakref.WeakSet()


_held_still: list[Callable[[], None]] = []
"""How to let the stores go on that are held still while a fork takes place."""


def _before_fork() -> None:
    _held_still.extend(store._before_fork() for store in list(_open_stores))


def _after_fork_in_parent() -> None:
    while _held_still:
        _held_still.pop()()


def _after_fork_in_child() -> None:
    _held_still.clear()
    for store in list(_open_stores):
        store._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_fork_in_parent,
        after_in_child=_after_fork_in_child,
    )


def _meant(path: Path | str) -> Path:
    """The file itself, behind any links: its log lies beside it, and nowhere else."""
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise StoreUnsuitable(f"{str(path)!r} is no path.", remedy="Check the path.") from error


def _require(space: str) -> None:
    if not space:
        raise InvalidInput("No space was given.", remedy="Name one: Memory.open(path, space=...).")
