"""The shelf: indexes of the users asked about lately, kept fresh and kept small."""

from __future__ import annotations

import threading
from collections import OrderedDict

from holdfast.flow.recall.index import UserIndex
from holdfast.ports.unit import Unit
from holdfast.text.terms import ANALYSIS


class Shelf:
    """Indexes by (space, user); the one not asked for longest goes first when room runs out."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._indexes: OrderedDict[tuple[str, str], UserIndex] = OrderedDict()
        self._sizes: dict[tuple[str, str], int] = {}

    def index(self, unit: Unit, space: str, user: str) -> UserIndex | None:
        """The user's index, fresh as of the unit's snapshot; None for a user nobody knows.

        It may already hold newer messages than the snapshot, if another thread was quicker.
        """
        stamp = unit.users.stamp(user)
        if stamp is None:
            self.drop(space, user)
            return None
        index = self._take(space, user, stamp.epoch)
        with index.lock:
            if index.stamp.last_seq < stamp.last_seq:
                rows = unit.terms.since(user, index.stamp.last_seq, version=ANALYSIS)
                index.feed(rows, stamp)
        self._keep(space, user, index)
        return index

    def drop(self, space: str, user: str) -> None:
        """Let go of a user's index, if it is here."""
        with self._lock:
            self._indexes.pop((space, user), None)
            self._sizes.pop((space, user), None)

    @property
    def bytes(self) -> int:
        """About how much memory the shelf takes."""
        with self._lock:
            return sum(self._sizes.values())

    def _take(self, space: str, user: str, epoch: int) -> UserIndex:
        with self._lock:
            index = self._indexes.get((space, user))
            if index is None or index.stamp.epoch != epoch:
                index = self._indexes[space, user] = UserIndex(epoch)
            self._indexes.move_to_end((space, user))
            return index

    def _keep(self, space: str, user: str, index: UserIndex) -> None:
        with self._lock:
            if self._indexes.get((space, user)) is index:
                self._sizes[space, user] = index.bytes
            while len(self._indexes) > 1 and sum(self._sizes.values()) > self._max_bytes:
                oldest, _ = self._indexes.popitem(last=False)
                self._sizes.pop(oldest, None)
