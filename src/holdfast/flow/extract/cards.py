"""Cards: what is set for a character and its user, which always wins over what was learned."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from holdfast.domain.message import Json
from holdfast.domain.slot import Slot
from holdfast.errors import InvalidInput
from holdfast.flow.extract.layout import Count, laid_out
from holdfast.flow.extract.written import read_scheme
from holdfast.ports.unit import Unit

SINCE = "settings_since"
"""A preference of the space: characters begin to talk as if nothing had been learned before then."""

_NAME = "card {agent}"
_SIDES = ("agent", "user")


class Card(NamedTuple):
    """What is set for the character, and for the one it speaks with."""

    agent: Mapping[str, Json] = {}
    user: Mapping[str, Json] = {}


def card_of(unit: Unit, agent: str) -> Card:
    """The card of a character; an empty one where none is kept."""
    found = unit.preferences.get(_NAME.format(agent=agent))
    return Card(**found.value) if found is not None and _fits(found.value) else Card()


def keep_card(unit: Unit, agent: str, card: Card) -> None:
    """Keep another card for a character. What is not two mappings raises InvalidInput."""
    if not _fits(card._asdict()):
        raise InvalidInput("A card holds a mapping of names to values for each side.")
    value = {side: dict(fields) for side, fields in card._asdict().items()}
    name = _NAME.format(agent=agent)
    found = unit.preferences.get(name)
    unit.preferences.put(name, value, expect=found.revision if found else 0)


def learned_since(unit: Unit, slots: list[Slot]) -> list[Slot]:
    """Those that were said again, or by hand, since settings were begun afresh the last time."""
    found = unit.preferences.get(SINCE)
    try:
        since = datetime.fromisoformat(found.value) if found is not None else None
    except (TypeError, ValueError):  # written past us, by other means
        since = None
    if since is None or since.tzinfo is None:
        return slots
    return [slot for slot in slots if slot.by_hand or slot.last_said > since]


def settings_for(
    slots: list[Slot], card: Card, names: tuple[str, str], language: str, count: Count
) -> dict[str, dict[str, Json]]:
    """What a character knows when it begins to talk: by name, of itself and of its user.

    Of the user, what was learned; over it, field by field, what is on the card. Of whom nothing is
    known, nothing is said.
    """
    scheme = read_scheme(f"language: {language}")
    learned = {each.sub: each.content for each in laid_out(slots, scheme, count)}
    agent, user = names
    sides = {agent: dict(card.agent), user: {**learned, **card.user}}
    return {name: known for name, known in sides.items() if known}


def _fits(value: Json) -> bool:
    if not isinstance(value, Mapping) or set(value) - set(_SIDES):
        return False
    return all(isinstance(fields, Mapping) for fields in value.values())
