"""Items and their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, from_micros, to_micros
from holdfast.errors import Conflict
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort, from_json, to_json


class SqliteItems(SpacePort):
    """See `ports.items.Items`."""

    sql = "items"
    __slots__ = ()

    def put(self, item: Item, *, expect: int) -> Item:
        values = _values(item)
        changed = (
            self._change("update", **values, expect=expect)
            if expect
            else self._change("insert", **values)
        )
        if not changed:
            raise Conflict(f"Item {item.id} is not at revision {expect} any more.")
        self._change("unlink", user=item.user, id=item.id)
        links = ((item.user, source, item.id) for source in item.sources)
        self._change_each("link", links)
        return replace(item, revision=expect + 1)

    def get(self, user: str, ids: Sequence[str]) -> list[Item]:
        rows = (self._row("get", user=user, id=id_) for id_ in ids)
        return [_item(row) for row in rows if row]

    def find(
        self, user: str, *, kind: ItemKind | None = None, after: str = "", limit: int = 100
    ) -> list[Item]:
        wanted = None if kind is None else str(kind)
        rows = self._rows("find", user=user, kind=wanted, after=after, limit=limit)
        return [_item(row) for row in rows]

    def select(
        self, user: str, which: ItemSelection, *, limit: int, newest_first: bool = False
    ) -> list[Item]:
        pieces, values = _narrowing(which)
        sql = self._queries["select"].format(
            index=_index_for(which),
            where="".join(f" AND {piece}" for piece in pieces),
            order="place DESC, id DESC" if newest_first else "place, id",
        )
        values |= {"space": self._space, "user": user, "kind": str(which.kind), "limit": limit}
        return [_item(row) for row in self._fetched(sql, values)]

    def provisional(self, user: str | None = None, *, limit: int = 1000) -> list[Item]:
        return [_item(row) for row in self._rows("provisional", user=user, limit=limit)]

    def sourced_from(self, user: str, source_ids: Sequence[str]) -> list[Item]:
        ids: set[str] = set()
        for source_id in source_ids:
            rows = self._rows("sourced_from", user=user, source_id=source_id)
            ids.update(item_id for (item_id,) in rows)
        return self.get(user, sorted(ids))

    def revisions(self, user: str, kind: ItemKind) -> dict[str, int]:
        return dict(self._rows("revisions", user=user, kind=str(kind)))

    def remove(self, user: str, ids: Sequence[str]) -> int:
        which = [(user, id_) for id_ in ids]
        self._change_each("unlink", which)
        return self._change_each("remove", which)


_PIECES = {
    "agent": "agent = :agent",
    "level": "level = :level",
    "session": "session = :session AND session <> ''",
    "stretch": "stretch = :stretch",
    "since": "valid_to >= :since",
    "until": "valid_from <= :until",
}


def _index_for(which: ItemSelection) -> str:
    if which.session is not None:
        return "items_of_stretch"
    return "items_current" if which.current else "items_in_order"


def _narrowing(which: ItemSelection) -> tuple[list[str], dict[str, Any]]:
    """What a selection adds to a query, and the values it names."""
    pieces, values = ["place > :after_place"], {"after_place": which.after_place}
    if which.current:
        pieces.append(f"superseded_at = {NEVER}")
    for name, piece in _PIECES.items():
        value = getattr(which, name)
        if value is not None:
            pieces.append(piece)
            values[name] = to_micros(value) if name in ("since", "until") else value
    return pieces, values


def _values(item: Item) -> dict[str, Any]:
    return {
        "user": item.user,
        "id": item.id,
        "kind": str(item.kind),
        "text": item.text,
        "attributes": to_json(dict(item.attributes)),
        "importance": float(item.importance),
        "confidence": float(item.confidence),
        "trust": str(item.trust),
        "valid_from": to_micros(item.valid_from),
        "valid_to": to_micros(item.valid_to),
        "known_from": to_micros(item.known_from),
        "superseded_at": to_micros(item.superseded_at),
        "expires_at": to_micros(item.expires_at),
        "uses": item.uses,
        "sources": to_json(list(item.sources)),
        "agent": item.agent,
        "session": item.session,
        "stretch": item.stretch,
        "level": item.level,
        "place": item.place,
        "provisional": int(item.provisional),
    }


@reading
def _item(row: Row) -> Item:
    (id_, user, kind, text, attributes, importance, confidence, trust, valid_from, valid_to,
     known_from, superseded_at, expires_at, uses, sources, agent, session, stretch, level,
     place, provisional, revision) = row  # fmt: skip
    return Item(
        id=id_,
        user=user,
        kind=ItemKind(kind),
        text=text,
        attributes=from_json(attributes),
        importance=importance,
        confidence=confidence,
        trust=Trust(trust),
        valid_from=from_micros(valid_from),
        valid_to=from_micros(valid_to),
        known_from=from_micros(known_from),
        superseded_at=from_micros(superseded_at),
        expires_at=from_micros(expires_at),
        uses=uses,
        sources=tuple(from_json(sources)),
        agent=agent,
        session=session,
        stretch=stretch,
        level=level,
        place=place,
        provisional=bool(provisional),
        revision=revision,
    )
