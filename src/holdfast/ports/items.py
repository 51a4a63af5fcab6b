"""Items: knowledge, with its sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from holdfast.domain.item import Item, ItemKind, ItemSelection


class Items(Protocol):
    """What has been learned about the users of a space."""

    def put(self, item: Item, *, expect: int) -> Item:
        """Write an item whose revision is still `expect` (0: not there yet), else Conflict.

        Returns it with its new revision, which is `expect` + 1.
        """
        ...

    def get(self, user: str, ids: Sequence[str]) -> list[Item]:
        """The items, in the order asked. Unknown ids are left out."""
        ...

    def find(
        self, user: str, *, kind: ItemKind | None = None, after: str = "", limit: int = 100
    ) -> list[Item]:
        """The user's items in the order of their ids, those behind `after` only."""
        ...

    def select(
        self, user: str, which: ItemSelection, *, limit: int, newest_first: bool = False
    ) -> list[Item]:
        """Items of a kind in the order of their places, and of their ids where these are equal.

        With `newest_first` the last `limit` ones come, last first.
        """
        ...

    def provisional(self, user: str | None = None, *, limit: int = 1000) -> list[Item]:
        """Items that are to be made again, of one user or (None) of all.

        By user, agent, level and place.
        """
        ...

    def sourced_from(self, user: str, source_ids: Sequence[str]) -> list[Item]:
        """Items that name any of these messages or items among their sources, by id."""
        ...

    def revisions(self, user: str, kind: ItemKind) -> dict[str, int]:
        """The revision of each of the user's items of a kind, by id: a cheap look at what has changed."""
        ...

    def remove(self, user: str, ids: Sequence[str]) -> int:
        """Delete these items; how many went."""
        ...
