"""The log: every message and every version of it, appended and never changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from holdfast.domain.entry import Entry
from holdfast.domain.message import Message, Selection
from holdfast.ports.marks import Mark


class Log(Protocol):
    """The messages of a space. Every other memory is a view of this."""

    def append(
        self, entries: Sequence[Entry], marks: Sequence[Mark] = (), *, fresh: bool = False
    ) -> None:
        """Add rows as they are given, with their marks: one for each, in the same order, or none.

        With `fresh`, their ids were made just now: nobody needs to look for other versions.

        A version above 1 supersedes the older versions of its id. An (user, id, version), or a
        first version's (user, session, client_id), that is already there raises Conflict and
        nothing of the unit is kept.
        """
        ...

    def get(self, user: str, ids: Sequence[str]) -> list[Message]:
        """The newest version of each id, in the order asked. Unknown ids are left out."""
        ...

    def texts(self, user: str, seqs: Sequence[int]) -> dict[int, tuple[str, str]]:
        """The text in each of these places of the log, and the zone it was said in."""
        ...

    def versions(self, user: str, message_id: str) -> list[Message]:
        """All versions of one message, oldest first; empty when there is none."""
        ...

    def sent(self, user: str, session: str, client_ids: Sequence[str]) -> dict[str, Message]:
        """The first versions of those messages that a client has already sent, by its id."""
        ...

    def find(
        self, user: str, which: Selection, *, limit: int, newest_first: bool = False
    ) -> list[Message]:
        """Messages in the order of the log, newest versions only unless asked otherwise.

        `which.since` and `which.until` bound the time said, both ends included. With
        `newest_first` the last `limit` ones come, last first.
        """
        ...

    def between(self, user: str, which: Selection, *, limit: int) -> list[Message]:
        """Like `find`, but in the order they were said."""
        ...

    def remove(self, user: str, ids: Sequence[str]) -> int:
        """Delete every version of these messages, and its mark; how many rows went."""
        ...
