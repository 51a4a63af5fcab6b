"""Stretches: how a session's conversation begins, ends, and is taken up again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.domain.ids import new_id
from holdfast.domain.job import JobState, asked
from holdfast.domain.session import FEWEST, Ending, Session, SessionState, Stretch
from holdfast.errors import NotFound
from holdfast.flow.extract.request import request_learning
from holdfast.ports.sessions import Arrival, Patience
from holdfast.ports.unit import Unit

SEAL = "seal"
"""The kind of job that makes of an ended stretch what is to be made of it."""

_ALL = 1 << 62


def arrive(unit: Unit, user: str, name: str, arrival: Arrival, patience: Patience) -> int:
    """Take messages into a session and return the number of the first.

    Where its stretch is over, the next one begins with them; one that was still open, since
    nobody had looked, is ended first.
    """
    number = unit.sessions.advance(user, name, arrival, patience)
    if number is None:
        session = _known(unit, user, name)
        if session.state is SessionState.ACTIVE:
            late = arrival.first_at - session.last_at > patience.idle
            end(unit, session, Ending.LATE if late else Ending.LIMIT, arrival.told_at)
            session = _known(unit, user, name)
        _begin(unit, session, arrival)
        number = unit.sessions.advance(user, name, arrival, patience)
    if number is None:
        raise AssertionError("a stretch was over before it began")
    if number == 1:
        _speak_first(unit, user, name, arrival)
    return number


def runs(said: Sequence[datetime], patience: Patience) -> Iterator[tuple[int, int]]:
    """Where a batch falls apart into stretches: from and up to which message, for each part."""
    if len(said) == 1 or max(said) - min(said) <= min(patience):
        yield 0, len(said)
        return
    first = 0
    latest = said[0]
    for place, moment in enumerate(said):
        if moment - latest > patience.idle or moment - said[first] > patience.limit:
            yield first, place
            first, latest = place, moment
        latest = max(latest, moment)
    yield first, len(said)


def end(unit: Unit, session: Session, ending: Ending, now: datetime) -> Stretch | None:
    """End the session's stretch; what came of it. None for a session with nothing in it.

    However many callers do this at once, there is one stretch and one job. One that has ended
    already is given as it is; if its sealing failed, or its job is dead, it is tried again at once.
    """
    if session.state is not SessionState.ACTIVE:
        found = unit.stretches.get(session.user, session.name, session.stretch)
        if found is not None and found.state is not SessionState.SEALED:
            _hurry(unit, found, now)
        return found
    stamp = unit.users.stamp(session.user)
    if session.empty or stamp is None:
        return None
    count = session.last_number - session.first_number + 1
    state = SessionState.SEALING if count >= FEWEST else SessionState.SEALED
    ended = unit.stretches.put(
        Stretch(
            user=session.user,
            session=session.name,
            number=session.stretch,
            id=new_id(),
            agent=session.agent,
            state=state,
            ending=ending,
            first=session.first_number,
            last=session.last_number,
            first_seq=session.first_seq,
            last_seq=stamp.last_seq,
            began_at=session.began_at,
            last_at=session.last_at,
            ended_at=now,
        ),
        expect=0,
    )
    unit.sessions.put(replace(session, state=state), expect=session.revision)
    if state is SessionState.SEALING:
        request_sealing(unit, ended, now)
    else:  # one message is no conversation, but may say who somebody is
        request_learning(unit, ended.user, ended.session, ended.number, now)
    return ended


def open_session(unit: Unit, user: str, name: str | None, agent: str, now: datetime) -> Session:
    """Begin a session with an agent; those that were open with it, or so named, are ended.

    Without a name, one that was opened and never spoken in is used again. With a name that is
    taken, its next stretch begins with the next message.
    """
    active = unit.sessions.active(user, limit=_ALL)
    open_ = [each for each in active if each.agent == agent or each.name == name]
    empty = [each for each in open_ if each.empty]
    end_all(unit, open_, Ending.NEW_SESSION, now)
    found = unit.sessions.get(user, name) if name is not None else next(iter(empty), None)
    if found is not None:
        return found
    fresh = Session(
        user=user,
        name=name or new_id(),
        agent=agent,
        opened_at=now,
        last_at=now,
        touched_at=now,
        first_seq=unit.users.advance(user, 0).last_seq + 1,
        began_at=now,
    )
    return unit.sessions.put(fresh, expect=0)


def end_with(unit: Unit, user: str, agent: str, ending: Ending, now: datetime) -> list[Stretch]:
    """End all that is open with an agent."""
    active = unit.sessions.active(user, limit=_ALL)
    return end_all(unit, [each for each in active if each.agent == agent], ending, now)


def end_all(
    unit: Unit, sessions: Iterable[Session], ending: Ending, now: datetime
) -> list[Stretch]:
    """End all of these; the stretches that came of it."""
    ended = (end(unit, session, ending, now) for session in sessions)
    return [stretch for stretch in ended if stretch is not None]


def end_idle(unit: Unit, patience: Patience, now: datetime) -> list[Stretch]:
    """End every stretch of the space that nobody has told us of for too long.

    A session whose stretch is empty is left alone: it waits for its first message.
    """
    bound = now - min(patience.idle, patience.limit)
    idle = unit.sessions.active(untouched_since=bound, limit=_ALL)
    return end_all(unit, idle, Ending.IDLE, now)


def settle(unit: Unit, stretch: Stretch, state: SessionState, error: str = "") -> None:
    """Note what came of sealing, in the stretch and in its session if that has not gone on."""
    unit.stretches.put(replace(stretch, state=state, error=error), expect=stretch.revision)
    session = unit.sessions.get(stretch.user, stretch.session)
    if session is None or session.stretch != stretch.number:
        return
    if session.state is not SessionState.ACTIVE:
        unit.sessions.put(replace(session, state=state), expect=session.revision)


def reopen(unit: Unit, session: Session, now: datetime) -> Stretch | None:
    """Let the session's last stretch go on, as if it had not ended. What it was, or None.

    Its time begins anew, or it would soon be over again. What was derived from it is the caller's
    to take back.
    """
    if session.state is SessionState.ACTIVE:
        return None
    ended = unit.stretches.get(session.user, session.name, session.stretch)
    unit.stretches.remove(session.user, [session.name], number=session.stretch)
    unit.sessions.put(
        replace(session, state=SessionState.ACTIVE, began_at=now, last_at=now, touched_at=now),
        expect=session.revision,
    )
    return ended


def _begin(unit: Unit, session: Session, arrival: Arrival) -> None:
    """Begin the next stretch, or the present one where nobody has spoken in it yet."""
    unit.sessions.put(
        replace(
            session,
            state=SessionState.ACTIVE,
            stretch=session.stretch + (not session.empty),
            first_number=session.last_number + 1,
            first_seq=arrival.seq,
            began_at=arrival.first_at,
            last_at=max(session.last_at, arrival.first_at),
        ),
        expect=session.revision,
    )


def _speak_first(unit: Unit, user: str, name: str, arrival: Arrival) -> None:
    """A session that was opened by hand begins with its first message all the same."""
    session = _known(unit, user, name)
    begun = replace(session, first_seq=arrival.seq, began_at=arrival.first_at)
    if begun != session:
        unit.sessions.put(begun, expect=session.revision)


def _known(unit: Unit, user: str, name: str) -> Session:
    session = unit.sessions.get(user, name)
    if session is None:
        raise NotFound(f"{user!r} has no session {name!r}.")
    return session


def request_sealing(unit: Unit, stretch: Stretch, now: datetime) -> bool:
    """Have it done by a job, unless one is on its way; whether it was asked for now."""
    which = {"session": stretch.session, "stretch": stretch.number}
    return unit.jobs.enqueue(asked(SEAL, stretch.user, now, key=_key(stretch), payload=which))


def _hurry(unit: Unit, stretch: Stretch, now: datetime) -> None:
    """Have it sealed, without the pause after a failure."""
    if request_sealing(unit, stretch, now):
        return
    for job in unit.jobs.find(user=stretch.user, state=JobState.WAITING, limit=_ALL):
        if (job.kind, job.key) == (SEAL, _key(stretch)):
            unit.jobs.retry(job.id, run_at=now)


def _key(stretch: Stretch) -> str:
    return f"{stretch.session}\n{stretch.number}"
