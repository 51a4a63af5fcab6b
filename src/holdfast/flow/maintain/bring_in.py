"""Bring in: what was exported, stored again as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from holdfast.domain.message import Message
from holdfast.domain.report import ImportReport
from holdfast.domain.session import Session
from holdfast.errors import Conflict, ImportRefused
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.stretches import arrive
from holdfast.flow.maintain.reindex import request_rest
from holdfast.flow.maintain.verify import Verified, verified
from holdfast.ports.marks import Mark
from holdfast.ports.sessions import FOREVER, Arrival
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

PAGE = 1000
"""How many rows are written in one transaction."""

HEAVIEST_PAGE = 4 << 20
"""What attachments may weigh together before they are written, in bytes."""


def bring_in(
    store: Store,
    space: str,
    lines: Iterable[str],
    marker: Marker,
    now: datetime,
    progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Store the rows of an export. What is already here, by its id, is left as it is.

    A line that cannot be read raises ImportRefused; the pages before it stay, and importing the
    mended file again brings the rest.
    """
    counts: Counter[str] = Counter()
    before = _Before()
    page: list[Verified] = []
    weight = 0

    def store_page() -> None:
        marks = marker.marks([row.row.text for row in page if row.kind == "message"])

        def write(unit: Unit) -> Counter[str]:
            if marker.leaves(marks):
                for user in {row.user for row in page}:
                    request_rest(unit, marker, user, marks, now)
            return _Page(unit, before).put(page, marks)

        try:
            counts.update(store.write(space, write))
        except Conflict as error:
            where = f"Lines {page[0].number} to {page[-1].number}"
            raise ImportRefused(f"{where}: {error.message}") from error
        if progress is not None:
            progress(page[-1].number)
        page.clear()

    for row in verified(lines):
        page.append(row)
        weight += len(row.row[-1]) if row.kind == "attachment" else 0
        if len(page) == PAGE or weight > HEAVIEST_PAGE:
            store_page()
            weight = 0
    if page:
        store_page()
    return ImportReport(users=len(before.users), **counts)


@dataclass(slots=True)
class _Before:
    """What was here before the import: who had a memory, and which sessions the import opened."""

    users: dict[str, bool] = field(default_factory=dict)
    opened: set[tuple[str, str]] = field(default_factory=set)


@dataclass(slots=True)
class _Page:
    """One transaction's worth of rows. Messages are gathered, and written together.

    A user who had no memory before the import cannot have any of these messages yet, and need not
    be asked about each.
    """

    unit: Unit
    before: _Before
    counts: Counter[str] = field(default_factory=Counter)
    messages: list[tuple[Message, int, Mark]] = field(default_factory=list)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    latest: dict[tuple[str, str], datetime] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)

    def put(self, rows: Iterable[Verified], marks: Iterable[Mark]) -> Counter[str]:
        """Write the rows, in order, the messages with their marks; how many of each kind came."""
        fresh = iter(marks)
        for row in rows:
            if row.user not in self.before.users:
                self.before.users[row.user] = self.unit.users.stamp(row.user) is not None
            if row.kind == "message":
                self._gather(row.row, next(fresh))
                continue
            self._write_messages()
            if row.kind == "attachment":
                self._put_attachment(row.user, *row.row)
            elif row.kind == "session":
                self._put_session(row.row)
            elif not self.unit.items.get(row.user, [row.row.id]):
                self.unit.users.advance(row.user, 0)
                self.unit.items.put(row.row, expect=0)
                self.counts["items"] += 1
        self._write_messages()
        return self.counts

    def _gather(self, message: Message, mark: Mark) -> None:
        """Set a message aside to be written, unless it is here."""
        number = None
        if self.before.users[message.user] or message.version > 1:
            if message.id in self.pending:
                self._write_messages()
            older = self.unit.log.versions(message.user, message.id)
            if any(each.version == message.version for each in older):
                self.counts["duplicates"] += 1
                return
            number = older[0].number if older else None
            message = self._without_taken_id(message)
        self.messages.append((message, number or self._number(message), mark))
        self.pending.add(message.id)
        self.counts["versions"] += 1
        self.counts["messages"] += message.version == 1

    def _without_taken_id(self, message: Message) -> Message:
        """A client's id that now stands for another message cannot stand for this one too."""
        if message.client_id is None or message.version > 1:
            return message
        taken = self.unit.log.sent(message.user, message.session, [message.client_id])
        return replace(message, client_id=None) if taken else message

    def _number(self, message: Message) -> int:
        """The number it had, or the next free one where others have come before it."""
        key = (message.user, message.session)
        if key not in self.numbers:
            ours = self.unit.sessions.get(*key)
            self.numbers[key] = ours.last_number if ours else 0
            if ours is None:
                self.before.opened.add(key)
        self.numbers[key] = max(message.number, self.numbers[key] + 1)
        self.latest[key] = max(message.said_at, self.latest.get(key, message.said_at))
        return self.numbers[key]

    def _write_messages(self) -> None:
        by_user: dict[str, list[tuple[Message, int, Mark]]] = {}
        for each in self.messages:
            by_user.setdefault(each[0].user, []).append(each)
        for user, messages in by_user.items():
            first = self.unit.users.advance(user, len(messages)).last_seq - len(messages) + 1
            placed = [
                message.placed(seq, number)
                for seq, (message, number, _) in enumerate(messages, start=first)
            ]
            self.unit.log.append(placed, [mark for _, _, mark in messages])
        for (user, session), number in self.numbers.items():
            ours = self.unit.sessions.get(user, session)
            gap = number - (ours.last_number if ours else 0)
            at = self.latest[user, session].astimezone(UTC)
            arrive(self.unit, user, session, Arrival(gap, 0, at, at, at), FOREVER)
        self.messages.clear()
        self.pending.clear()
        self.numbers.clear()
        self.latest.clear()

    def _put_attachment(self, user: str, message_id: str, ref: str, data: bytes) -> None:
        here = self.unit.attachments.of(user, [message_id])
        if (message_id, ref) not in here and self.unit.log.versions(user, message_id):
            self.unit.attachments.keep(user, message_id, ref, data)
            self.counts["attachments"] += 1

    def _put_session(self, session: Session) -> None:
        """Take over what the row says: all of it, if this import opened the session."""
        key = (session.user, session.name)
        ours = self.unit.sessions.get(*key)
        if ours is None:
            self.unit.users.advance(session.user, 0)
            self.unit.sessions.put(session, expect=0)
            self.counts["sessions"] += 1
            return
        merged = replace(
            session,
            last_number=max(ours.last_number, session.last_number),
            opened_at=min(ours.opened_at, session.opened_at),
            last_at=max(ours.last_at, session.last_at),
        )
        if key in self.before.opened:
            self.counts["sessions"] += 1
            merged = replace(session, last_number=merged.last_number)
        if replace(merged, revision=ours.revision) != ours:
            self.unit.sessions.put(merged, expect=ours.revision)
