"""The shelf: indexes of the users asked about lately, kept fresh and kept small."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from holdfast.domain.message import Selection
from holdfast.domain.user import Stamp
from holdfast.errors import StoreDamaged
from holdfast.flow.capture.marking import Marker
from holdfast.flow.recall.binder import binder
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.keys import Keys
from holdfast.flow.recall.leaf import is_whole, joined, opened
from holdfast.ports.marks import Sheet
from holdfast.ports.sheaves import Leaf
from holdfast.ports.unit import Unit

_ROWS_AS_ONE = 10
"""So many rows are read from a leaf in the time that one takes by itself."""

_LOOKED_AT = 100
"""How many new messages are looked at to see whether one of them is a correction."""


class Shelf:
    """Indexes by (space, user); the one not asked for longest goes first when room runs out."""

    def __init__(self, marker: Marker, max_bytes: int) -> None:
        self._marker = marker
        self._max_bytes = max_bytes
        self._binder = binder(marker.by)
        self.torn: set[tuple[str, str]] = set()
        """Spaces and users of whom a leaf was found that is damaged."""
        self._lock = threading.Lock()
        self._indexes: OrderedDict[tuple[str, str], UserIndex] = OrderedDict()
        self._sizes: dict[tuple[str, str], int] = {}
        self._bytes = 0

    def index(self, unit: Unit, space: str, user: str) -> UserIndex | None:
        """The user's index, fresh as of the unit's snapshot; None for a user nobody knows.

        It may already hold newer messages than the snapshot, if another thread was quicker.
        """
        stamp = unit.users.stamp(user)
        if stamp is None:
            self.drop(space, user)
            return None
        index = self._take(space, user, stamp.epoch)
        if index.stamp == stamp:
            return index
        try:
            with index.lock:
                leaves = () if index.stamp.last_seq else self._leaves(unit, space, user)
                fresh = self._freshen(index, unit, user, stamp, leaves)
            if not fresh:
                index = self._renew(space, user, stamp.epoch)
                with index.lock:
                    self._freshen(index, unit, user, stamp)
        except StoreDamaged:
            self.drop(space, user)  # it may have taken in a half
            raise
        self._keep(space, user, index)
        return index

    def unloaded(self, unit: Unit, space: str, user: str) -> int:
        """How many rows of the user's log would be read before a question is answered now.

        All of them where there is no index yet, and where one of its messages was corrected. What
        leaves hold counts as a tenth, for no row of it is read.
        """
        stamp = unit.users.stamp(user)
        with self._lock:
            index = self._indexes.get((space, user))
        if stamp is None:
            return 0
        if index is None or index.stamp.epoch != stamp.epoch:
            return self._weight(unit, user, stamp)
        fresh = max(0, stamp.last_seq - index.stamp.last_seq)
        if not fresh:
            return 0
        which = Selection(after_seq=index.stamp.last_seq, all_versions=True)
        rows = unit.log.find(user, which, limit=min(fresh, _LOOKED_AT))
        corrected = any(row.version > 1 for row in rows)
        return self._weight(unit, user, stamp) if corrected else fresh

    def _weight(self, unit: Unit, user: str, stamp: Stamp) -> int:
        """What it costs to load a user, as if it were so many rows."""
        _, packed = unit.sheaves.reach(user, self._binder)
        return stamp.last_seq - packed + packed // _ROWS_AS_ONE

    def keys(self, unit: Unit, space: str, user: str, index: UserIndex) -> Keys:
        """What leads to the messages of a user's index, as of the unit's snapshot.

        The index must not be locked by anyone else meanwhile: hold its lock.
        """
        if index.keys is None:
            index.keys = Keys()
        index.keys.refresh(unit, user, self._marker)
        self._keep(space, user, index)
        return index.keys

    def _freshen(
        self, index: UserIndex, unit: Unit, user: str, stamp: Stamp, leaves: Sequence[Leaf] = ()
    ) -> bool:
        """Bring it up to the stamp, from leaves if there are any and it is empty.

        False if it cannot be, and must be made anew, without leaves.
        """
        by = self._marker.by
        begun = not index.stamp.last_seq and self._open(index, leaves, stamp)
        if index.stamp.last_seq < stamp.last_seq:
            sheet = unit.marks.since(user, index.stamp.last_seq, by)
            if not index.takes(sheet, opened=begun):
                return False
            self._feed(index, unit, user, sheet)
        if index.stamp.marked < stamp.marked and (first := index.first_without_vector):
            index.fill(unit.marks.since(user, first - 1, by))
        index.stamp = max(index.stamp, stamp, key=lambda each: (each.last_seq, each.marked))
        return True

    def _open(self, index: UserIndex, leaves: Sequence[Leaf], stamp: Stamp) -> bool:
        """Begin with what leaves hold."""
        parts = [opened(leaf.data) for leaf in leaves if leaf.data]
        whole = joined(parts) if parts else None
        if whole is None:
            return False
        index.open(whole)
        index.stamp = Stamp(stamp.epoch, leaves[-1].last_seq, stamp.marked)
        return True

    def _leaves(self, unit: Unit, space: str, user: str) -> list[Leaf]:
        """The leaves that are kept of a user, if all of them are sound."""
        leaves = unit.sheaves.of(user, self._binder)
        ends = [0, *(leaf.last_seq for leaf in leaves)]
        follow = all(leaf.after_seq == end for leaf, end in zip(leaves, ends, strict=False))
        if follow and all(is_whole(leaf.data) for leaf in leaves):
            return leaves
        self.torn.add((space, user))
        return []

    def _feed(self, index: UserIndex, unit: Unit, user: str, sheet: Sheet) -> None:
        """Give the sheet to the index; what was not analysed yet is analysed now."""
        if None in sheet.terms:
            stale = unit.marks.stale(
                user, self._marker.by, after_seq=sheet.seqs[0] - 1, limit=len(sheet.seqs)
            )
            sheet = self._marker.analysed(sheet, stale)
        try:
            index.feed(sheet)
        except (TypeError, ValueError, OverflowError) as error:
            raise StoreDamaged(f"A row of the memory cannot be read ({error}).") from error

    def drop(self, space: str, user: str) -> None:
        """Let go of a user's index, if it is here."""
        with self._lock:
            self._indexes.pop((space, user), None)
            self._bytes -= self._sizes.pop((space, user), 0)

    def __len__(self) -> int:
        """Of how many users it holds an index."""
        with self._lock:
            return len(self._indexes)

    @property
    def bytes(self) -> int:
        """About how much memory the shelf takes."""
        with self._lock:
            return self._bytes

    def _take(self, space: str, user: str, epoch: int) -> UserIndex:
        with self._lock:
            index = self._indexes.get((space, user))
            if index is not None and index.stamp.epoch == epoch:
                self._indexes.move_to_end((space, user))
                return index
        return self._renew(space, user, epoch)

    def _renew(self, space: str, user: str, epoch: int) -> UserIndex:
        with self._lock:
            index = self._indexes[space, user] = UserIndex(epoch)
            self._indexes.move_to_end((space, user))
            return index

    def _keep(self, space: str, user: str, index: UserIndex) -> None:
        key, size = (space, user), index.bytes
        with self._lock:
            if self._indexes.get(key) is index:
                self._bytes += size - self._sizes.get(key, 0)
                self._sizes[key] = size
            while len(self._indexes) > 1 and self._bytes > self._max_bytes:
                oldest, _ = self._indexes.popitem(last=False)
                self._bytes -= self._sizes.pop(oldest, 0)
