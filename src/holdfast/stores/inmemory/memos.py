"""Memos of a user's agents."""

from __future__ import annotations

from dataclasses import replace

from holdfast.domain.item import ItemKind
from holdfast.domain.memo import Memo
from holdfast.errors import Conflict
from holdfast.ports.memos import Memos
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows, UserLog


class InMemoryMemos(Memos):
    """Memos by user and agent."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._rows = rows
        self._by_user = rows.memos
        self._journal = journal

    def get(self, user: str, agent: str) -> Memo | None:
        found = self._of(user).get(agent)
        return None if found is None else _copy(found)

    def put(self, memo: Memo, *, expect: int) -> Memo:
        self._journal.require_open()
        old = self._of(memo.user).get(memo.agent)
        revision = 0 if old is None else old.revision
        if revision != expect:
            raise Conflict(f"The memo of {memo.agent!r} is at revision {revision}, not {expect}.")
        new = replace(_copy(memo), revision=expect + 1)
        self._journal.put(self._by_user.setdefault(memo.user, {}), memo.agent, new)
        return _copy(new)

    def of(self, user: str) -> list[Memo]:
        return [_copy(memo) for _, memo in sorted(self._of(user).items())]

    def unfolded(
        self, user: str, agent: str, *, after: int, before: int, limit: int
    ) -> list[tuple[int, str]]:
        return [each for each in self._unfolded(user, agent) if after < each[0] < before][:limit]

    def count_unfolded(self, user: str, agent: str) -> int:
        return len(self._unfolded(user, agent))

    def remove(self, user: str, agents: list[str]) -> int:
        self._journal.require_open()
        return sum(self._journal.drop(self._of(user), agent) for agent in agents)

    def _unfolded(self, user: str, agent: str) -> list[tuple[int, str]]:
        """All of them, last first."""
        items = self._rows.items.get(user, {}).values()
        segments = (i for i in items if i.kind is ItemKind.SUMMARY and i.level == 0)
        folded = {source for item in segments for source in item.sources}
        log = self._rows.logs.get(user) or UserLog()
        said = ((log.rows[seqs[0]], id_) for id_, seqs in log.places.items() if id_ not in folded)
        first = ((row.seq, id_) for row, id_ in said if (row.agent, row.version) == (agent, 1))
        return sorted(first, reverse=True)

    def _of(self, user: str) -> dict[str, Memo]:
        return self._by_user.get(user, {})


def _copy(memo: Memo) -> Memo:
    return replace(memo, hidden=dict(memo.hidden), reworded=dict(memo.reworded))
