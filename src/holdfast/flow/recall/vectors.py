"""Vectors of a user's messages: signed bytes, on the disk as in memory."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall.columns import Column

Floats = NDArray[np.float32]
Bytes = bytes

FLOATS_UP_TO = 20_000
"""More vectors than this are gone through as the bytes they are, which is quicker once their floats
no longer fit the processor's cache."""

_ROOM = 1 << 17
"""So many numbers are gone through as floats in one go: they stay in the processor's cache."""

_LEAST = np.float32(1.0)
"""No row of whole numbers is shorter than this, unless it is all zeros."""


_scratch = threading.local()
"""Each thread's room for them, used again and again: new memory would cost more than the work."""


class Vectors:
    """A vector for each message, or none. Exact search: every one is compared.

    How long a vector is, is learned from the first one; before that, nothing is like anything. From
    the second question on the bytes are there as floats as well: many users are only asked one, and
    memory that the process has not used yet costs more than the work.
    """

    def __init__(self) -> None:
        self.dimensions = 0
        self._length = 0
        self._scales = Column(np.float32)
        self._bytes = Column(np.int8, 0)
        self._floats: Column | None = None
        self._asked = False

    @property
    def bytes(self) -> int:
        """The memory they take."""
        floats = self._floats.bytes if self._floats is not None else 0
        return self._bytes.bytes + self._scales.bytes + floats

    def extend(self, rows: Sequence[Bytes | None]) -> None:
        """Append vectors. One that is missing, empty or of another length is like to nothing."""
        known, self._length = self._length, self._length + len(rows)
        if not self.dimensions:
            self.dimensions = next((len(row) for row in rows if row), 0)
            if not self.dimensions:
                return
            self._begin(known)
        self._append(self.joined(rows))

    def joined(self, rows: Sequence[Bytes | None]) -> NDArray[np.int8]:
        """Rows as they are compared: zeros for those that are not what they should be."""
        shape = (len(rows), self.dimensions)
        return np.frombuffer(self._joined(rows), np.int8).reshape(shape)

    @property
    def scales(self) -> Floats:
        """What each row is multiplied by, to be of length one; none before the first vector."""
        return self._scales.view

    def open(self, rows: NDArray[np.int8], scales: Floats) -> None:
        """Begin with rows that were joined, and their scales."""
        self._length, self.dimensions = rows.shape
        if self.dimensions:
            self._bytes, self._scales = Column.of(rows), Column.of(scales)

    def _begin(self, known: int) -> None:
        """Make room, with nothing in it for the messages that came before."""
        self._bytes = Column(np.int8, self.dimensions)
        if known:
            self._append(np.zeros((known, self.dimensions), np.int8))

    def _append(self, fresh: NDArray[np.int8]) -> None:
        floats = fresh.astype(np.float32)
        self._scales.extend(1.0 / np.maximum(np.sqrt(np.vecdot(floats, floats)), _LEAST))
        self._bytes.extend(fresh)
        if self._floats is not None and self._length <= FLOATS_UP_TO:
            self._floats.extend(floats)
        else:
            self._floats = None

    def _joined(self, rows: Sequence[Bytes | None]) -> bytearray:
        """One row after the other, zeros for those that are not what they should be."""
        size, empty = self.dimensions, bytes(self.dimensions)
        if None not in rows and {*map(len, cast("Sequence[Bytes]", rows))} == {size}:
            return bytearray().join(cast("Sequence[Bytes]", rows))
        whole = [row if row is not None and len(row) == size else empty for row in rows]
        return bytearray().join(whole)

    def fill(self, rows: Sequence[tuple[int, Bytes]]) -> None:
        """Set the vectors of messages that had none, by place."""
        if not self.dimensions and rows:
            self.dimensions = next((len(row) for _, row in rows if row), 0)
            if not self.dimensions:
                return
            self._begin(self._length)
        self._bytes.own()
        self._scales.own()
        for place, row in rows:
            if len(row) == self.dimensions:
                numbers = np.frombuffer(row, np.int8)
                self._bytes.view[place] = numbers
                length = float(np.linalg.norm(numbers.astype(np.float32)))
                self._scales.view[place] = 1.0 / max(length, 1.0)
                if self._floats is not None:
                    self._floats.view[place] = numbers

    def rows(self, places: Sequence[int]) -> Floats:
        """The vectors at some places, each of length one, or zeros."""
        if not self.dimensions:
            return np.zeros((len(places), 0), np.float32)
        found: Floats = self._bytes.view.take(places, 0).astype(np.float32)
        found *= self._scales.view.take(places)[:, None]
        return found

    def like(self, query: Floats) -> NDArray[np.float64]:
        """The cosine of each vector to the query's, which has length one."""
        if len(query) != self.dimensions:
            return np.zeros(self._length)
        found = self._products(query)
        found *= self._scales.view
        return found.astype(np.float64)  # as all other opinions are: mixed sums take longer

    def _products(self, query: Floats) -> Floats:
        # Not a matrix product: that would wake all cores for a fraction of a millisecond.
        found: Floats
        if self._floats is None and self._asked and self._length <= FLOATS_UP_TO:
            self._floats = Column(np.float32, self.dimensions)
            self._floats.extend(self._bytes.view)
        if self._floats is not None:
            found = np.vecdot(self._floats.view, query)
            return found
        self._asked = True
        rows, room = self._bytes.view, _room(self.dimensions)
        found = np.empty(len(rows), np.float32)
        for begin in range(0, len(rows), len(room)):
            part = rows[begin : begin + len(room)]
            floats = room[: len(part)]
            floats[:] = part
            np.vecdot(floats, query, out=found[begin : begin + len(part)])
        return found


def _room(width: int) -> Floats:
    """Room for some vectors of this length."""
    room: Floats | None = getattr(_scratch, "room", None)
    if room is None or room.shape[1] != width:
        room = _scratch.room = np.empty((max(1, _ROOM // width), width), np.float32)
    return room
