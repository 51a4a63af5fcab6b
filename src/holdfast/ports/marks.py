"""Terms: what text analysis made of each message, kept so that no text is analysed twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Terms(Protocol):
    """The stored half of the keyword index. A view: it can be dropped and made again."""

    def put(self, user: str, entries: Sequence[TermEntry]) -> None:
        """Write the terms of these log rows; a row that has some already gets these instead."""
        ...

    def since(self, user: str, seq: int, *, version: str) -> list[IndexRow]:
        """Every newest-version message with ``message.seq > seq``, in the order of the log.

        A message without stored terms of this version comes with ``analysed`` False, and with its
        text in place of the terms.
        """
        ...

    def stale(self, user: str, version: str, *, after_seq: int, limit: int) -> list[StaleRow]:
        """Messages behind `after_seq` whose terms are missing or not of this version."""
        ...

    def count_stale(self, version: str) -> list[tuple[str, int]]:
        """(user, how many) for every user of the space who has such messages."""
        ...

    def remove(self, user: str, seqs: Sequence[int]) -> int:
        """Delete the terms of these log rows; how many went."""
        ...


class TermEntry(NamedTuple):
    """The terms of one log row, in the order they stand in the text, joined by spaces."""

    seq: int
    version: str
    terms: str


class IndexRow(NamedTuple):
    """What an index in memory needs of one message. `said_at` is in microseconds."""

    seq: int
    id: str
    session: str
    agent: str
    said_at: int
    analysed: bool
    terms: str


class StaleRow(NamedTuple):
    """A message that wants its terms made."""

    seq: int
    text: str
