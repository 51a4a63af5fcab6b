"""Gist: a line of what happened, told in other words or taken out where it stands."""

from __future__ import annotations

from starlette.responses import Response

from holdfast.domain.item import Item, ItemKind
from holdfast.entrypoints.web.pages.timeline import PATH as TIMELINE
from holdfast.entrypoints.web.pages.who import Who
from holdfast.entrypoints.web.rendering import address
from holdfast.entrypoints.web.visit import HOME, Visit, own_address
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.extract.events import GIST

PATH = f"{HOME}/gist"


def show(visit: Visit) -> Response:
    """The gist as a form, in place where that is wanted."""
    user = visit.asked("user")
    gist = _gist(visit, user, visit.asked("id"))
    return _form(visit, user, gist, gist.text, visit.asked("back"))


def edit(visit: Visit) -> Response:
    """Tell it in other words. Where someone else was first, both are shown, and it is asked."""
    user, text = visit.given("user"), visit.text("text").strip()
    gist = _gist(visit, user, visit.given("id"))
    if not text:
        raise InvalidInput("A gist says something.", remedy="To take it out, remove it.")
    if gist.text != visit.text("was"):
        return _form(visit, user, gist, text, visit.given("back"), 409)
    visit.memory.events.edit(user, gist.id, text)
    return visit.back(TIMELINE, did="saved")


def remove(visit: Visit) -> Response:
    """Take it out of its event."""
    visit.memory.events.remove(visit.given("user"), visit.given("id"))
    return visit.back(TIMELINE, did="gist_removed")


def _form(visit: Visit, user: str, gist: Item, text: str, back: str, status: int = 200) -> Response:
    return visit.page(
        "partials/edit_gist.html" if visit.partial else "gist.html",
        status,
        who=Who(user, gist.agent, ()),
        gist=gist,
        text=text,
        back=_page(back, user),
        contested=status == 409,
    )


def _page(back: str, user: str) -> str:
    """The page of ours that it stands on; where that is not said, the timeline."""
    page = own_address(back)
    return page if page != HOME else address(TIMELINE, user=user)


def _gist(visit: Visit, user: str, id_: str) -> Item:
    item = visit.memory.items.get(user, id_)
    if item is None or item.kind is not ItemKind.EVENT or item.level != GIST:
        raise NotFound(f"{user!r} has no gist {id_!r}.")
    return item


ROUTES = (
    ("GET", PATH, show),
    ("POST", f"{PATH}/edit", edit),
    ("POST", f"{PATH}/remove", remove),
)
