"""Attachments of messages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.stores.sqlite.port import SpacePort


class SqliteAttachments(SpacePort):
    """See `ports.attachments.Attachments`."""

    sql = "attachments"
    __slots__ = ()

    def keep(self, user: str, message_id: str, ref: str, data: bytes) -> None:
        self._change("keep", user=user, message_id=message_id, ref=ref, data=data)

    def load(self, user: str, ref: str) -> bytes | None:
        row = self._row("load", user=user, ref=ref)
        return row[0] if row else None

    def of(self, user: str, message_ids: Sequence[str]) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for message_id in message_ids:
            rows = self._rows("of", user=user, message_id=message_id)
            found.extend((owner, ref) for owner, ref in rows)
        return found

    def remove(self, user: str, message_ids: Sequence[str]) -> int:
        return self._change_each("remove", ((user, message_id) for message_id in message_ids))
