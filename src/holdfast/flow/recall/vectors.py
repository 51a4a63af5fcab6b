"""Vectors of a user's messages: signed bytes on the disk, ready to be multiplied in memory."""

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
"""More vectors than this are kept as the bytes they are: four times smaller, and quicker to go
through once they no longer fit the processor's cache."""

_AT_ONCE = 2048
_FEW = 1024
"""Fewer vectors than this are made ready with the second question: memory that nobody has used yet
costs more than the work."""

_LEAST = np.float32(1.0)
"""No row of whole numbers is shorter than this, unless it is all zeros."""


_scratch = threading.local()
"""Room for the vectors of a first question, used again for the next user's."""


class Vectors:
    """A vector for each message, or none. Exact search: every one is compared.

    How long a vector is, is learned from the first one; before that, nothing is like anything.
    """

    def __init__(self) -> None:
        self.dimensions = 0
        self._length = 0
        self._scales = Column(np.float32)
        self._floats: Column | None = Column(np.float32, 0)
        self._bytes = Column(np.int8, 0)
        self._opened: NDArray[np.int8] | None = None
        self._asked = False

    @property
    def bytes(self) -> int:
        """The memory they take."""
        columns = (self._bytes, self._floats, self._scales, self._opened)
        return sum(_size(column) for column in columns if column is not None)

    def extend(self, rows: Sequence[Bytes | None]) -> None:
        """Append vectors. One that is missing, empty or of another length is like to nothing."""
        self._settle()
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
    def scales(self) -> NDArray[np.float32]:
        """What each row is multiplied by, to be of length one; none before the first vector."""
        return self._scales.view

    def open(self, rows: NDArray[np.int8], scales: NDArray[np.float32]) -> None:
        """Begin with rows that were joined, and their scales."""
        self._length, self.dimensions = rows.shape
        if not self.dimensions:
            return
        self._begin(0)
        self._scales.extend(scales)
        if len(rows) > FLOATS_UP_TO:
            self._bytes.extend(rows)
            self._floats = None
            return
        self._opened = rows.copy()
        if len(rows) > _FEW:
            self._settle()

    def _settle(self) -> None:
        """Make what it was opened with ready to be multiplied, if it is not yet."""
        if self._opened is not None and self._floats is not None:
            self._floats.extend(_multiplied(self._opened, self.scales))
            self._opened = None

    def _begin(self, known: int) -> None:
        """Make room, with nothing in it for the messages that came before."""
        self._bytes = Column(np.int8, self.dimensions)
        self._floats = Column(np.float32, self.dimensions)
        if known:
            self._append(np.zeros((known, self.dimensions), np.int8))

    def _append(self, fresh: NDArray[np.int8]) -> None:
        floats = fresh.astype(np.float32)
        scales = 1.0 / np.maximum(np.sqrt(np.vecdot(floats, floats)), _LEAST)
        self._scales.extend(scales)
        if self._floats is not None and len(self._scales) > FLOATS_UP_TO:
            self._pack(self._floats.view)
        if self._floats is None:
            self._bytes.extend(fresh)
        else:
            floats *= scales[:, None]
            self._floats.extend(floats)

    def _pack(self, floats: Floats) -> None:
        """Make these into the bytes that they were, and keep bytes from now on."""
        whole = np.rint(floats / self._scales.view[: len(floats), None])
        self._bytes.extend(whole.astype(np.int8))
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
        self._settle()
        if not self.dimensions and rows:
            self.dimensions = next((len(row) for _, row in rows if row), 0)
            if not self.dimensions:
                return
            self._begin(self._length)
        for place, row in rows:
            if len(row) == self.dimensions:
                numbers = np.frombuffer(row, np.int8).astype(np.float32)
                scale = 1.0 / max(float(np.linalg.norm(numbers)), 1.0)
                self._scales.view[place] = scale
                if self._floats is None:
                    self._bytes.view[place] = numbers
                else:
                    self._floats.view[place] = numbers * np.float32(scale)

    def rows(self, places: Sequence[int]) -> Floats:
        """The vectors at some places, each of length one, or zeros."""
        if not self.dimensions:
            return np.zeros((len(places), 0), np.float32)
        if self._opened is not None:
            return _multiplied(self._opened.take(places, 0), self.scales.take(places))
        if self._floats is not None:
            found: Floats = self._floats.view.take(places, 0)
            return found
        whole: Floats = self._bytes.view.take(places, 0) * self._scales.view.take(places)[:, None]
        return whole

    def _like_first(self, rows: NDArray[np.int8], query: Floats) -> Floats:
        """The same for the first question: many users are only asked one."""
        if self._asked:
            self._settle()
            return self.like(query)
        self._asked = True
        room: Floats | None = getattr(_scratch, "room", None)
        if room is None or room.size < rows.size:
            room = _scratch.room = np.empty(rows.size, np.float32)
        ready = room[: rows.size].reshape(rows.shape)
        np.multiply(rows, self.scales[:, None], out=ready)
        found: Floats = np.vecdot(ready, query)
        return found

    def like(self, query: Floats) -> Floats:
        """The cosine of each vector to the query's, which has length one."""
        if len(query) != self.dimensions:
            return np.zeros(self._length, np.float32)
        if self._opened is not None:
            return self._like_first(self._opened, query)
        if self._floats is not None:
            # Not a matrix product: that would wake all cores for a fraction of a millisecond.
            found: Floats = np.vecdot(self._floats.view, query)
            return found
        rows, total = self._bytes.view, len(self._bytes)
        found = np.empty(total, np.float32)
        for begin in range(0, total, _AT_ONCE):
            part = rows[begin : begin + _AT_ONCE].astype(np.float32)
            np.vecdot(part, query, out=found[begin : begin + _AT_ONCE])
        found *= self._scales.view
        return found


def _multiplied(rows: NDArray[np.int8], scales: Floats) -> Floats:
    found: Floats = np.multiply(rows, scales[:, None], dtype=np.float32)
    return found


def _size(held: Column | NDArray[np.int8]) -> int:
    return held.bytes if isinstance(held, Column) else held.nbytes
