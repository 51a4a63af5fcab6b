"""Stored terms of messages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ports.terms import IndexRow, StaleRow, TermEntry
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort


class SqliteTerms(SpacePort):
    """See `ports.terms.Terms`."""

    sql = "terms"
    __slots__ = ()

    def put(self, user: str, entries: Sequence[TermEntry]) -> None:
        self._run_each("put", ((user, *entry) for entry in entries))

    def since(self, user: str, seq: int, *, version: str) -> list[IndexRow]:
        rows = self._rows("since", user=user, seq=seq, version=version)
        return [_index_row(row) for row in rows]

    def stale(self, user: str, version: str, *, after_seq: int, limit: int) -> list[StaleRow]:
        rows = self._rows("stale", user=user, version=version, after_seq=after_seq, limit=limit)
        return [_stale_row(row) for row in rows]

    def count_stale(self, version: str) -> list[tuple[str, int]]:
        return [(user, count) for user, count in self._rows("count_stale", version=version)]

    def remove(self, user: str, seqs: Sequence[int]) -> int:
        return self._change_each("remove", ((user, seq) for seq in seqs))


@reading
def _index_row(row: Row) -> IndexRow:
    if type(row[0]) is not int or type(row[4]) is not int or type(row[6]) is not str:
        raise TypeError("a message's place, time or words are missing")
    return IndexRow(*row)


@reading
def _stale_row(row: Row) -> StaleRow:
    if type(row[0]) is not int or type(row[1]) is not str:
        raise TypeError("a message's place or words are missing")
    return StaleRow(*row)
