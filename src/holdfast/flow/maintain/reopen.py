"""Re-open: take a session up where it was left, and take back what was derived from its end."""

from __future__ import annotations

from datetime import datetime

from holdfast.domain.session import Session, Stretch
from holdfast.flow.capture import stretches
from holdfast.flow.condense.derived import arisen
from holdfast.flow.condense.summaries import take_back
from holdfast.flow.extract.unlearn import follow
from holdfast.flow.maintain.archive.request import request_archiving
from holdfast.ports.unit import Unit


def reopen(
    unit: Unit, session: Session, now: datetime, *, archived: bool = False
) -> Stretch | None:
    """Let the session's last stretch go on; what it was, or None if it had not ended.

    Everything that arose in that stretch goes, and all that rests on it.
    """
    ended = stretches.reopen(unit, session, now)
    if ended is None:
        return None
    if archived:
        request_archiving(unit, ended, now)
    derived = arisen(unit, session.user, session.name, ended.number)
    gone = take_back(unit, session.user, derived, now)
    follow(unit, session.user, gone, now, again=False)
    return ended
