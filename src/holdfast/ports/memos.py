"""Memos: how far each agent's log is folded."""

from __future__ import annotations

from typing import Protocol

from holdfast.domain.memo import Memo


class Memos(Protocol):
    """One for each user and agent."""

    def get(self, user: str, agent: str) -> Memo | None:
        """The memo, or None where nothing was folded, cleared or hidden yet."""
        ...

    def put(self, memo: Memo, *, expect: int) -> Memo:
        """Write a memo whose revision is still `expect` (0: not there yet), else Conflict.

        Returns it with its new revision, which is `expect` + 1.
        """
        ...

    def of(self, user: str) -> list[Memo]:
        """All of a user's, by agent."""
        ...

    def remove(self, user: str, agents: list[str]) -> int:
        """Delete these agents' memos; how many went."""
        ...
