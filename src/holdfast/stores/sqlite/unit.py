"""The unit of work on one connection."""

from __future__ import annotations

from functools import cached_property

import apsw

from holdfast.stores.sqlite.attachments import SqliteAttachments
from holdfast.stores.sqlite.items import SqliteItems
from holdfast.stores.sqlite.jobs import SqliteJobs
from holdfast.stores.sqlite.log import SqliteLog
from holdfast.stores.sqlite.preferences import SqlitePreferences
from holdfast.stores.sqlite.sessions import SqliteSessions
from holdfast.stores.sqlite.terms import SqliteTerms
from holdfast.stores.sqlite.users import SqliteUsers


class SqliteUnit:
    """See `ports.unit.Unit`. A port is made when it is first asked for."""

    def __init__(self, connection: apsw.Connection, space: str) -> None:
        self._connection = connection
        self._space = space

    @cached_property
    def users(self) -> SqliteUsers:
        return SqliteUsers(self._connection, self._space)

    @cached_property
    def log(self) -> SqliteLog:
        return SqliteLog(self._connection, self._space)

    @cached_property
    def attachments(self) -> SqliteAttachments:
        return SqliteAttachments(self._connection, self._space)

    @cached_property
    def sessions(self) -> SqliteSessions:
        return SqliteSessions(self._connection, self._space)

    @cached_property
    def terms(self) -> SqliteTerms:
        return SqliteTerms(self._connection, self._space)

    @cached_property
    def items(self) -> SqliteItems:
        return SqliteItems(self._connection, self._space)

    @cached_property
    def jobs(self) -> SqliteJobs:
        return SqliteJobs(self._connection, self._space)

    @cached_property
    def preferences(self) -> SqlitePreferences:
        return SqlitePreferences(self._connection, self._space)
