"""What every SQLite port has: a connection and the space it is bound to."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, ClassVar

from holdfast.domain.message import Json
from holdfast.stores.sqlite.connections import Connection
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.queries import queries

Row = tuple[Any, ...]


class SpacePort:
    """Runs named queries. The space is bound here, in one place, for every one of them."""

    sql: ClassVar[str]
    """The file in queries/ that holds this port's queries."""

    __slots__ = ("_connection", "_queries", "_run", "_space")

    def __init__(self, connection: Connection, space: str) -> None:
        self._connection = connection
        self._run = connection.run
        self._space = space
        self._queries = queries(self.sql)

    def _rows(self, query: str, **values: Any) -> list[Row]:
        values["space"] = self._space
        return self._fetched(self._queries[query], values)

    @reading
    def _fetched(self, sql: str, values: dict[str, Any] | tuple[Any, ...]) -> list[Row]:
        return self._run(sql, values).fetchall()

    def _row(self, query: str, **values: Any) -> Row | None:
        rows = self._rows(query, **values)
        return rows[0] if rows else None

    def _change(self, query: str, **values: Any) -> int:
        """Run a query that changes rows; how many it changed."""
        values["space"] = self._space
        self._run(self._queries[query], values)
        return self._connection.changes()

    def _only(self, query: str, *values: Any) -> Row:
        """The one row that a query always gives; the values as for `_change_each`."""
        row: Row
        (row,) = self._run(self._queries[query], (self._space, *values)).fetchall()
        return row

    def _maybe(self, query: str, *values: Any) -> Row | None:
        """The row that a query gives if it gives one; the values as for `_change_each`."""
        rows: list[Row] = self._run(self._queries[query], (self._space, *values)).fetchall()
        return rows[0] if rows else None

    def _all(self, query: str, *values: Any) -> list[Row]:
        """All rows that a query gives; the values as for `_change_each`."""
        return self._fetched(self._queries[query], (self._space, *values))

    def _change_each(self, query: str, values: Iterable[tuple[Any, ...]]) -> int:
        """Run a query that changes rows once for each tuple of values; how many rows changed.

        The values stand in the order in which the query first names them, without the space,
        which the query names first of all.
        """
        before = self._connection.total_changes()
        self._run_each(self._queries[query], values)
        return self._connection.total_changes() - before

    def _run_each(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        """Like `_change_each`, for those who do not ask how many. Each is bound as it comes."""
        self._connection.executemany(sql, map((self._space,).__add__, values))


def to_json(value: Json) -> str:
    """Compact JSON, in the characters it was given in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Json:
    """What `to_json` was given (tuples have become lists)."""
    return json.loads(text)
