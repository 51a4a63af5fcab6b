"""Items: knowledge."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.item import Item, ItemKind
from holdfast.namespaces.rows import SpaceRows


class Items(SpaceRows):
    """Pieces of knowledge with their sources."""

    def put(self, item: Item, *, expect: int = 0) -> Item:
        """Write an item whose revision is still `expect` (0: not there yet), else Conflict."""
        return self._store.write(self._space, lambda unit: unit.items.put(item, expect=expect))

    def get(self, user: str, item_id: str) -> Item | None:
        """One item, or None."""
        found = self._store.read(self._space, lambda unit: unit.items.get(user, [item_id]))
        return found[0] if found else None

    def find(
        self, user: str, *, kind: ItemKind | None = None, after: str = "", limit: int = 100
    ) -> list[Item]:
        """The user's items by id, a page at a time."""
        return self._store.read(
            self._space, lambda unit: unit.items.find(user, kind=kind, after=after, limit=limit)
        )

    def remove(self, user: str, item_ids: Sequence[str]) -> int:
        """Delete items; how many went."""
        return self._store.write(self._space, lambda unit: unit.items.remove(user, item_ids))
