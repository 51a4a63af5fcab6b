"""Record: put drafts into the log, and correct what stands there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from holdfast.domain.draft import Draft
from holdfast.domain.entry import Entry, entry_of
from holdfast.domain.ids import new_ids
from holdfast.domain.message import Message
from holdfast.errors import Conflict, MessageRefused, NotFound
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.stretches import arrive, runs
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.sizes import overflows
from holdfast.flow.usual import Usual, patience_of, window_of
from holdfast.ports.marks import Mark
from holdfast.ports.sessions import Arrival, Patience
from holdfast.ports.unit import Unit


class Marked(NamedTuple):
    """A draft and what recall will know it by."""

    draft: Draft
    mark: Mark


marked_of = partial(tuple.__new__, Marked)
"""A Marked of its two fields, made in half the time that its own constructor takes."""


class Told(NamedTuple):
    """What one caller told us in one go: whose it is, where it was said, and when we were told."""

    user: str
    session: str
    agent: str
    now: datetime
    said: Sequence[Marked]


def marked(drafts: Sequence[Draft], marker: Marker) -> list[Marked]:
    """Each draft with its mark: worked out by the caller's thread, before its turn to write."""
    marks = marker.marks([draft.text for draft in drafts])
    return list(map(marked_of, zip(drafts, marks, strict=True)))


def record(
    unit: Unit,
    user: str,
    said: Sequence[Marked],
    *,
    session: str,
    agent: str,
    now: datetime,
    usual: Usual,
) -> list[str]:
    """Log what was said and return the ids in order. See `record_all`."""
    (ids,) = record_all(unit, [Told(user, session, agent, now, said)], usual)
    return ids


def record_all(unit: Unit, told: Iterable[Told], usual: Usual) -> list[list[str]]:
    """Log what several callers told us, as if one after another; the ids of each, in order.

    A draft whose client id the session has seen gets the id it got then and adds nothing. If it
    says something else than then, that is a Conflict, and nothing is logged.
    """
    answers: list[list[str]] = []
    fresh: _Fresh = {}
    for user, session, agent, now, said in told:
        ids = new_ids(len(said))
        new = _Batch(now, ids, said)
        client_ids = [draft.client_id for draft, _ in said if draft.client_id]
        if client_ids:
            _append(unit, fresh, usual)  # what was told just before may be the same
            fresh = {}
            ids, new = _told_apart(new, _seen(unit, user, session, client_ids))
        answers.append(ids)
        if new.said:
            fresh.setdefault((user, session, agent), []).append(new)
    _append(unit, fresh, usual)
    return answers


class _Batch(NamedTuple):
    """Messages that were told in one go, and the ids they are given."""

    now: datetime
    ids: list[str]
    said: Sequence[Marked]


_Where = tuple[str, str, str]
"""User, session and agent."""

_Fresh = dict[_Where, list[_Batch]]
"""What is to be logged."""


def _told_apart(
    batch: _Batch, seen: dict[str, tuple[str, Draft | Message]]
) -> tuple[list[str], _Batch]:
    """The ids of what was told, in order, and what of it is new."""
    ids: list[str] = []
    fresh = _Batch(batch.now, [], said := [])
    for id_, each in zip(batch.ids, batch.said, strict=True):
        client_id = each.draft.client_id
        known, before = seen.get(client_id or "", (id_, None))
        ids.append(known)
        if before is not None:
            _require_same(each.draft, before)
            continue
        fresh.ids.append(id_)
        said.append(each)
        if client_id:
            seen[client_id] = (id_, each.draft)
    return ids, fresh


def correct(
    unit: Unit,
    user: str,
    message_id: str,
    text: str,
    mark: Mark,
    now: datetime,
    *,
    expect: int | None = None,
) -> str:
    """Add a version with this text, unless it already reads so. Raises NotFound.

    With `expect`, the version that was read, Conflict if there is another by now.
    """
    found = unit.log.get(user, [message_id])
    if not found:
        raise NotFound(f"{user!r} has no message {message_id!r}.")
    newest = found[0]
    if expect not in (None, newest.version):
        raise Conflict(
            f"Message {message_id} is at version {newest.version} by now, not {expect}.",
            remedy="Read it again, and repeat the change if it is still wanted.",
        )
    if newest.text == text:
        return message_id
    if not text.strip() and not newest.parts:
        raise MessageRefused(
            "A correction cannot leave a message empty.", remedy="Use forget to remove it."
        )
    seq = unit.users.advance(user, 1).last_seq
    version = replace(newest, text=text, version=newest.version + 1, seq=seq, stored_at=now)
    unit.log.append([Entry.of(version)], [mark])
    return message_id


