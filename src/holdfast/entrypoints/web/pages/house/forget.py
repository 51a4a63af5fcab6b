"""Forget: choose, see what will go, confirm, and be told what went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.responses import Response

from holdfast.domain.message import Message
from holdfast.domain.receipt import Receipt
from holdfast.domain.user import Amount
from holdfast.entrypoints.web.live import since_now
from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.pages.house.section import anyone
from holdfast.entrypoints.web.pages.who import Who
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import InvalidInput, NotFound
from holdfast.memory import Memory

PATH = f"{section.PATH}/forget"
SCOPES = ("message", "session", "agent", "everything")
SESSIONS, EXAMPLES = 12, 3
EXACT = 2_000
"""Up to so many versions everything is counted that rests on them; beyond, only what is said."""


class Chosen(NamedTuple):
    """What is to be forgotten of a user."""

    user: str
    what: str
    name: str

    @property
    def scope(self) -> dict[str, Any]:
        """As the library takes it."""
        return {self.what: True if self.what == "everything" else self.name}


class Plan(NamedTuple):
    """What will go. `counted` is None where there is too much to follow it all beforehand."""

    amount: Amount
    counted: Receipt | None
    first: Sequence[Message]
    last: Sequence[Message]


def show(visit: Visit) -> Response:
    """The choice, and once it is made, what would go."""
    who, what = anyone(visit), visit.asked("what")
    chosen = Chosen(who.user, what if what in SCOPES else "", visit.asked("name"))
    if not chosen.user or not chosen.what or not (chosen.name or chosen.what == "everything"):
        return _choice(visit, who, chosen)
    return _planned(visit, who, chosen)


def go(visit: Visit) -> Response:
    """Forget it, if that is confirmed: by a tick, or for everything by the user's name."""
    chosen = Chosen(visit.given("user"), visit.given("what"), visit.given("name"))
    if chosen.what not in SCOPES:
        raise InvalidInput("It must be said what is to be forgotten.")
    sure = visit.given("sure").strip()
    if sure != (chosen.user.strip() if chosen.what == "everything" else "1"):
        return _planned(visit, Who(chosen.user, "", ()), chosen, 400, unsure=True)
    receipt = visit.memory.forget(chosen.user, **chosen.scope)
    return section.page(
        visit,
        "forget",
        step="receipt",
        chosen=chosen,
        receipt=receipt,
        **since_now(visit, chosen.user),
    )


def _choice(visit: Visit, who: Who, chosen: Chosen, status: int = 200) -> Response:
    known = visit.memory.sessions.list(who.user, limit=SESSIONS) if who.user else []
    return section.page(
        visit,
        "forget",
        status,
        step="choice",
        who=who,
        chosen=chosen,
        scopes=SCOPES,
        known=known,
        missing=status != 200,
    )


def _planned(
    visit: Visit, who: Who, chosen: Chosen, status: int = 200, *, unsure: bool = False
) -> Response:
    try:
        plan = _plan(visit.memory, chosen)
    except NotFound:
        return _choice(visit, who, chosen, 404)
    return section.page(
        visit, "forget", status, step="plan", chosen=chosen, plan=plan, unsure=unsure
    )


def _plan(memory: Memory, chosen: Chosen) -> Plan:
    if chosen.what == "message":
        goes = memory.forget(chosen.user, preview=True, **chosen.scope)
        said = memory.messages.versions(chosen.user, chosen.name)
        return Plan(Amount(goes.messages, goes.versions), goes, said[-1:], ())
    within = {} if chosen.what == "everything" else chosen.scope
    amount = memory.messages.amount(chosen.user, **within)
    small = amount.versions <= EXACT
    counted = memory.forget(chosen.user, preview=True, **chosen.scope) if small else None
    first = memory.messages.list(chosen.user, limit=EXAMPLES, **within)
    last = memory.messages.latest(chosen.user, limit=EXAMPLES, **within)
    shown = {message.id for message in first}
    return Plan(amount, counted, first, [each for each in last if each.id not in shown])


ROUTES = (("GET", PATH, show), ("POST", PATH, go))
