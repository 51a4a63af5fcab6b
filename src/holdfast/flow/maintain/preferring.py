"""Preferring: set a value that may change while running."""

from __future__ import annotations

from holdfast.domain.message import Json
from holdfast.domain.preference import KNOWN, Preference
from holdfast.errors import InvalidInput
from holdfast.flow.maintain.archive.request import COMPACTION
from holdfast.ports.unit import Unit


def prefer(unit: Unit, name: str, value: Json, *, expect: int | None = None) -> Preference:
    """Write it; with `expect`, only from that revision (else Conflict).

    A value that Holdfast could not go by raises InvalidInput.
    """
    known = KNOWN.get(name)
    if known is not None and not known.fits(value):
        raise InvalidInput(f"The preference {name} must be {known.wanted}.")
    if name == COMPACTION:
        from holdfast.flow.maintain.archive.habits import habits_from

        habits_from(value)
    found = unit.preferences.get(name)
    present = found.revision if found else 0
    return unit.preferences.put(name, value, expect=present if expect is None else expect)
