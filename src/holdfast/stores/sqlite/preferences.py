"""Preferences of a space."""

from __future__ import annotations

from holdfast.domain.message import Json
from holdfast.domain.preference import Preference
from holdfast.errors import Conflict
from holdfast.stores.sqlite.port import SpacePort, from_json, to_json


class SqlitePreferences(SpacePort):
    """See `ports.preferences.Preferences`."""

    sql = "preferences"
    __slots__ = ()

    def get(self, name: str) -> Preference | None:
        row = self._row("get", name=name)
        return Preference(row[0], from_json(row[1]), row[2]) if row else None

    def put(self, name: str, value: Json, *, expect: int) -> Preference:
        text = to_json(value)
        changed = (
            self._change("update", name=name, value=text, expect=expect)
            if expect
            else self._change("insert", name=name, value=text)
        )
        if not changed:
            raise Conflict(f"Preference {name!r} is not at revision {expect} any more.")
        return Preference(name, value, expect + 1)

    def all(self) -> list[Preference]:
        return [Preference(name, from_json(text), n) for name, text, n in self._rows("all")]
