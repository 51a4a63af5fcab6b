"""Preferring: values that may change while running, and where each comes from."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.domain.message import Json
from holdfast.domain.preference import (
    IDLE_SECONDS,
    KNOWN,
    LEARNING,
    REVIEW,
    WINDOW,
    Held,
    Preference,
    Source,
)
from holdfast.errors import InvalidInput
from holdfast.flow.capture.buffers import USAGE
from holdfast.flow.maintain.archive.request import COMPACTION
from holdfast.flow.usual import Usual
from holdfast.ports.unit import Unit

_HABITS = "a mapping of the names that begin with archive_compact_"


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


def held(unit: Unit, usual: Usual, set_by: Mapping[str, str]) -> list[Held]:
    """What Holdfast goes by in the space, then what else is set, by name.

    `set_by` says by what each setting was given that is not at its default. A preference that
    cannot be gone by counts as not set.
    """
    kept = {each.name: each for each in unit.preferences.all() if each.name != USAGE}
    found = [_held(name, kept.pop(name, None), usual, set_by) for name in KNOWN]
    found.append(_habits(kept.pop(COMPACTION, None)))
    rest = [Held(p.name, p.value, Source.PREFERENCE, revision=p.revision) for p in kept.values()]
    return found + rest


def _held(name: str, own: Preference | None, usual: Usual, set_by: Mapping[str, str]) -> Held:
    known = KNOWN[name]
    fallback = _settings(usual).get(name, known.usual)
    if own is not None and known.fits(own.value):
        source, value, where = Source.PREFERENCE, own.value, ""
    else:
        where = set_by.get(name, "")
        source, value = Source.SETTING if name in set_by else Source.DEFAULT, fallback
    revision = own.revision if own else 0
    return Held(name, value, source, where, fallback, known.wanted, revision)


def _settings(usual: Usual) -> dict[str, Json]:
    return {
        IDLE_SECONDS.name: usual.patience.idle.total_seconds(),
        WINDOW.name: usual.window,
        REVIEW.name: usual.review,
        LEARNING.name: usual.learning,
    }


def _habits(own: Preference | None) -> Held:
    from holdfast.flow.maintain.archive.habits import Habits, habits_from, habits_json

    usual: Json = habits_json(Habits())
    if own is None:
        return Held(COMPACTION, usual, Source.DEFAULT, usual=usual, wanted=_HABITS)
    value = habits_json(habits_from(own.value))
    return Held(
        COMPACTION, value, Source.PREFERENCE, usual=usual, wanted=_HABITS, revision=own.revision
    )
