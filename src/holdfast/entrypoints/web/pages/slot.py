"""Slot: one thing that is known, where it comes from, what held before, and putting it right."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

from holdfast.domain.item import ItemKind
from holdfast.domain.slot import Slot, Standing
from holdfast.domain.topic import TOPICS
from holdfast.entrypoints.web.pages.profile import PATH as PROFILE
from holdfast.entrypoints.web.pages.profile import instructs, messages_of
from holdfast.entrypoints.web.pages.who import Who
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import Conflict, InvalidInput, NotFound
from holdfast.flow.extract.slots import slot_in

PATH = f"{PROFILE}/slot"
SOURCES, BEFORE = 10, 20
"""How many of the messages, and of the values before, are shown: the last ones."""

_KINDS = (ItemKind.SLOT, ItemKind.INSTRUCTION)


def show(visit: Visit) -> Response:
    """All of one value, in place where that is wanted."""
    user = visit.asked("user")
    slot = _slot(visit, user, visit.asked("id"))
    before = _before(visit, user, slot)
    return visit.page(
        "partials/slot.html" if visit.partial else "slot.html",
        who=Who(user, "", ()),
        slot=slot,
        said=messages_of(visit.memory, user, slot.sources[-SOURCES:]),
        unsaid=max(0, len(slot.sources) - SOURCES),
        before=before[-BEFORE:],
        older=max(0, len(before) - BEFORE),
        instructs=instructs(slot),
        back=visit.asked("back"),
    )


def correct(visit: Visit) -> Response:
    """Say that it is wrong, and what is right."""
    user, slot, value = *_meant(visit), visit.text("value").strip()
    if not value:
        raise InvalidInput("A value is needed.", remedy="Type what is right.")
    visit.memory.profile.correct(user, slot.id, value)
    return _back(visit, "corrected")


def remove(visit: Visit) -> Response:
    """Say that it holds no longer."""
    user, slot = _meant(visit)
    visit.memory.profile.remove(user, slot.id)
    return _back(visit, "ended")


def settle(visit: Visit) -> Response:
    """Say that this side of a dispute is right."""
    user, slot = _meant(visit)
    if slot.standing is not Standing.DISPUTED:
        raise Conflict("This dispute has been settled meanwhile.")
    visit.memory.profile.settle(user, slot.id)
    return _back(visit, "settled")


def switch(visit: Visit) -> Response:
    """Have a standing instruction loaded into contexts, or not."""
    on = visit.given("on") == "1"
    visit.memory.profile.switch(visit.given("user"), visit.given("id"), on)
    return _back(visit, "loaded" if on else "not_loaded")


def _slot(visit: Visit, user: str, id_: str) -> Slot:
    item = visit.memory.items.get(user, id_)
    if item is None or item.kind not in _KINDS or "standing" not in item.attributes:
        raise NotFound(f"{user!r} has no slot {id_!r}.")
    return slot_in(item)


def _meant(visit: Visit) -> tuple[str, Slot]:
    """The slot that a form is about. What it says of it is only meant while it is believed."""
    user = visit.given("user")
    slot = _slot(visit, user, visit.given("id"))
    if slot.dropped_at is not None:
        raise Conflict("This value has been changed meanwhile: it holds no longer.")
    return user, slot


def _before(visit: Visit, user: str, slot: Slot) -> Sequence[Slot]:
    """What else the topic has had, the first one first.

    Where it has several values at a time, those that hold beside this one are no part of its past.
    """
    found = visit.memory.profile.history(user, slot.topic, sub=slot.sub, about=slot.about)
    topic = TOPICS.get(slot.topic)
    alone = topic is not None and topic.has_one(slot.sub)
    return [each for each in found if each.id != slot.id and (alone or each.dropped_at is not None)]


def _back(visit: Visit, did: str) -> Response:
    return visit.back(PROFILE, did)


ROUTES = (
    ("GET", PATH, show),
    ("POST", f"{PATH}/correct", correct),
    ("POST", f"{PATH}/remove", remove),
    ("POST", f"{PATH}/settle", settle),
    ("POST", f"{PATH}/switch", switch),
)
