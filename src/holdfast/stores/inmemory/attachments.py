"""Attachments of messages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ports.attachments import Attachments
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.rows import Rows


class InMemoryAttachments(Attachments):
    """Bytes by (message id, ref). Two messages with one ref own a copy each."""

    def __init__(self, rows: Rows, journal: Journal) -> None:
        self._by_user = rows.attachments
        self._journal = journal

    def keep(self, user: str, message_id: str, ref: str, data: bytes) -> None:
        self._journal.require_open()
        kept = self._by_user.setdefault(user, {})
        if (message_id, ref) not in kept:
            self._journal.put(kept, (message_id, ref), bytes(data))

    def load(self, user: str, ref: str) -> bytes | None:
        kept = self._kept(user)
        return next((kept[owned] for owned in sorted(kept) if owned[1] == ref), None)

    def of(self, user: str, message_ids: Sequence[str]) -> list[tuple[str, str]]:
        wanted = set(message_ids)
        return sorted(owned for owned in self._kept(user) if owned[0] in wanted)

    def remove(self, user: str, message_ids: Sequence[str]) -> int:
        self._journal.require_open()
        return sum(
            self._journal.drop(self._kept(user), owned) for owned in self.of(user, message_ids)
        )

    def _kept(self, user: str) -> dict[tuple[str, str], bytes]:
        return self._by_user.get(user, {})
