"""Record: put drafts into the log, and correct what stands there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from holdfast.domain.draft import Draft
from holdfast.domain.ids import new_ids
from holdfast.domain.message import Message
from holdfast.errors import Conflict, MessageRefused, NotFound
from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.stretches import arrive, runs
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.sizes import overflows
from holdfast.flow.usual import Usual, patience_of, window_of
from holdfast.ports.marks import Mark
from holdfast.ports.sessions import Arrival
from holdfast.ports.unit import Unit


class Marked(NamedTuple):
    """A draft and what recall will know it by."""

    draft: Draft
    mark: Mark


def marked(drafts: Sequence[Draft], marker: Marker) -> list[Marked]:
    """Each draft with its mark: worked out by the caller's thread, before its turn to write."""
    return list(map(Marked, drafts, marker.marks([draft.text for draft in drafts])))


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
    """Log what was said and return the ids in order.

    A draft whose client id the session has seen gets the id it got then and adds nothing. If it
    says something else than then, that is a Conflict, and nothing is logged.
    """
    ids = new_ids(len(said))
    if any(draft.client_id for draft, _ in said):
        ids, fresh = _told_apart(said, _seen(unit, user, session, said), iter(ids))
    else:
        fresh = dict(zip(ids, said, strict=True))
    if fresh:
        place = Place(session, agent, now, usual)
        _append(unit, user, fresh, place)
    return ids


def _told_apart(
    said: Sequence[Marked], seen: dict[str, tuple[str, Draft | Message]], unused: Iterator[str]
) -> tuple[list[str], dict[str, Marked]]:
    """The ids of what was said, in order, and by id what of it is new."""
    fresh: dict[str, Marked] = {}
    ids: list[str] = []
    for each in said:
        client_id = each.draft.client_id
        id_, before = seen.get(client_id or "", ("", None))
        if before is None:
            id_ = next(unused)
            fresh[id_] = each
            if client_id:
                seen[client_id] = (id_, each.draft)
        else:
            _require_same(each.draft, before)
        ids.append(id_)
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
    unit.log.append([version], [mark])
    return message_id


class Place(NamedTuple):
    """Where messages are said, and when they are told to us."""

    session: str
    agent: str
    now: datetime
    usual: Usual


def _append(unit: Unit, user: str, fresh: dict[str, Marked], place: Place) -> None:
    session, agent, now, _ = place
    seq = unit.users.advance(user, len(fresh)).last_seq - len(fresh) + 1
    number = _numbered(unit, user, [each.draft.said_at for each in fresh.values()], seq, place)
    messages = []
    for id_, (draft, _) in fresh.items():
        messages.append(
            Message(
                id=id_,
                user=user,
                session=session,
                agent=agent,
                seq=seq,
                number=number,
                role=draft.role,
                speaker=draft.speaker,
                text=draft.text,
                parts=draft.parts,
                extra=draft.extra,
                said_at=draft.said_at,
                stored_at=now,
                client_id=draft.client_id,
            )
        )
        seq += 1
        number += 1
        if draft.attachments:
            for ref, data in draft.attachments.items():
                unit.attachments.keep(user, id_, ref, data)
    unit.log.append(messages, [mark for _, mark in fresh.values()])


def _numbered(unit: Unit, user: str, said: list[datetime], seq: int, place: Place) -> int:
    """Take messages into their session, in as many stretches as it needs; the first's number."""
    session, agent, now, usual = place
    patience = patience_of(unit, usual)
    # What is said to come from the future keeps no stretch open longer than a clock of ours would.
    if len(set(said)) == 1:
        at = now if said[0] >= now else said[0].astimezone(UTC)
        arrival = Arrival(len(said), seq, at, at, now, agent)
        number = arrive(unit, user, session, arrival, patience)
    else:
        moments = [now if moment >= now else moment.astimezone(UTC) for moment in said]
        number = 0
        for first, end in runs(moments, patience):
            last_at = max(moments[first:end])
            arrival = Arrival(end - first, seq + first, moments[first], last_at, now, agent)
            number = arrive(unit, user, session, arrival, patience) - first
    before, after = number - 1, number - 1 + len(said)
    # The space's own window is asked for now and then only: that costs more than the rest of this.
    grown = overflows(before, after, usual.window) or after // 8 > before // 8
    if grown and after > window_of(unit, usual):
        request_folding(unit, user, agent, now)
    return number


def _seen(
    unit: Unit, user: str, session: str, said: Sequence[Marked]
) -> dict[str, tuple[str, Draft | Message]]:
    """By client id: what the session was told already, and its id."""
    client_ids = [draft.client_id for draft, _ in said if draft.client_id]
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
