"""Sheaves of packed marks."""

from __future__ import annotations

from holdfast.ports.sheaves import Leaf, Volume
from holdfast.stores.sqlite.port import SpacePort


class SqliteSheaves(SpacePort):
    """See `ports.sheaves.Sheaves`. That leaves go with what they hold is seen to by triggers."""

    sql = "sheaves"
    __slots__ = ()

    def of(self, user: str, by: str) -> list[Leaf]:
        return [*map(Leaf._make, self._all("of", user, by))]

    def reach(self, user: str, by: str) -> tuple[int, int]:
        row = self._maybe("reach", user, by)
        return (row[0], row[1]) if row else (0, 0)

    def put(self, user: str, by: str, leaf: Leaf) -> None:
        self._change("make_room", user=user, by=by, after_seq=leaf.after_seq)
        self._change("put", user=user, by=by, **leaf._asdict())

    def drop(self, user: str) -> None:
        self._change("drop", user=user)

    def behind(self, by: str, *, least: int, limit: int) -> list[str]:
        return [user for (user,) in self._rows("behind", by=by, least=least, limit=limit)]

    def volume(self) -> Volume:
        return Volume(*self._only("volume"))
