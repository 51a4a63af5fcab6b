"""The log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from holdfast.domain.entry import Entry
from holdfast.domain.message import Message, Selection
from holdfast.domain.moments import to_micros, zone_of
from holdfast.errors import Conflict
from holdfast.ports.log import Log
from holdfast.ports.marks import Mark
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows, UserLog, copied
from holdfast.stores.inmemory.sheaves import drop_from


class InMemoryLog(Log):
    """A `UserLog` for every user."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._logs, self._sheaves = rows.logs, rows.sheaves
        self._journal = journal

    def append(
        self,
        entries: Sequence[Entry],
        marks: Sequence[Mark] = (),
        *,
        fresh: bool = False,  # noqa: ARG002
    ) -> None:
        self._journal.require_open()
        for entry, mark in zip_longest(entries, marks):
            log = self._logs.setdefault(entry.user, UserLog())
            self._append(log, _copy(entry.message()))
            if mark is not None:
                self._journal.put(log.marks, entry.seq, mark)

    def get(self, user: str, ids: Sequence[str]) -> list[Message]:
        log = self._log(user)
        return [_copy(log.rows[log.places[id_][-1]]) for id_ in ids if id_ in log.places]

    def texts(self, user: str, seqs: Sequence[int]) -> dict[int, tuple[str, str]]:
        rows = self._log(user).rows
        return {seq: (rows[seq].text, zone_of(rows[seq].said_at)) for seq in seqs if seq in rows}

    def versions(self, user: str, message_id: str) -> list[Message]:
        log = self._log(user)
        return [_copy(log.rows[seq]) for seq in log.places.get(message_id, ())]

    def sent(self, user: str, session: str, client_ids: Sequence[str]) -> dict[str, Message]:
        log = self._log(user)
        places = {id_: log.sent[session, id_] for id_ in client_ids if (session, id_) in log.sent}
        return {client_id: _copy(log.rows[seq]) for client_id, seq in places.items()}

    def find(
        self, user: str, which: Selection, *, limit: int, newest_first: bool = False
    ) -> list[Message]:
        found = self._selected(user, which)
        if newest_first:
            found.reverse()
        return [_copy(message) for message in found[:limit]]

    def between(self, user: str, which: Selection, *, limit: int) -> list[Message]:
        found = self._selected(user, which)
        found.sort(key=lambda message: (to_micros(message.said_at), message.seq))
        return [_copy(message) for message in found[:limit]]

    def remove(self, user: str, ids: Sequence[str]) -> int:
        self._journal.require_open()
        log = self._log(user)
        return sum(self._remove(log, id_) for id_ in ids)

    def _log(self, user: str) -> UserLog:
        return self._logs.get(user) or UserLog()

    def _append(self, log: UserLog, message: Message) -> None:
        older = log.places.get(message.id, ())
        if any(log.rows[seq].version == message.version for seq in older):
            raise Conflict(f"Version {message.version} of message {message.id} is already there.")
        self._journal.put(log.rows, message.seq, message)
        by_version = sorted((*older, message.seq), key=lambda seq: log.rows[seq].version)
        self._journal.put(log.places, message.id, tuple(by_version))
        if older and by_version[-1] == message.seq:
            self._drop_leaves(message.user, older[-1])
        if message.version == 1 and message.client_id is not None:
            self._note_sent(log, (message.session, message.client_id), message.seq)

    def _note_sent(self, log: UserLog, sent: tuple[str, str], seq: int) -> None:
        if sent in log.sent:
            raise Conflict(f"A message with the client id {sent[1]!r} is already in the session.")
        self._journal.put(log.sent, sent, seq)

    def _remove(self, log: UserLog, message_id: str) -> int:
        places = log.places.get(message_id, ())
        for seq in places:
            message = log.rows[seq]
            if message.version == 1 and message.client_id is not None:
                self._journal.drop(log.sent, (message.session, message.client_id))
            self._journal.drop(log.rows, seq)
            self._journal.drop(log.marks, seq)
            self._drop_leaves(message.user, seq)
        self._journal.drop(log.places, message_id)
        return len(places)

    def _drop_leaves(self, user: str, seq: int) -> None:
        drop_from(self._sheaves.get(user, {}), seq, self._journal)

    def _selected(self, user: str, which: Selection) -> list[Message]:
        """The messages meant, in the order of the log."""
        log = self._log(user)
        if which.all_versions:
            return list(_narrowed((log.rows[seq] for seq in sorted(log.rows)), which))
        return list(_narrowed(log.newest(), which))


def _narrowed(messages: Iterable[Message], which: Selection) -> Iterable[Message]:
    """Those of the messages that the selection means. Moments are compared in UTC."""
    since = None if which.since is None else to_micros(which.since)
    until = None if which.until is None else to_micros(which.until)
    for message in messages:
        said_at = to_micros(message.said_at)
        if (
            message.seq > which.after_seq
            and (which.to_seq is None or message.seq <= which.to_seq)
            and which.session in (None, message.session)
            and which.agent in (None, message.agent)
            and (since is None or since <= said_at)
            and (until is None or said_at <= until)
        ):
            yield message


def _copy(message: Message) -> Message:
    parts = tuple(copied(part) for part in message.parts)
    return replace(message, parts=parts, extra=copied(message.extra))
