"""Turns: a conversation in the order in which it was had, a page at a time.

A correction is appended to the log like everything else; here it stands where the message that it
corrects was said.
"""

from __future__ import annotations

from holdfast.domain.message import Message, Selection
from holdfast.errors import NotFound
from holdfast.ports.unit import Unit


def turns_after(
    unit: Unit, user: str, session: str, message_id: str | None, *, limit: int
) -> list[Message]:
    """The messages that follow on one, or the first of the session; the newest version of each."""
    after, found = _place(unit, user, session, message_id) if message_id else 0, list[str]()
    while len(found) < limit:
        which = Selection(session=session, after_seq=after, all_versions=True)
        rows = unit.log.find(user, which, limit=limit)
        found += [message.id for message in rows if message.version == 1]
        if len(rows) < limit:
            break
        after = rows[-1].seq
    return unit.log.get(user, found[:limit])


def turns_before(
    unit: Unit, user: str, session: str, message_id: str | None, *, limit: int
) -> list[Message]:
    """The messages that lead up to one, or to the end of the session, oldest of them first."""
    to, found = (
        _place(unit, user, session, message_id) - 1 if message_id else None,
        list[str](),
    )
    while len(found) < limit:
        which = Selection(session=session, to_seq=to, all_versions=True)
        rows = unit.log.find(user, which, limit=limit, newest_first=True)
        found += [message.id for message in rows if message.version == 1]
        if len(rows) < limit:
            break
        to = rows[-1].seq - 1
    return unit.log.get(user, found[:limit][::-1])


def _place(unit: Unit, user: str, session: str, message_id: str) -> int:
    """The place in the log where a message was first said."""
    versions = unit.log.versions(user, message_id)
    if not versions or versions[0].session != session:
        raise NotFound(f"There is no message {message_id!r} in session {session!r} of {user!r}.")
    return versions[0].seq
