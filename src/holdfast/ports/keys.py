"""Keys: who may call a server."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from datetime import datetime
from typing import Protocol

from holdfast.domain.key import Key
from holdfast.errors import Conflict


def require_free(key: Key, others: Iterable[Key]) -> None:
    """Conflict, if a key like this cannot be added to those that are there."""
    for other in others:
        if key.id == other.id or key.digest == other.digest:
            raise Conflict("There is such a key already.", remedy="Make a new one.")
        if key.name == other.name and other.revoked_at is None:
            raise Conflict(
                f"There is a key named {key.name!r}.",
                remedy="Take another name, or revoke that key first.",
            )


class Keys(Protocol):
    """The keys of one memory, of all its spaces. A change is durable when the call returns.

    Every call sees what others have changed before it, in this process or in another.
    """

    def add(self, key: Key) -> None:
        """Keep a key. Conflict if its id or digest is taken, or its name by one not revoked."""
        ...

    def all(self) -> list[Key]:
        """Every key, revoked ones too, in the order that they were added."""
        ...

    def revoke(self, id_: str, at: datetime) -> bool:
        """End a key; False if there is none of that id, or if it had ended before."""
        ...

    def find(self, digest: str) -> Key | None:
        """The key of a secret with this digest; None if there is none, or if it was revoked.

        How long it takes tells nothing about the digests that are kept. It may read a file.
        """
        ...

    def revision(self) -> Hashable:
        """Something that is another after every change. Cheap enough to be asked at every request."""
        ...
