"""Bring in: what was exported, stored again as it was."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count as count_from
from itertools import groupby
from operator import itemgetter

from holdfast.domain.entry import Entry
from holdfast.domain.item import Item
from holdfast.domain.memo import Memo
from holdfast.domain.report import ImportReport
from holdfast.domain.session import Session, Stretch
from holdfast.errors import Conflict, ImportRefused
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.stretches import arrive
from holdfast.flow.collector import at_rest
from holdfast.flow.maintain.places import placed
from holdfast.flow.maintain.reindex import request_rest
from holdfast.flow.maintain.verify import Verified, verified
from holdfast.ports.marks import Mark
from holdfast.ports.sessions import FOREVER, Arrival
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

PAGE = 1000
"""How many rows are written in one transaction."""

_whose_and_kind = itemgetter(Verified._fields.index("user"), Verified._fields.index("kind"))

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

    @at_rest()
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
    """What the pages must know of each other: who had a memory, and what became of sessions."""

    users: dict[str, bool] = field(default_factory=dict)
    opened: set[tuple[str, str]] = field(default_factory=set)
    """Sessions that this import opened, by user and name."""
    mixed: set[tuple[str, str]] = field(default_factory=set)
    """Sessions in which a message has another number here than in the export."""
    places: defaultdict[tuple[str, str], list[tuple[int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """By user and session: the numbers of its messages, and their places in the log here."""

    corrected: set[str] = field(default_factory=set)
    """Users of whose messages the import has brought a later version."""

    def note(self, given: Iterable[int], entries: Iterable[Entry]) -> None:
        """What had the `given` numbers in the export is here, with these numbers and places."""
        for number, entry in zip(given, entries, strict=True):
            if entry.version == 1:
                key = (entry.user, entry.session)
                self.places[key].append((entry.number, entry.seq))
                if entry.number != number:
                    self.mixed.add(key)

    def span(self, user: str, session: str, first: int, last: int) -> tuple[int, int]:
        """The first and the last place of messages of a session, by their numbers; or none: 0."""
        places = self.places.get((user, session), ())
        inside = [seq for number, seq in places if first <= number <= last]
        return min(inside, default=0), max(inside, default=0)


@dataclass(slots=True)
class _Coming:
    """What a page brings to a session: which numbers it takes, and when the last of it was said."""

    before: int
    last: int
    latest: datetime
    agent: str

    def add(self, entry: Entry) -> int:
        """Take a message in: the number it had, or the next free one where others came before it."""
        number, free = entry.number, self.last + 1
        self.last = max(free, number)
        if entry.said_at > self.latest:
            self.latest = entry.said_at
        return self.last


@dataclass(slots=True)
class _Page:
    """One transaction's worth of rows. Messages are gathered, and written together.

    A user who had no memory before the import cannot have any of these messages yet, and need not
    be asked about each.
    """

    unit: Unit
    before: _Before
    counts: Counter[str] = field(default_factory=Counter)
    messages: defaultdict[str, list[tuple[Entry, int, Mark]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """By user: what is set aside, the number it is to have, and its mark."""
    coming: dict[tuple[str, str], _Coming] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)

    def put(self, rows: Iterable[Verified], marks: Iterable[Mark]) -> Counter[str]:
        """Write the rows, in order, the messages with their marks; how many of each kind came."""
        fresh = iter(marks)
        for (user, kind), several in groupby(rows, _whose_and_kind):
            if user not in self.before.users:
                self.before.users[user] = self.unit.users.stamp(user) is not None
            if kind == "message":
                self._gather(user, [row.row for row in several], fresh)
                continue
            self._write_messages()
            for row in several:
                self._put_other(row)
        self._write_messages()
        return self.counts

    def _put_other(self, row: Verified) -> None:
        if row.kind == "attachment":
            self._put_attachment(row.user, *row.row)
        elif row.kind == "session":
            self._put_session(row.row)
        elif row.kind == "stretch":
            self._put_stretch(row.row)
        elif row.kind == "memo":
            self._put_memo(*row.row)
        else:
            self._put_item(row.row)

    def _gather(self, user: str, entries: list[Entry], marks: Iterator[Mark]) -> None:
        """Set messages of a user aside to be written, but for those that are here."""
        known = self.before.users[user]
        session, coming = None, None
        for entry in entries:
            mark, number = next(marks), 0
            if known or entry.version > 1:
                session = None  # what is set aside may be written meanwhile
                found = self._with_number(entry)
                if found is None:
                    continue
                entry, number = found
            if not number:
                if coming is None or entry.session != session:
                    session = entry.session
                    coming = self._coming(entry)
                number = coming.add(entry)
            self.messages[user].append((entry, number, mark))
            self.pending.add(entry.id)

    def _with_number(self, entry: Entry) -> tuple[Entry, int] | None:
        """A message that others may come before: as it is to be stored, and the number it has here.

        None for one that is here; 0 where it is to be given a number.
        """
        user = entry.user
        if entry.version > 1:
            self.before.corrected.add(user)
        if entry.id in self.pending:
            self._write_messages()
        older = self.unit.log.versions(user, entry.id)
        if any(each.version == entry.version for each in older):
            self.counts["duplicates"] += 1
            here = entry.placed(older[0].seq, older[0].number)
            self.before.note([entry.number], [here])
            return None
        return self._without_taken_id(entry), older[0].number if older else 0

    def _without_taken_id(self, entry: Entry) -> Entry:
        """A client's id that now stands for another message cannot stand for this one too."""
        if entry.client_id is None or entry.version > 1:
            return entry
        taken = self.unit.log.sent(entry.user, entry.session, [entry.client_id])
        return entry._replace(client_id=None) if taken else entry

    def _coming(self, entry: Entry) -> _Coming:
        """What this page brings to the session of a message."""
        key = (entry.user, entry.session)
        coming = self.coming.get(key)
        if coming is None:
            ours = self.unit.sessions.get(*key)
            last = ours.last_number if ours else 0
            coming = self.coming[key] = _Coming(last, last, entry.said_at, entry.agent)
            if ours is None:
                self.before.opened.add(key)
        return coming

    def _write_messages(self) -> None:
        for user, messages in self.messages.items():
            count = len(messages)
            first = self.unit.users.advance(user, count).last_seq - count + 1
            given, numbers, marks = zip(*messages, strict=True)
            entries = list(map(Entry.placed, given, count_from(first), numbers))
            fresh = not self.before.users[user] and user not in self.before.corrected
            self.unit.log.append(entries, marks, fresh=fresh)
            self.before.note([entry.number for entry in given], entries)
            self.counts["versions"] += count
            self.counts["messages"] += sum([entry.version == 1 for entry in entries])
        for (user, session), coming in self.coming.items():
            at = coming.latest.astimezone(UTC)
            come = Arrival(coming.last - coming.before, 0, at, at, at, coming.agent)
            arrive(self.unit, user, session, come, FOREVER)
        self.messages.clear()
        self.coming.clear()
        self.pending.clear()

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
        last_number = max(ours.last_number, session.last_number)
        if self._is_adopted(*key):
            self.counts["sessions"] += key in self.before.opened
            first_seq, _ = self.before.span(*key, session.first_number, last_number)
            merged = replace(session, last_number=last_number, first_seq=first_seq)
        else:
            merged = replace(
                ours,
                last_number=last_number,
                opened_at=min(ours.opened_at, session.opened_at),
                last_at=max(ours.last_at, session.last_at),
                touched_at=max(ours.touched_at, session.touched_at),
            )
            if ours.stretch == session.stretch:
                merged = replace(merged, began_at=min(ours.began_at, session.began_at))
        if replace(merged, revision=ours.revision) != ours:
            self.unit.sessions.put(merged, expect=ours.revision)

    def _put_stretch(self, stretch: Stretch) -> None:
        """A session that was here has stretches of its own: what comes in belongs to its last."""
        if not self._is_adopted(stretch.user, stretch.session):
            return
        first_seq, last_seq = self.before.span(
            stretch.user, stretch.session, stretch.first, stretch.last
        )
        if self.unit.stretches.get(stretch.user, stretch.session, stretch.number) is None:
            placed = replace(stretch, first_seq=first_seq, last_seq=last_seq)
            self.unit.stretches.put(placed, expect=0)

    def _is_adopted(self, user: str, name: str) -> bool:
        """Whether a session is here as the export has it, and in nobody else's stretches.

        One that was opened here is, and so is one of which a part came by an export before.
        """
        if (user, name) in self.before.opened:
            return True
        ours = self.unit.sessions.get(user, name)
        if ours is None:
            return True
        theirs = {seq for _, seq in self.before.places.get((user, name), ())}
        return (user, name) not in self.before.mixed and ours.last_number <= len(theirs)

    def _put_memo(self, memo: Memo, cleared: str | None) -> None:
        """A memo that is here stays as it is."""
        if self.unit.memos.get(memo.user, memo.agent) is not None:
            return
        versions = self.unit.log.versions(memo.user, cleared) if cleared else []
        cleared_to = max((version.seq for version in versions), default=0)
        self.unit.memos.put(replace(memo, cleared_to=cleared_to), expect=0)

    def _put_item(self, item: Item) -> None:
        """Where it stands in the log depends on where its sources stand here."""
        if self.unit.items.get(item.user, [item.id]):
            return
        self.unit.users.advance(item.user, 0)
        self.unit.items.put(placed(self.unit, item), expect=0)
        self.counts["items"] += 1
