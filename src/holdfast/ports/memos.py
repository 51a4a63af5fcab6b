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

    def unfolded(
        self, user: str, agent: str, *, after: int, before: int, limit: int
    ) -> list[tuple[int, str]]:
        """Messages to the agent that no segment stands for: where each was first said, and its id.

        Those behind `after` and before `before`. The last `limit` of them come, last first.
        """
        ...

    def count_unfolded(self, user: str, agent: str) -> int:
        """How many such messages there are in all, wherever they lie."""
        ...

    def remove(self, user: str, agents: list[str]) -> int:
        """Delete these agents' memos; how many went."""
        ...
