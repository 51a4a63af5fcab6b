"""Attachments: parts of messages that are too large to lie in the log's rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Attachments(Protocol):
    """Bytes by reference, each owned by one message."""

    def keep(self, user: str, message_id: str, ref: str, data: bytes) -> None:
        """Store the bytes. The same message and ref again: a no-op."""
        ...

    def load(self, user: str, ref: str) -> bytes | None:
        """The bytes, or None."""
        ...

    def of(self, user: str, message_ids: Sequence[str]) -> list[tuple[str, str]]:
        """(message id, ref) of all that these messages own, in a stable order."""
        ...

    def remove(self, user: str, message_ids: Sequence[str]) -> int:
        """Delete what these messages own; how many went."""
        ...
