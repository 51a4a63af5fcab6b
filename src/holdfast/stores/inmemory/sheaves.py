"""Sheaves of packed marks."""

from __future__ import annotations

from holdfast.ports.sheaves import Leaf, Sheaves, Volume
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows


class InMemorySheaves(Sheaves):
    """Leaves by user, and then by where they end."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._stamps, self._by_user = rows.stamps, rows.sheaves
        self._journal = journal

    def of(self, user: str, by: str) -> list[Leaf]:
        leaves = sorted(self._by_user.get(user, {}).items())
        return [leaf for _, (maker, leaf) in leaves if maker == by]

    def reach(self, user: str, by: str) -> tuple[int, int]:
        leaves = self.of(user, by)
        return (leaves[-1].after_seq, leaves[-1].last_seq) if leaves else (0, 0)

    def put(self, user: str, by: str, leaf: Leaf) -> None:
        self._journal.require_open()
        leaves = self._by_user.setdefault(user, {})
        for last_seq, (maker, _) in [*leaves.items()]:
            if last_seq > leaf.after_seq or maker != by:
                self._journal.drop(leaves, last_seq)
        self._journal.put(leaves, leaf.last_seq, (by, leaf))

    def drop(self, user: str) -> None:
        drop_from(self._by_user.get(user, {}), 0, self._journal)

    def behind(self, by: str, *, least: int, limit: int) -> list[str]:
        users = sorted(self._stamps)
        return [user for user in users if self._is_behind(user, by, least)][:limit]

    def volume(self) -> Volume:
        leaves = [leaf for held in self._by_user.values() for _, leaf in held.values()]
        return Volume(len(leaves), sum(len(leaf.data) for leaf in leaves))

    def _is_behind(self, user: str, by: str, least: int) -> bool:
        last = self._stamps[user].last_seq
        return last >= least and not any(
            last - leaf.last_seq < max(least, (leaf.last_seq - leaf.after_seq) // 4)
            for leaf in self.of(user, by)
        )


def drop_from(leaves: dict[int, tuple[str, Leaf]], seq: int, journal: Journal) -> None:
    """Drop the leaf that holds a place of the log, and all that come after it."""
    journal.require_open()
    for last_seq in [*leaves]:
        if last_seq >= seq:
            journal.drop(leaves, last_seq)
