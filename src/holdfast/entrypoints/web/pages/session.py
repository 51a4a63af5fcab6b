"""Session: what was said in one, what became of it, and helping it along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.responses import Response

from holdfast.domain.event import Event
from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Message
from holdfast.domain.session import Session, SessionState
from holdfast.entrypoints.web.pages.timeline import day_of, span
from holdfast.entrypoints.web.pages.who import Who
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.errors import NotFound
from holdfast.memory import Memory

PATH = f"{HOME}/session"
TURNS, BEFORE = 50, 12
"""How many there are on a page, and how many come before the one that was asked for."""

SUMMARIES, FACTS, MADE = 50, 50, 100
"""How many are shown of what was made of a session and learned from it, and of one stretch of it."""


class Spoken(NamedTuple):
    """A session, and the last thing said in it."""

    session: Session
    text: str


class Page(NamedTuple):
    """Some turns of a session, and whether there are more before and behind them."""

    turns: Sequence[Message]
    earlier: bool
    later: bool


def last_words(memory: Memory, session: Session) -> Spoken:
    """The session with the beginning of what was said last, empty if that was forgotten."""
    last = memory.sessions.last_message(session.user, session.name)
    return Spoken(session, last.text if last else "")


def show(visit: Visit) -> Response:
    """What was said in a session, a page at a time, and what became of it."""
    found, memory = _asked(visit), visit.memory
    near = visit.asked("near") or _first_of_day(visit, found)
    page = _page(visit, found, near)
    stretches = memory.sessions.stretches(found.user, found.name)
    summaries = memory.items.between(
        found.user, session=found.name, level=1, current=False, limit=SUMMARIES
    )
    facts = memory.items.between(
        found.user, kind=ItemKind.FACT, session=found.name, limit=FACTS + 1
    )
    return visit.page(
        "session.html",
        who=Who(found.user, found.agent, ()),
        session=found,
        stretches=stretches,
        learning={each.stretch: each for each in memory.sessions.learning(found.user, found.name)},
        summaries={item.stretch: item for item in summaries},
        events={event.stretch: event for event in _events(memory, found)},
        facts=facts[:FACTS],
        more_facts=len(facts) > FACTS,
        failed=any(each.state is SessionState.FAILED for each in stretches),
        page=page,
        near=near,
    )


def made(visit: Visit) -> Response:
    """What was made of one stretch, in place where that is wanted."""
    found, number = _asked(visit), visit.asked("stretch")
    stretch = int(number) if number.isascii() and number.isdecimal() and len(number) < 9 else 0
    items = visit.memory.sessions.derived(found.user, found.name, stretch)
    return visit.page(
        "partials/made.html" if visit.partial else "made.html",
        items=items[:MADE],
        rest=max(0, len(items) - MADE),
        user=found.user,
        session=found,
    )


def seal(visit: Visit) -> Response:
    """End a session's present stretch, or try again what failed."""
    ended = visit.memory.sessions.seal(visit.given("user"), visit.given("name"))
    return _back(visit, "sealed" if ended else "nothing_to_seal")


def ask_reopen(visit: Visit) -> Response:
    """What re-opening would take back; nothing is done yet."""
    found = _asked(visit)
    items: Sequence[Item] = ()
    if found.state is not SessionState.ACTIVE:
        items = visit.memory.sessions.derived(found.user, found.name, found.stretch)
    return visit.page(
        "reopen.html",
        who=Who(found.user, found.agent, ()),
        session=found,
        items=items[:MADE],
        rest=max(0, len(items) - MADE),
        in_all=len(items),
    )


def reopen(visit: Visit) -> Response:
    """Let a sealed session go on."""
    visit.memory.sessions.reopen(visit.given("user"), visit.given("name"))
    return _back(visit, "reopened")


def _events(memory: Memory, session: Session) -> Sequence[Event]:
    return memory.events.list(session.user, session=session.name, limit=SUMMARIES)


def _asked(visit: Visit) -> Session:
    user, name = visit.asked("user"), visit.asked("name")
    found = visit.memory.sessions.get(user, name)
    if found is None:
        raise NotFound(f"{user!r} has no session {name!r}.")
    return found


def _first_of_day(visit: Visit, session: Session) -> str:
    """The first message of the day that was asked for, if a day was."""
    day = day_of(visit.asked("day"))
    if day is None:
        return ""
    since, until = span(visit, day)
    said = visit.memory.messages.between(session.user, since, until, session=session.name, limit=1)
    return said[0].id if said else ""


def _page(visit: Visit, session: Session, near: str) -> Page:
    """The turns that were asked for: from one on, up to one, around one, or the first or last."""
    turns, whom = visit.memory.sessions.turns, (session.user, session.name)
    after, before = visit.asked("after"), visit.asked("before")
    if before or (visit.asked("at") == "end" and not near and not after):
        found = turns(*whom, before=before or None, last=not before, limit=TURNS + 1)
        return Page(found[-TURNS:], len(found) > TURNS, bool(before))
    if after:
        found = turns(*whom, after=after, limit=TURNS + 1)
        return Page(found[:TURNS], True, len(found) > TURNS)
    if not near:
        found = turns(*whom, limit=TURNS + 1)
        return Page(found[:TURNS], False, len(found) > TURNS)
    lead = turns(*whom, before=near, limit=BEFORE + 1)
    here = visit.memory.messages.get(session.user, near)
    rest = turns(*whom, after=near, limit=TURNS - BEFORE)
    shown = [*lead[-BEFORE:], *([here] if here else []), *rest[: TURNS - BEFORE - 1]]
    return Page(shown, len(lead) > BEFORE, len(rest) == TURNS - BEFORE)


def _back(visit: Visit, did: str) -> Response:
    return visit.to(PATH, user=visit.given("user"), name=visit.given("name"), did=did)


ROUTES = (
    ("GET", PATH, show),
    ("GET", f"{PATH}/made", made),
    ("POST", f"{PATH}/seal", seal),
    ("GET", f"{PATH}/reopen", ask_reopen),
    ("POST", f"{PATH}/reopen", reopen),
)
