"""Preferences of a space."""

from __future__ import annotations

from dataclasses import replace

from holdfast.domain.message import Json
from holdfast.domain.preference import Preference
from holdfast.errors import Conflict
from holdfast.ports.preferences import Preferences
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows, copied


class InMemoryPreferences(Preferences):
    """Values by name."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._preferences = rows.preferences
        self._journal = journal

    def get(self, name: str) -> Preference | None:
        found = self._preferences.get(name)
        return None if found is None else _copy(found)

    def put(self, name: str, value: Json, *, expect: int) -> Preference:
        self._journal.require_open()
        old = self._preferences.get(name)
        revision = 0 if old is None else old.revision
        if revision != expect:
            raise Conflict(f"Preference {name!r} is at revision {revision}, not {expect}.")
        new = Preference(name=name, value=copied(value), revision=expect + 1)
        self._journal.put(self._preferences, name, new)
        return _copy(new)

    def remove(self, name: str) -> bool:
        self._journal.require_open()
        return name in self._preferences and self._journal.drop(self._preferences, name)

    def all(self) -> list[Preference]:
        return [_copy(self._preferences[name]) for name in sorted(self._preferences)]


def _copy(preference: Preference) -> Preference:
    return replace(preference, value=copied(preference.value))
