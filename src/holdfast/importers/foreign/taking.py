"""Taking: how a memory takes what nobody said: values of profiles, events, what an app keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from holdfast.domain.event import Account
from holdfast.domain.scheme import Scheme
from holdfast.domain.slot import Slot
from holdfast.errors import Conflict, InvalidInput, NotFound
from holdfast.flow.extract.layout import known_as
from holdfast.flow.extract.scheme import LANGUAGES, unified
from holdfast.flow.extract.written import read_scheme
from holdfast.importers.foreign.found import Happening, Kept, Known
from holdfast.importers.handing import Skipped

if TYPE_CHECKING:
    from holdfast.memory import Memory

AT_ONCE = 100
"""How many events are handed over at once: whoever talks with the memory meanwhile is not to wait."""


class Happened(NamedTuple):
    """An event, the message that it is told in, and where it stands in the file."""

    event: Happening
    message: str
    place: str


def take_value(memory: Memory, user: str, known: Known) -> None:
    """Set a value as of its time, unless it is there already. Raises what `profile.set` does.

    It goes where the rules would put it, so that what is said later takes its place.
    """
    topic, sub = _known_as(known, read_scheme(memory.profile.scheme()))
    here = memory.profile.get(user, topic=topic, past=True)
    same = [slot for slot in here if (slot.sub, slot.value) == (sub, known.value)]
    if not any(_says(slot, known.at) for slot in same):
        memory.profile.set(user, topic, known.value, sub=sub, at=known.at)


def _says(slot: Slot, at: datetime | None) -> bool:
    """Whether it says so much already: it holds still, or was said at that time or later."""
    return slot.dropped_at is None or at is None or slot.last_said >= at


def _known_as(known: Known, scheme: Scheme) -> tuple[str, str]:
    """Its topic and sub-topic as the rules call them: a name may be of the other language."""
    given = unified(known.topic), unified(known.sub)
    schemes = [scheme, *(replace(scheme, language=language) for language in LANGUAGES)]
    found = (known_as(*given, each) for each in schemes)
    return next((names for names in found if names != given), given)


def take_kept(memory: Memory, user: str, kept: Kept) -> None:
    """Keep what an app kept with a user, where nothing is kept yet."""
    here = memory.admin.details(user)
    if here is None or not here.kept:
        memory.admin.set_details(user, kept.fields)


def take_events(memory: Memory, user: str, happened: Sequence[Happened]) -> Iterator[Skipped]:
    """Keep events with the messages that tell of them as their sources; those that cannot be."""
    for start in range(0, len(happened), AT_ONCE):
        some = happened[start : start + AT_ONCE]
        try:
            memory.events.tell(user, [_account(each) for each in some])
        except (InvalidInput, Conflict, NotFound) as error:
            if len(some) == 1:
                yield Skipped(some[0].place, error.message)
            else:
                for each in some:
                    yield from take_events(memory, user, [each])


def _account(happened: Happened) -> Account:
    event = happened.event
    return Account(
        lines=event.lines,
        sources=(happened.message,),
        id=event.id,
        at=event.at,
        tags=event.tags,
        own=event.own,
    )
