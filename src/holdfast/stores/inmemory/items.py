"""Items: knowledge about users."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.moments import NEVER, to_micros
from holdfast.errors import Conflict
from holdfast.ports.items import Items
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows, copied


class InMemoryItems(Items):
    """Items by user and id."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._by_user = rows.items
        self._journal = journal

    def put(self, item: Item, *, expect: int) -> Item:
        self._journal.require_open()
        old = self._of(item.user).get(item.id)
        revision = 0 if old is None else old.revision
        if revision != expect:
            raise Conflict(f"Item {item.id} is at revision {revision}, not {expect}.")
        new = replace(_copy(item), revision=expect + 1)
        self._journal.put(self._by_user.setdefault(item.user, {}), item.id, new)
        return _copy(new)

    def get(self, user: str, ids: Sequence[str]) -> list[Item]:
        items = self._of(user)
        return [_copy(items[id_]) for id_ in ids if id_ in items]

    def find(
        self, user: str, *, kind: ItemKind | None = None, after: str = "", limit: int = 100
    ) -> list[Item]:
        items = self._of(user).values()
        found = (item for item in items if item.id > after and kind in (None, item.kind))
        return _by_id(found)[:limit]

    def select(
        self, user: str, which: ItemSelection, *, limit: int, newest_first: bool = False
    ) -> list[Item]:
        found = [item for item in self._of(user).values() if _is_meant(item, which)]
        found.sort(key=lambda item: (item.place, item.id), reverse=newest_first)
        return [_copy(item) for item in found[:limit]]

    def provisional(self, user: str | None = None, *, limit: int = 1000) -> list[Item]:
        every = (item for items in self._by_user.values() for item in items.values())
        found = [item for item in every if item.provisional and user in (None, item.user)]
        found.sort(key=lambda item: (item.user, item.agent, item.level, item.place, item.id))
        return [_copy(item) for item in found[:limit]]

    def sourced_from(self, user: str, source_ids: Sequence[str]) -> list[Item]:
        wanted = set(source_ids)
        items = self._of(user).values()
        return _by_id(item for item in items if not wanted.isdisjoint(item.sources))

    def revisions(self, user: str, kind: ItemKind) -> dict[str, int]:
        return {id_: each.revision for id_, each in self._of(user).items() if each.kind is kind}

    def remove(self, user: str, ids: Sequence[str]) -> int:
        self._journal.require_open()
        return sum(self._journal.drop(self._of(user), id_) for id_ in ids)

    def _of(self, user: str) -> dict[str, Item]:
        return self._by_user.get(user, {})


def _is_meant(item: Item, which: ItemSelection) -> bool:
    return (
        item.kind is which.kind
        and which.agent in (None, item.agent)
        and which.level in (None, item.level)
        and which.session in (None, item.session)
        and which.stretch in (None, item.stretch)
        and item.place > which.after_place
        and not (which.current and to_micros(item.superseded_at) < NEVER)
        and (which.since is None or to_micros(which.since) <= to_micros(item.valid_to))
        and (which.until is None or to_micros(item.valid_from) <= to_micros(which.until))
    )


def _by_id(items: Iterable[Item]) -> list[Item]:
    return [_copy(item) for item in sorted(items, key=lambda item: item.id)]


def _copy(item: Item) -> Item:
    return replace(item, attributes=copied(item.attributes), sources=tuple(item.sources))
