"""Stretches: parts of sessions that have ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from holdfast.domain.session import Stretch


class Stretches(Protocol):
    """What became of each stretch after its last message."""

    def get(self, user: str, session: str, number: int) -> Stretch | None:
        """The stretch, or None if it has not ended or was never there."""
        ...

    def of(self, user: str, session: str) -> list[Stretch]:
        """All that have ended, in order."""
        ...

    def put(self, stretch: Stretch, *, expect: int) -> Stretch:
        """Write a stretch whose revision is still `expect` (0: not there yet), else Conflict.

        Returns it with its new revision, which is `expect` + 1.
        """
        ...

    def unsettled(self, user: str | None = None, *, limit: int = 1000) -> list[Stretch]:
        """Those that are sealing or failed, of one user or (None) of all, by user and session."""
        ...

    def remove(self, user: str, sessions: Sequence[str], *, number: int | None = None) -> int:
        """Delete all stretches of these sessions, or the one of that number; how many went."""
        ...
