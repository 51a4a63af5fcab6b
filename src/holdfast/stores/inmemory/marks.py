"""Marks of messages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.message import Message
from holdfast.domain.moments import to_micros
from holdfast.ports.marks import ANY, EVERY, Makers, Mark, Marks, Sheet, StaleRow
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows, UserLog
from holdfast.stores.inmemory.sheaves import drop_from

_NONE = Mark()


class InMemoryMarks(Marks):
    """Marks by user and place in the log. Only the newest version of a message wants one."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._logs, self._sheaves = rows.logs, rows.sheaves
        self._journal = journal

    def put(self, user: str, marks: Sequence[tuple[int, Mark]]) -> None:
        self._journal.require_open()
        log = self._log(user)
        for seq, mark in marks:
            if seq in log.rows:
                self._journal.put(log.marks, seq, mark)
                drop_from(self._sheaves.get(user, {}), seq, self._journal)

    def since(self, user: str, seq: int, by: Makers, *, upto: int = EVERY) -> Sheet:
        log = self._log(user)
        newest = [message for message in log.newest() if seq < message.seq <= upto]
        rows = [_row(message, log.marks.get(message.seq, _NONE), by) for message in newest]
        return Sheet(*zip(*rows, strict=True)) if rows else Sheet()

    def stale(self, user: str, by: Makers, *, after_seq: int, limit: int) -> list[StaleRow]:
        marks = self._log(user).marks
        stale = (message for message in self._stale(user, by) if message.seq > after_seq)
        rows = [StaleRow(m.seq, m.text, marks.get(m.seq, _NONE)) for m in stale]
        return rows[:limit]

    def count_stale(self, by: Makers) -> list[tuple[str, int]]:
        counts = ((user, len(self._stale(user, by))) for user in sorted(self._logs))
        return [(user, count) for user, count in counts if count]

    def _log(self, user: str) -> UserLog:
        return self._logs.get(user) or UserLog()

    def _stale(self, user: str, by: Makers) -> list[Message]:
        """Messages whose mark is missing or made by another, in the order of the log."""
        log = self._log(user)
        made = {seq for seq, mark in log.marks.items() if _made_by(mark, by)}
        return [message for message in log.newest() if message.seq not in made]


def _made_by(mark: Mark, by: Makers) -> bool:
    return by.analysis in (ANY, mark.analysis) and by.model in (ANY, mark.model)


def _row(message: Message, mark: Mark, by: Makers) -> tuple[object, ...]:
    """In the order of a sheet's columns."""
    analysed, embedded = mark.analysis == by.analysis, mark.model == by.model
    return (
        message.seq,
        message.id,
        message.version,
        message.session,
        message.number,
        message.agent,
        message.role,
        message.speaker,
        to_micros(message.said_at),
        mark.traits,
        mark.terms if analysed else None,
        mark.vector if embedded else None,
    )
