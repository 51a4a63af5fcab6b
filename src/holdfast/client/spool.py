"""Spool: the queue on the disk behind messages that nobody waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from holdfast.client.spool_file import SpoolFile
from holdfast.domain.moments import from_micros, to_micros
from holdfast.errors import StoreFull
from holdfast.stores.sqlite.queries import queries

MOST_ROWS = 1_000_000
REASON_CHARS = 500


class SpoolRow(NamedTuple):
    """One message on its way. An empty space means the one that the key is for."""

    space: str
    user: str
    session: str
    agent: str
    message: str
    """The message as JSON, with its id."""
    put_at: datetime
    seq: int = 0
    """Its place in the spool."""


class RefusedRow(NamedTuple):
    """A message that the server will not have, and why."""

    row: SpoolRow
    reason: str


class Tally(NamedTuple):
    """How much is in a spool."""

    waiting: int
    waiting_bytes: int
    refused: int
    refused_bytes: int


class Spool:
    """A durable queue of messages, oldest first. What `put` returned from is on the disk.

    Any number of threads and processes may put; see `sender` for who sends.
    """

    def __init__(self, path: Path | str, *, most_rows: int = MOST_ROWS) -> None:
        """Open the spool in a file, making it and its folder if they are not there.

        One that is damaged is renamed, with a warning that names it, and a new one is begun.
        Raises StoreUnsuitable for a database that is no spool.
        """
        self._sql = queries("spool", Path(__file__).parent)
        self._file = SpoolFile(Path(path), self._sql["make"])
        self._most_rows = most_rows
        self.tally()

    def __repr__(self) -> str:
        return f"Spool({str(self.path)!r})"

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._file.path

    def put(self, rows: Sequence[SpoolRow]) -> None:
        """Keep messages. Once this returns, no kill and no power cut loses them.

        Raises StoreFull, and keeps none of them, if there would be too many.
        """
        added = [{**row._asdict(), "put_at": to_micros(row.put_at)} for row in rows]

        def work(connection: apsw.Connection) -> None:
            self._require_room(connection, len(added))
            connection.executemany(self._sql["put"], added)

        # In the rare case that this is done twice, the server stores it once: messages have ids.
        self._file.change(work)

    def page(self, limit: int = 500, *, after: int = 0) -> list[SpoolRow]:
        """The oldest messages that wait behind the place `after`, in order."""
        named = {"after": after, "limit": limit}
        return [_row(each) for each in self._file.read(self._sql["page"], named)]

    def done(self, seqs: Iterable[int]) -> None:
        """Let go of messages that the server has stored."""
        self._file.change(self._steps(seqs, "done"))

    def refuse(self, seqs: Iterable[int], reason: str) -> None:
        """Put messages aside that the server will not have. They are kept, with the reason."""
        self._file.change(self._steps(seqs, "refuse", "done", reason=reason[:REASON_CHARS]))

    def refused(self) -> list[RefusedRow]:
        """The messages that were put aside, oldest first."""
        rows = self._file.read(self._sql["refused"])
        return [RefusedRow(_row(each[:-1]), each[-1]) for each in rows]

    def retry(self, seqs: Iterable[int] | None = None) -> int:
        """Have refused messages (None: all) sent again, in their old places; how many."""
        return self._with_refused(seqs, "retry", "refused_no_more")

    def give_up(self, seqs: Iterable[int] | None = None) -> int:
        """Let go of refused messages (None: all), which are then nowhere; how many."""
        return self._with_refused(seqs, "refused_no_more")

    def _with_refused(self, seqs: Iterable[int] | None, *names: str) -> int:
        """Do these statements for each of the refused that are meant; how many."""
        chosen = None if seqs is None else set(seqs)

        def work(connection: apsw.Connection) -> int:
            known = [seq for (seq,) in connection.execute(self._sql["refused_seqs"])]
            meant = [seq for seq in known if chosen is None or seq in chosen]
            self._steps(meant, *names)(connection)
            return len(meant)

        return self._file.change(work)

    def tally(self) -> Tally:
        """How many messages wait or were refused, and how many bytes they have."""
        ((waiting, waiting_bytes, refused, refused_bytes),) = self._file.read(self._sql["tally"])
        return Tally(waiting, waiting_bytes, refused, refused_bytes)

    def __len__(self) -> int:
        return self.tally().waiting

    def __bool__(self) -> bool:
        return True  # an empty spool is a spool

    def close(self) -> None:
        """Let go of the file. What is in it stays."""
        self._file.close()

    def _require_room(self, connection: apsw.Connection, more: int) -> None:
        ((waiting, _, refused, _),) = connection.execute(self._sql["tally"])
        if waiting + refused + more > self._most_rows:
            raise StoreFull(
                f"{waiting:,} messages wait in {self.path} and {refused:,} were refused; "
                f"{self._most_rows:,} are allowed.",
                remedy="See that the server runs and takes the key, and look at the refused ones.",
            )

    def _steps(
        self, seqs: Iterable[int], *names: str, **named: str
    ) -> Callable[[apsw.Connection], None]:
        """What does these statements for each place, one after the other."""
        places = [{"seq": seq, **named} for seq in seqs]

        def work(connection: apsw.Connection) -> None:
            for name in names:
                connection.executemany(self._sql[name], places)

        return work


def _row(values: tuple[Any, ...]) -> SpoolRow:
    seq, space, user, session, agent, message, put_at = values
    return SpoolRow(space, user, session, agent, message, from_micros(put_at), seq)
