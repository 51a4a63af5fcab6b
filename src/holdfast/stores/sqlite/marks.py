"""Marks of messages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ports.marks import EVERY, Makers, Mark, Sheet, StaleRow
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort


class SqliteMarks(SpacePort):
    """See `ports.marks.Marks`."""

    sql = "marks"
    __slots__ = ()

    def put(self, user: str, marks: Sequence[tuple[int, Mark]]) -> None:
        for seq, mark in marks:
            self._change("put", user=user, seq=seq, **mark._asdict())

    def since(self, user: str, seq: int, by: Makers, *, upto: int = EVERY) -> Sheet:
        rows = self._rows("since", user=user, seq=seq, upto=upto, **by._asdict())
        return _sheet(rows) if rows else Sheet()

    def stale(self, user: str, by: Makers, *, after_seq: int, limit: int) -> list[StaleRow]:
        rows = self._rows("stale", user=user, after_seq=after_seq, limit=limit, **by._asdict())
        return [_stale_row(row) for row in rows]

    def count_stale(self, by: Makers) -> list[tuple[str, int]]:
        return [(user, count) for user, count in self._rows("count_stale", **by._asdict())]


@reading
def _sheet(rows: list[Row]) -> Sheet:
    sheet = Sheet(*zip(*rows, strict=True))
    for names in (sheet.ids, sheet.sessions, sheet.agents, sheet.roles):
        if {*map(type, names)} != {str}:
            raise TypeError("a message's names are missing")
    if not {*map(type, sheet.speakers)} <= {str, type(None)}:
        raise TypeError("a speaker has no name")
    return sheet


@reading
def _stale_row(row: Row) -> StaleRow:
    seq, text, *mark = row
    if type(seq) is not int or type(text) is not str:
        raise TypeError("a message's place or words are missing")
    return StaleRow(seq, text, Mark(*mark))
