"""Keys that last as long as the process."""

from __future__ import annotations

import hmac
import threading
from dataclasses import replace
from datetime import datetime

from holdfast.domain.key import Key
from holdfast.ports.keys import Keys, require_free


class InMemoryKeys(Keys):
    """Keys in a list, in the order that they were added."""

    def __init__(self) -> None:
        self._keys: list[Key] = []
        self._revision = 0
        self._turn = threading.Lock()

    def add(self, key: Key) -> None:
        with self._turn:
            require_free(key, self._keys)
            self._keys = [*self._keys, key]
            self._revision += 1

    def all(self) -> list[Key]:
        return list(self._keys)

    def revoke(self, id_: str, at: datetime) -> bool:
        with self._turn:
            for place, key in enumerate(self._keys):
                if key.id == id_ and key.revoked_at is None:
                    ended = replace(key, revoked_at=at)
                    self._keys = [*self._keys[:place], ended, *self._keys[place + 1 :]]
                    self._revision += 1
                    return True
        return False

    def find(self, digest: str) -> Key | None:
        wanted = digest.encode("utf-8", "surrogatepass")
        found = None
        for key in self._keys:  # to the end, whether it was found or not
            if hmac.compare_digest(key.digest.encode(), wanted) and key.revoked_at is None:
                found = key
        return found

    def revision(self) -> int:
        return self._revision
