"""Said last: the last message of a session, found from where the session began."""

from __future__ import annotations

from holdfast.domain.message import Message, Selection
from holdfast.domain.session import Session
from holdfast.ports.unit import Unit

WIDER = 8
"""How many times further it looks where others spoke in between."""


def said_last(unit: Unit, session: Session) -> Message | None:
    """The message, as it reads now; None if nothing of the session is left.

    A log has no way from a session to its messages but to go along it. Its last stretch has a
    beginning and a length, so the end lies not far behind that, however much was said since.
    """
    begin, size = _last_stretch(unit, session)
    end = unit.users.stamp(session.user)
    reach = max(size, 1)
    while begin and end is not None and begin + reach <= end.last_seq:
        found = _last(unit, session, begin - 1, begin + reach)
        if found is not None and found.number == session.last_number:
            return _as_it_reads(unit, found)
        reach *= WIDER
    found = _last(unit, session, 0, None)  # its end was forgotten, or it reaches to the log's
    return None if found is None else _as_it_reads(unit, found)


def _last_stretch(unit: Unit, session: Session) -> tuple[int, int]:
    """The place where the last stretch with something in it began, and how much was said in it."""
    if not session.empty:
        return session.first_seq, session.last_number - session.first_number + 1
    for stretch in reversed(unit.stretches.of(session.user, session.name)):
        return stretch.first_seq, stretch.last - stretch.first + 1
    return 0, 0


def _last(unit: Unit, session: Session, after: int, to: int | None) -> Message | None:
    """The last of its messages to be said there. A correction does not move what it corrects."""
    which = Selection(session=session.name, after_seq=after, to_seq=to, all_versions=True)
    limit = 1
    while True:
        rows = unit.log.find(session.user, which, limit=limit, newest_first=True)
        said = next((row for row in rows if row.version == 1), None)
        if said is not None or len(rows) < limit:
            return said
        limit *= WIDER


def _as_it_reads(unit: Unit, message: Message) -> Message | None:
    found = unit.log.get(message.user, [message.id])
    return found[0] if found else None
