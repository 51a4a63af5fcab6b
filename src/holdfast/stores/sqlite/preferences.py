"""Preferences of a space."""

from __future__ import annotations

from holdfast.domain.message import Json
from holdfast.domain.preference import Preference
from holdfast.errors import Conflict
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort, from_json, to_json

MOST_KNOWN = 256


class SqlitePreferences(SpacePort):
    """See `ports.preferences.Preferences`."""

    sql = "preferences"
    __slots__ = ()

    def get(self, name: str) -> Preference | None:
        row = self._known(name)
        return _preference(row) if row else None

    def _known(self, name: str) -> Row | None:
        """The row, read anew only if it may have changed: every add wants one."""
        known, key = self._connection.known, (self._space, name)
        if known is None:
            return self._read(name)
        if key not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[key] = self._read(name)
        row: Row | None = known[key]
        return row

    @reading
    def _read(self, name: str) -> Row | None:
        return self._maybe("get", name)

    def _forget(self, name: str) -> None:
        if self._connection.known is not None:
            self._connection.known.pop((self._space, name), None)

    def put(self, name: str, value: Json, *, expect: int) -> Preference:
        self._forget(name)
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
        self._forget(name)
        return bool(self._change("remove", name=name))

    def all(self) -> list[Preference]:
        return [_preference(row) for row in self._rows("all")]


@reading
def _preference(row: Row) -> Preference:
    name, text, revision = row
    return Preference(name, from_json(text), revision)
