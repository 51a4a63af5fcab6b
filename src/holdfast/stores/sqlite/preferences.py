"""Preferences of a space."""

from __future__ import annotations

from holdfast.domain.message import Json
from holdfast.domain.preference import Preference
from holdfast.errors import Conflict
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort, from_json, to_json


class SqlitePreferences(SpacePort):
    """See `ports.preferences.Preferences`."""

    sql = "preferences"
    __slots__ = ()

    @reading
    def get(self, name: str) -> Preference | None:
        row = self._maybe("get", name)
        return _preference(row) if row else None

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

    def remove(self, name: str) -> bool:
        return bool(self._change("remove", name=name))

    def all(self) -> list[Preference]:
        return [_preference(row) for row in self._rows("all")]


@reading
def _preference(row: Row) -> Preference:
    name, text, revision = row
    return Preference(name, from_json(text), revision)
