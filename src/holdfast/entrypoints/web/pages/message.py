"""Message: its versions, what was made of it, and putting it right or forgetting it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.responses import Response

from holdfast.domain.item import Item
from holdfast.domain.message import Message
from holdfast.entrypoints.web.live import since_now
from holdfast.entrypoints.web.pages.learned import learned
from holdfast.entrypoints.web.pages.who import Who
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.errors import Conflict, NotFound

PATH = f"{HOME}/message"
MADE = 100
"""How many are shown of what was made of it."""


class Wish(NamedTuple):
    """What somebody wants a message to say, and the version that they had read."""

    text: str
    expect: int


def show(visit: Visit) -> Response:
    """One message with all its versions, the newest first, and what was made of it."""
    user, id_ = visit.asked("user"), visit.asked("id")
    found, rest = learned(visit.memory.items.derived(user, id_))
    return visit.page("message.html", learned=found, **_shown(visit, user, id_, rest))


def correct(visit: Visit) -> Response:
    """Give it another text. Where someone else was first, both are shown, and it is asked."""
    user, id_ = visit.given("user"), visit.given("id")
    wish = Wish(visit.text("text"), _version(visit.given("expect")))
    try:
        visit.memory.correct(user, id_, wish.text, expect=wish.expect)
    except Conflict:
        return visit.page("message_contested.html", 409, wish=wish, **_shown(visit, user, id_))
    return visit.to(PATH, user=user, id=id_, did="saved")


def ask_forget(visit: Visit) -> Response:
    """What would go with it; nothing is done yet."""
    user, id_ = visit.asked("user"), visit.asked("id")
    values = _shown(visit, user, id_)
    receipt = visit.memory.forget(user, message=id_, preview=True)
    return visit.page("message_forget.html", receipt=receipt, **values)


def forget(visit: Visit) -> Response:
    """Forget it, and show the receipt."""
    user, id_ = visit.given("user"), visit.given("id")
    [newest, *_] = _versions(visit, user, id_)
    receipt = visit.memory.forget(user, message=id_)
    return visit.page(
        "message_forgotten.html",
        who=Who(user, newest.agent, ()),
        session=newest.session,
        number=newest.number,
        receipt=receipt,
        **since_now(visit, user),
    )


def _shown(
    visit: Visit, user: str, id_: str, items: Sequence[Item] | None = None
) -> dict[str, Any]:
    """The message with what was made of it: these items, or all of them."""
    versions = _versions(visit, user, id_)
    items = visit.memory.items.derived(user, id_) if items is None else items
    return {
        "who": Who(user, versions[0].agent, ()),
        "versions": versions,
        "newest": versions[0],
        "items": items[:MADE],
        "rest": max(0, len(items) - MADE),
        "user": user,
    }


def _versions(visit: Visit, user: str, id_: str) -> Sequence[Message]:
    """All versions, the newest first."""
    versions = visit.memory.messages.versions(user, id_)
    if not versions:
        raise NotFound(f"{user!r} has no message {id_!r}.")
    return versions[::-1]


def _version(text: str) -> int:
    """The version that a form names. One that is none is expected of no message."""
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 9 else 1


ROUTES = (
    ("GET", PATH, show),
    ("POST", f"{PATH}/correct", correct),
    ("GET", f"{PATH}/forget", ask_forget),
    ("POST", f"{PATH}/forget", forget),
)
