"""Profile: what is known of a user and of those the user speaks of, and what is disputed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from starlette.responses import Response

from holdfast.domain.claim import USER
from holdfast.domain.item import ItemKind
from holdfast.domain.message import Message
from holdfast.domain.slot import Slot, Standing
from holdfast.domain.topic import INSTRUCTION, TOPICS
from holdfast.entrypoints.web.catalogue import Words
from holdfast.entrypoints.web.pages.house.section import number
from holdfast.entrypoints.web.pages.timeline import day_of, span
from holdfast.entrypoints.web.pages.who import Who, chosen
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.errors import InvalidInput
from holdfast.flow.extract.slots import OFF
from holdfast.memory import Memory
from holdfast.text.fold import fold

PATH = f"{HOME}/profile"
SLOTS, DISPUTES, INSTRUCTIONS = 100, 20, 50
"""How many values a page has, and how many disputes and instructions are shown beside them."""

SAYINGS = 2
"""How many of the messages of a disputed value are shown with it."""

_ORDER = {name: place for place, name in enumerate(TOPICS)}


class Wanted(NamedTuple):
    """What is looked for: words, a topic, a day on which it held, and whether what is over counts."""

    words: str
    topic: str
    day: date | None
    past: bool


class Group(NamedTuple):
    """The values of a topic."""

    topic: str
    slots: Sequence[Slot]


class Person(NamedTuple):
    """What is known of somebody: of the user, or of whom the user speaks."""

    about: str
    groups: Sequence[Group]


class Side(NamedTuple):
    """A value that another stands against, and the last messages that say so."""

    slot: Slot
    said: Sequence[Message]


class Draft(NamedTuple):
    """What somebody adds by hand."""

    topic: str = ""
    own: str = ""
    """A topic that is not on the list."""
    about: str = ""
    sub: str = ""
    value: str = ""
    wrong: str = ""


def show(visit: Visit) -> Response:
    """What is known, or the part of it that is looked for."""
    who = chosen(visit, any_agent=True)
    wanted = Wanted(
        visit.asked("q").strip(),
        visit.asked("topic"),
        day_of(visit.asked("day")),
        visit.asked("past") == "1",
    )
    return _shown(visit, who, wanted)


def add(visit: Visit) -> Response:
    """Say by hand what holds. What cannot be is told beside the form, and what was typed stays."""
    draft = Draft(*(visit.given(name) for name in ("topic", "own", "about", "sub", "value")))
    user, topic = visit.given("user"), draft.own.strip() or draft.topic
    try:
        visit.memory.profile.set(
            user, topic, visit.text("value"), sub=draft.sub, about=draft.about.strip() or USER
        )
    except InvalidInput as error:
        draft = draft._replace(wrong=visit.words.again("profile_wrong", error.message))
        return _shown(visit, Who(user, "", ()), Wanted("", "", None, False), 400, draft=draft)
    return visit.to(PATH, user=user, did="known")


def _shown(
    visit: Visit, who: Who, wanted: Wanted, status: int = 200, *, draft: Draft | None = None
) -> Response:
    if not who.user:
        return visit.page("profile.html", status, who=who, known=None)
    now = visit.memory.profile.get(who.user, about=None)
    known, begin = _known(visit, who.user, wanted, now), number(visit.asked("from"))
    found = [slot for slot in known if _is_meant(slot, wanted, visit.words)]
    values: dict[str, Any] = {
        "who": who,
        "wanted": wanted,
        "people": _people(found[begin : begin + SLOTS]),
        "found": len(found),
        "in_all": len(known),
        "begin": begin,
        "more": begin + SLOTS if len(found) > begin + SLOTS else 0,
        "dated": _is_dated,
    }
    if visit.partial:
        return visit.page("partials/known.html", status, **values)
    return visit.page(
        "profile.html",
        status,
        known=known,
        topics=_topics(known, wanted),
        every_topic=[name for name in TOPICS if name != INSTRUCTION],
        disputes=_disputes(visit.memory, who.user, now),
        draft=draft or Draft(),
        **_instructions(visit.memory, who.user, now),
        **values,
    )


def _known(visit: Visit, user: str, wanted: Wanted, now: Sequence[Slot]) -> list[Slot]:
    """Everything that is known now, or that is looked for instead; instructions stand apart."""
    moment = span(visit, wanted.day)[1] if wanted.day else None
    slots = now
    if wanted.day or wanted.past:
        slots = visit.memory.profile.get(user, about=None, as_of=moment, past=wanted.past)
    return sorted((slot for slot in slots if not instructs(slot)), key=_place)


def instructs(slot: Slot) -> bool:
    """Whether it is a standing instruction of the user."""
    return slot.topic == INSTRUCTION and slot.about == USER


def _place(slot: Slot) -> tuple[object, ...]:
    """The user first, then the others by name; topics in their order, what was said last first."""
    topic = (_ORDER.get(slot.topic, len(_ORDER)), slot.topic)
    latest = -slot.last_said.timestamp()
    return slot.about != USER, slot.about, *topic, slot.dropped_at is not None, slot.sub, latest


def _is_meant(slot: Slot, wanted: Wanted, words: Words) -> bool:
    if wanted.topic not in ("", slot.topic):
        return False
    about = "" if slot.about == USER else slot.about
    told = (
        words.of("topic", slot.topic),
        words.of("sub", slot.sub),
        slot.sub,
        slot.value,
        slot.text,
        about,
    )
    text = fold(" ".join(told))
    return all(word in text for word in fold(wanted.words).split())


def _is_dated(slot: Slot) -> bool:
    """Whether it happens at a time, and does not hold from one on."""
    known = TOPICS.get(slot.topic)
    return known is not None and known.dated


def _people(slots: Iterable[Slot]) -> list[Person]:
    return [
        Person(
            about,
            [Group(topic, [*some]) for topic, some in groupby(several, key=lambda s: s.topic)],
        )
        for about, several in groupby(slots, key=lambda slot: slot.about)
    ]


def _topics(known: Iterable[Slot], wanted: Wanted) -> list[str]:
    """Those that there is something of, and the one that is looked for."""
    found = {slot.topic for slot in known} | {wanted.topic} - {""}
    return sorted(found, key=lambda name: (_ORDER.get(name, len(_ORDER)), name))


def _disputes(memory: Memory, user: str, now: Iterable[Slot]) -> list[list[Side]]:
    """What stands against each other, as `profile.disputes` has it, without another look at all."""
    sides: dict[tuple[str, str, str], list[Slot]] = {}
    for slot in sorted(now, key=lambda slot: slot.last_said):
        if slot.standing is Standing.DISPUTED:
            sides.setdefault((slot.about, slot.topic, slot.sub), []).append(slot)
    found = [several for several in sides.values() if len(several) > 1]
    return [
        [Side(slot, messages_of(memory, user, slot.sources[-SAYINGS:])) for slot in several]
        for several in found[:DISPUTES]
    ]


def messages_of(memory: Memory, user: str, ids: Iterable[str]) -> list[Message]:
    """The messages of these ids that are there."""
    found = (memory.messages.get(user, id_) for id_ in ids)
    return [message for message in found if message is not None]


def _instructions(memory: Memory, user: str, now: Iterable[Slot]) -> dict[str, Any]:
    """The standing instructions, the newest first, and which of them are switched off."""
    slots = [slot for slot in now if instructs(slot)]
    slots.sort(key=lambda slot: slot.last_said, reverse=True)
    items = memory.items.between(user, kind=ItemKind.INSTRUCTION)
    return {
        "instructions": slots[:INSTRUCTIONS],
        "rest": max(0, len(slots) - INSTRUCTIONS),
        "off": {item.id for item in items if item.attributes.get(OFF)},
    }


ROUTES = (("GET", PATH, show), ("POST", f"{PATH}/add", add))
