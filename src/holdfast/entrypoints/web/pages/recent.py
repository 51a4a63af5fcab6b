"""Recent: the memo of a user and an agent, read and put right by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.responses import Response

from holdfast.domain.message import Message
from holdfast.domain.recent import Recent
from holdfast.entrypoints.web.pages.who import Who, chosen
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.errors import Conflict

PATH = f"{HOME}/recent"
REVIEWS, TURNS = 20, 100
"""How many reviews are told of, and how many turns a page has."""


class Line(NamedTuple):
    """A line of the memo that is being edited: what it said, and what it is to say."""

    id: str
    was: str
    text: str


class Turns(NamedTuple):
    """A page of the turns: the last ones, unless others are asked for."""

    shown: Sequence[Message]
    earlier: str
    """The turn that the page before this one ends at; empty if there is none."""
    last: bool


def show(visit: Visit) -> Response:
    """The memo; with `edit` in the query, that line as a form."""
    who = chosen(visit)
    return _shown(visit, who)


def edit(visit: Visit) -> Response:
    """Change a line. Where someone else has changed it meanwhile, both are shown, and it is asked."""
    who = Who(visit.given("user"), visit.given("agent"), ())
    line = Line(visit.given("line"), visit.text("was"), visit.text("text"))
    memo, now = visit.memory.memo, visit.given("fingerprint")
    try:
        memo.edit(who.user, line.id, line.text, agent=who.agent, fingerprint=now)
    except Conflict:
        there = visit.memory.recent(who.user, who.agent)
        if _text_of(there, line.id) != line.was:
            return _contested(visit, who, line, there)
        # Something else in the memo has changed, which is no reason not to save this.
        memo.edit(who.user, line.id, line.text, agent=who.agent, fingerprint=there.fingerprint)
    return _back(visit, "saved")


def hide(visit: Visit) -> Response:
    """Take the lines that were ticked out of the memo."""
    lines = visit.form.get("line", ())
    if not lines:
        return _back(visit, "nothing_ticked")
    user, agent, reason = visit.given("user"), visit.given("agent"), visit.given("reason")
    visit.memory.memo.hide(user, lines, agent=agent, reason=reason.strip())
    return _back(visit, "hidden")


def review(visit: Visit) -> Response:
    """Have the memo reviewed now."""
    note = visit.memory.memo.review(visit.given("user"), visit.given("agent"))
    return _back(visit, "reviewed" if note else "nothing_to_review")


def switch(visit: Visit) -> Response:
    """Have memos reviewed when a session is sealed, or not."""
    on = visit.given("on") == "1"
    visit.memory.memo.set_reviewing(on)
    return _back(visit, "review_on" if on else "review_off")


def undo(visit: Visit) -> Response:
    """Put back what a review, or a hand, has changed."""
    visit.memory.memo.undo(visit.given("user"), visit.given("review"))
    return _back(visit, "undone")


def clear(visit: Visit) -> Response:
    """Begin afresh, once that is confirmed."""
    if visit.given("sure") != "1":
        return _back(visit, "not_sure")
    visit.memory.memo.clear(visit.given("user"), visit.given("agent"))
    return _back(visit, "cleared")


def _shown(visit: Visit, who: Who) -> Response:
    memory, line = visit.memory, visit.asked("edit")
    if not who.user:
        return visit.page("recent.html", who=who, memo=None)
    memo = memory.recent(who.user, who.agent)
    values: dict[str, Any] = {"who": who, "memo": memo, "editing": line}
    if visit.partial and line:
        text = _text_of(memo, line)
        if text is not None:
            return visit.page("partials/edit_line.html", line=Line(line, text, text), **values)
    return visit.page(
        "recent.html",
        reviews=memory.memo.reviews(who.user, who.agent, limit=REVIEWS),
        reviewing=memory.memo.reviewing(),
        said={message.id: message for message in memo.messages},
        turns=_turns(memo, visit.asked("before"), line),
        **values,
    )


def _turns(memo: Recent, before: str, editing: str) -> Turns:
    """Those before a turn, or up to the one that is edited; where neither is there, the last."""
    places = {message.id: place for place, message in enumerate(memo.messages)}
    end = places.get(before) or len(places)
    if editing in places and not end - TURNS <= places[editing] < end:
        end = places[editing] + 1
    shown = memo.messages[max(0, end - TURNS) : end]
    earlier = shown[0].id if end > TURNS else ""
    return Turns(shown, earlier, last=end == len(places))


def _contested(visit: Visit, who: Who, line: Line, there: Recent) -> Response:
    return visit.page(
        "contested.html",
        409,
        who=who,
        line=line,
        there=_text_of(there, line.id),
        fingerprint=there.fingerprint,
    )


def _text_of(memo: Recent, line: str) -> str | None:
    """What a line of the memo says; None if it is not in it any more."""
    texts = {item.id: item.text for item in memo.summaries}
    return (texts | {message.id: message.text for message in memo.messages}).get(line)


def _back(visit: Visit, did: str) -> Response:
    return visit.to(PATH, user=visit.given("user"), agent=visit.given("agent"), did=did)


ROUTES = (
    ("GET", PATH, show),
    ("POST", f"{PATH}/edit", edit),
    ("POST", f"{PATH}/hide", hide),
    ("POST", f"{PATH}/review", review),
    ("POST", f"{PATH}/reviewing", switch),
    ("POST", f"{PATH}/undo", undo),
    ("POST", f"{PATH}/clear", clear),
)