def _append(unit: Unit, fresh: _Fresh, usual: Usual) -> None:
    """Log all of it. Each step is taken for all before the next: done in turns, they take longer."""
    if not fresh:
        return
    patience = patience_of(unit, usual)
    sizes, seqs, numbers = [], [], []
    for (user, _, _), batches in fresh.items():
        size = sum([len(batch.ids) for batch in batches])
        sizes.append(size)
        seqs.append(unit.users.advance(user, size).last_seq - size + 1)
    for (where, batches), seq in zip(fresh.items(), seqs, strict=True):
        numbers.append(_numbered(unit, where, batches, seq, patience))
    entries: list[Entry] = []
    marks: list[Mark] = []
    for (where, batches), size, seq, number in zip(
        fresh.items(), sizes, seqs, numbers, strict=True
    ):
        _enter(unit, where, batches, seq, number, entries, marks)
        last = number - 1 + size
        _fold_if_grown(unit, where, number - 1, last, batches[-1].now, usual)
    unit.log.append(entries, marks, fresh=True)


def _enter(
    unit: Unit,
    where: _Where,
    batches: list[_Batch],
    seq: int,
    number: int,
    entries: list[Entry],
    marks: list[Mark],
) -> None:
    """Add what goes into the log from this place and this number on, and keep what is attached."""
    user, session, agent = where
    for now, ids, said in batches:
        for id_, (draft, mark) in zip(ids, said, strict=True):
            role, text, said_at, speaker, client_id, parts, extra, attachments = draft
            entries.append(
                entry_of((id_, user, session, agent, seq, number, 1, role, speaker, text, parts,
                          extra, said_at, now, client_id))
            )  # fmt: skip
            marks.append(mark)
            seq += 1
            number += 1
            if attachments:
                for ref, data in attachments.items():
                    unit.attachments.keep(user, id_, ref, data)


def _numbered(
    unit: Unit, where: _Where, batches: Sequence[_Batch], seq: int, patience: Patience
) -> int:
    """Take messages into their session, in as many stretches as it needs; the first's number."""
    user, session, agent = where
    # What is said to come from the future keeps no stretch open longer than a clock of ours would.
    moments = [
        now if draft.said_at is now else min(draft.said_at, now)
        for now, _, said in batches
        for draft, _ in said
    ]
    told_at = max([batch.now for batch in batches])
    number = 0
    for first, end in runs(moments, patience):
        first_at, last_at = moments[first].astimezone(UTC), max(moments[first:end]).astimezone(UTC)
        arrival = Arrival(end - first, seq + first, first_at, last_at, told_at, agent)
        number = arrive(unit, user, session, arrival, patience) - first
    return number


def _fold_if_grown(
    unit: Unit, where: _Where, before: int, after: int, now: datetime, usual: Usual
) -> None:
    """Have a session folded that grew from so many messages to so many, beyond its window."""
    # The space's own window is asked for now and then only: that costs more than the rest of this.
    grown = overflows(before, after, usual.window) or after // 8 > before // 8
    if grown and after > window_of(unit, usual):
        user, _, agent = where
        request_folding(unit, user, agent, now)


def _seen(
    unit: Unit, user: str, session: str, client_ids: Sequence[str]
) -> dict[str, tuple[str, Draft | Message]]:
    """By client id: what the session was told already, and its id."""
    found = unit.log.sent(user, session, client_ids)
    return {client_id: (message.id, message) for client_id, message in found.items()}


def _require_same(draft: Draft, before: Draft | Message) -> None:
    if _words(draft) != _words(before):
        raise Conflict(
            f"The message id {draft.client_id!r} was used before for something else.",
            remedy="Give the new message an id of its own, or use correct to change the old one.",
        )


def _words(said: Draft | Message) -> tuple[str, str | None, str, str]:
    return said.role, said.speaker, said.text, json.dumps([*said.parts], sort_keys=True)
