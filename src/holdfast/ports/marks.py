"""Marks: what recall knows each message by, kept so that no text is analysed twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, cast

LENGTH_FROM = 8
"""The lowest bit of the length in a mark's traits."""


class Mark(NamedTuple):
    """What analysis and embedding made of one log row.

    `terms` are 32-bit numbers, little-endian, in the order of the text; `vector` is one signed
    byte a dimension. `traits` are flags, and above LENGTH_FROM the length of the text in words.
    `analysis` and `model` say by what each was made; both are empty for "not made", which is not
    the same as made and empty.
    """

    analysis: str = ""
    terms: bytes = b""
    traits: int = 0
    model: str = ""
    vector: bytes = b""


ANY = "*"
"""In place of a maker: whoever it was will do."""


EVERY = (1 << 63) - 1
"""No place in a log comes after this."""


class Makers(NamedTuple):
    """Whose marks are wanted: by this analysis, and by this model ("" for none at all)."""

    analysis: str
    model: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Newest-version messages as columns, in the order of the log. Moments are in microseconds.

    Where a mark is missing or was made by another, `terms` or `vectors` holds None.
    """

    seqs: Sequence[int] = ()
    ids: Sequence[str] = ()
    versions: Sequence[int] = ()
    sessions: Sequence[str] = ()
    numbers: Sequence[int] = ()
    agents: Sequence[str] = ()
    roles: Sequence[str] = ()
    speakers: Sequence[str | None] = ()
    said_at: Sequence[int] = ()
    traits: Sequence[int] = ()
    terms: Sequence[bytes | None] = ()
    vectors: Sequence[bytes | None] = ()

    @property
    def known_terms(self) -> Sequence[bytes]:
        """The terms, where none are missing."""
        return cast("Sequence[bytes]", self.terms)


class StaleRow(NamedTuple):
    """A message that wants its mark made: what it lacks, and what it has."""

    seq: int
    text: str
    mark: Mark


class Marks(Protocol):
    """The stored half of the index. A view: it can be dropped and made again."""

    def put(self, user: str, marks: Sequence[tuple[int, Mark]]) -> None:
        """Give these log rows these marks, in place of what they had. Rows not there are skipped."""
        ...

    def since(self, user: str, seq: int, by: Makers, *, upto: int = EVERY) -> Sheet:
        """Every newest-version message with ``seq < message.seq <= upto``."""
        ...

    def stale(self, user: str, by: Makers, *, after_seq: int, limit: int) -> list[StaleRow]:
        """Newest versions behind `after_seq` whose mark is missing or made by another."""
        ...

    def count_stale(self, by: Makers) -> list[tuple[str, int]]:
        """(user, how many) for every user of the space who has such messages.

        ANY in place of a maker means that whoever made it will do.
        """
        ...
