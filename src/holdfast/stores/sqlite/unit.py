"""The unit of work on one connection."""

from __future__ import annotations

from holdfast.stores.sqlite.attachments import SqliteAttachments
from holdfast.stores.sqlite.connections import Connection
from holdfast.stores.sqlite.days import SqliteDays
from holdfast.stores.sqlite.items import SqliteItems
from holdfast.stores.sqlite.jobs import SqliteJobs
from holdfast.stores.sqlite.log import SqliteLog
from holdfast.stores.sqlite.marks import SqliteMarks
from holdfast.stores.sqlite.memos import SqliteMemos
from holdfast.stores.sqlite.preferences import SqlitePreferences
from holdfast.stores.sqlite.sessions import SqliteSessions
from holdfast.stores.sqlite.sheaves import SqliteSheaves
from holdfast.stores.sqlite.stretches import SqliteStretches
from holdfast.stores.sqlite.users import SqliteUsers

MOST_KEPT = 256


class SqliteUnit:
    """See `ports.unit.Unit`."""

    __slots__ = (
        "attachments",
        "days",
        "items",
        "jobs",
        "log",
        "marks",
        "memos",
        "preferences",
        "sessions",
        "sheaves",
        "stretches",
        "users",
    )

    def __init__(self, connection: Connection, space: str) -> None:
        self.users = SqliteUsers(connection, space)
        self.log = SqliteLog(connection, space)
        self.days = SqliteDays(connection, space)
        self.marks = SqliteMarks(connection, space)
        self.sheaves = SqliteSheaves(connection, space)
        self.attachments = SqliteAttachments(connection, space)
        self.sessions = SqliteSessions(connection, space)
        self.stretches = SqliteStretches(connection, space)
        self.memos = SqliteMemos(connection, space)
        self.items = SqliteItems(connection, space)
        self.jobs = SqliteJobs(connection, space)
        self.preferences = SqlitePreferences(connection, space)


def unit_of(connection: Connection, space: str) -> SqliteUnit:
    """The unit for a space on a connection. It holds no state, so one serves again and again."""
    unit: SqliteUnit | None = connection.units.get(space)
    if unit is None:
        if len(connection.units) >= MOST_KEPT:
            connection.units.clear()
        unit = connection.units[space] = SqliteUnit(connection, space)
    return unit
