"""Timeline: sessions by day, what was said in one, and the versions of a message."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from starlette.responses import Response

from holdfast.domain.session import Session, SessionState
from holdfast.entrypoints.web.pages.who import Who, chosen
from holdfast.entrypoints.web.rendering import day
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.errors import NotFound
from holdfast.memory import Memory

PATH, SESSION, MESSAGE = f"{HOME}/timeline", f"{HOME}/session", f"{HOME}/message"
SESSIONS, MESSAGES, BEFORE = 30, 50, 12
"""How many there are on a page, and how many come before the one that was asked for."""


class Spoken(NamedTuple):
    """A session, and the last thing said in it."""

    session: Session
    text: str


def last_words(memory: Memory, session: Session) -> Spoken:
    """The session with the beginning of what was said last, empty if that was forgotten."""
    last = memory.sessions.last_message(session.user, session.name)
    return Spoken(session, last.text if last else "")


def show(visit: Visit) -> Response:
    """The sessions of a user, by the day they were last spoken in."""
    who, after = chosen(visit, any_agent=True), visit.asked("after")
    found = (
        visit.memory.sessions.list(
            who.user, agent=who.agent or None, after=after or None, limit=SESSIONS + 1
        )
        if who.user
        else []
    )
    days = groupby(found[:SESSIONS], key=lambda session: day(session.last_at, visit.look.zone))
    return visit.page(
        "timeline.html",
        who=who,
        days=[
            (name, [last_words(visit.memory, each) for each in several]) for name, several in days
        ],
        more=found[SESSIONS - 1].name if len(found) > SESSIONS else "",
        paged=bool(after),
    )


def session(visit: Visit) -> Response:
    """What was said in a session, a page at a time, and what became of it."""
    user, name, memory = visit.asked("user"), visit.asked("name"), visit.memory
    found = memory.sessions.get(user, name)
    if found is None:
        raise NotFound(f"{user!r} has no session {name!r}.")
    after = _place(visit.asked("after")) or max(0, _place(visit.asked("near")) - BEFORE)
    said = memory.messages.list(user, session=name, after=after, limit=MESSAGES + 1)
    stretches = memory.sessions.stretches(user, name)
    return visit.page(
        "session.html",
        who=Who(user, found.agent, ()),
        session=found,
        stretches=stretches,
        failed=any(each.state is SessionState.FAILED for each in stretches),
        said=said[:MESSAGES],
        more=said[MESSAGES - 1].seq if len(said) > MESSAGES else 0,
        begins=after == 0,
        near=_place(visit.asked("near")),
    )


def message(visit: Visit) -> Response:
    """One message with all its versions, the newest first."""
    user, id_ = visit.asked("user"), visit.asked("id")
    versions = visit.memory.messages.versions(user, id_)
    if not versions:
        raise NotFound(f"{user!r} has no message {id_!r}.")
    return visit.page(
        "message.html", who=Who(user, versions[-1].agent, ()), versions=versions[::-1]
    )


def seal(visit: Visit) -> Response:
    """End a session's present stretch, or try again what failed."""
    ended = visit.memory.sessions.seal(visit.given("user"), visit.given("name"))
    return _back(visit, "sealed" if ended else "nothing_to_seal")


def reopen(visit: Visit) -> Response:
    """Let a sealed session go on."""
    visit.memory.sessions.reopen(visit.given("user"), visit.given("name"))
    return _back(visit, "reopened")


def _place(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _back(visit: Visit, did: str) -> Response:
    return visit.to(SESSION, user=visit.given("user"), name=visit.given("name"), did=did)


ROUTES = (
    ("GET", PATH, show),
    ("GET", SESSION, session),
    ("GET", MESSAGE, message),
    ("POST", f"{SESSION}/seal", seal),
    ("POST", f"{SESSION}/reopen", reopen),
)
