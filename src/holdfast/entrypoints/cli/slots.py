"""How slots look to a person, and how one is found by the beginning of its id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from holdfast.domain.claim import USER
from holdfast.domain.slot import Slot, Standing
from holdfast.entrypoints.cli.terminal import number_of, one_line, table
from holdfast.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from holdfast.entrypoints.cli.call import Call
    from holdfast.memory import Memory

SHORT = 8
"""So much of an id is shown: enough to name it by."""

Row = tuple[str, ...]


def name_of(slot: Slot) -> str:
    """The topic, narrowed where it is: `like/colour`."""
    return f"{slot.topic}/{slot.sub}" if slot.sub else slot.topic


def slot_row(call: Call, slot: Slot) -> Row:
    """Topic, value, since when (until when), how often it was said, how it stands, and its id."""
    since = f"{call.here(slot.since):%Y-%m-%d}"
    lasted = f"{since} to {call.here(slot.until):%Y-%m-%d}" if slot.until else f"since {since}"
    said = f"said {number_of(slot.said, 'time')}" if slot.sources else ""
    return name_of(slot), slot.value, lasted, said, ", ".join(_marks(slot)), slot.id[:SHORT]


def _marks(slot: Slot) -> Iterator[str]:
    if slot.standing is not Standing.CURRENT:
        yield str(slot.standing)
    if not slot.on:
        yield "off"
    if slot.by_hand:
        yield "by hand"


def people(slots: Iterable[Slot]) -> list[tuple[str, list[Slot]]]:
    """The slots of each person, under the name or the relation they go by."""
    return [(about, [*group]) for about, group in groupby(slots, key=lambda slot: slot.about)]


def written(call: Call, slots: list[Slot]) -> str:
    """A row a slot; where others than the user are among them, under the name of each."""
    if all(slot.about == USER for slot in slots):
        return table([slot_row(call, slot) for slot in slots])
    parts = [
        f"{person(call, about)}:\n{table([slot_row(call, slot) for slot in group], indent=2)}"
        for about, group in people(slots)
    ]
    return "\n\n".join(parts)


def person(call: Call, about: str) -> str:
    """Whom it is about, as it is shown."""
    return one_line(call.user if about == USER else about)


def slot_named(memory: Memory, user: str, beginning: str) -> Slot:
    """The slot whose id begins so. NotFound where none does, InvalidInput where several do."""
    slots = memory.profile.get(user, about=None, past=True)
    found = [slot for slot in slots if slot.id.startswith(beginning)]
    if not beginning or not found:
        raise NotFound(
            f"{user!r} has no slot {beginning!r}.",
            remedy="See their ids with `holdfast profile --past --everyone`.",
        )
    if len(found) > 1:
        raise InvalidInput(
            f"{len(found)} slots begin with {beginning!r}.", remedy="Type more of the id."
        )
    return found[0]
