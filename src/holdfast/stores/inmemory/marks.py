"""Terms of messages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.message import Message
from holdfast.domain.moments import to_micros
from holdfast.ports.terms import IndexRow, StaleRow, TermEntry, Terms
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows, UserLog


class InMemoryTerms(Terms):
    """Terms by user and place in the log. Only the newest version of a message wants any."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._logs = rows.logs
        self._by_user = rows.terms
        self._journal = journal

    def put(self, user: str, entries: Sequence[TermEntry]) -> None:
        self._journal.require_open()
        kept = self._by_user.setdefault(user, {})
        for entry in entries:
            self._journal.put(kept, entry.seq, entry)

    def since(self, user: str, seq: int, *, version: str) -> list[IndexRow]:
        behind = (message for message in self._newest(user) if message.seq > seq)
        return [self._index_row(message, version) for message in behind]

    def stale(self, user: str, version: str, *, after_seq: int, limit: int) -> list[StaleRow]:
        stale = self._stale(user, version)
        return [StaleRow(row.seq, row.text) for row in stale if row.seq > after_seq][:limit]

    def count_stale(self, version: str) -> list[tuple[str, int]]:
        counts = ((user, len(self._stale(user, version))) for user in sorted(self._logs))
        return [(user, count) for user, count in counts if count]

    def remove(self, user: str, seqs: Sequence[int]) -> int:
        self._journal.require_open()
        return sum(self._journal.drop(self._of(user), seq) for seq in seqs)

    def _of(self, user: str) -> dict[int, TermEntry]:
        return self._by_user.get(user, {})

    def _newest(self, user: str) -> list[Message]:
        return (self._logs.get(user) or UserLog()).newest()

    def _stale(self, user: str, version: str) -> list[Message]:
        """Messages whose terms are missing or of another version, in the order of the log."""
        fresh = {seq for seq, entry in self._of(user).items() if entry.version == version}
        return [message for message in self._newest(user) if message.seq not in fresh]

    def _index_row(self, message: Message, version: str) -> IndexRow:
        entry = self._of(message.user).get(message.seq)
        analysed = entry is not None and entry.version == version
        return IndexRow(
            seq=message.seq,
            id=message.id,
            session=message.session,
            agent=message.agent,
            said_at=to_micros(message.said_at),
            analysed=analysed,
            terms=entry.terms if entry and analysed else message.text,
        )
