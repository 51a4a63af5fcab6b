"""Vectors of a user's messages: signed bytes on the disk, ready to be multiplied in memory."""

from __future__ import annotations

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
_LEAST = np.float32(1.0)
"""No row of whole numbers is shorter than this, unless it is all zeros."""


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

    @property
    def bytes(self) -> int:
        """The memory they take."""
        columns = (self._bytes, self._floats, self._scales)
        return sum(column.bytes for column in columns if column is not None)

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
        elif self._floats is not None:
            floats = rows.astype(np.float32)
            floats *= scales[:, None]
            self._floats.extend(floats)

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
        if self._floats is not None:
            found: Floats = self._floats.view.take(places, 0)
            return found
        whole: Floats = self._bytes.view.take(places, 0) * self._scales.view.take(places)[:, None]
        return whole

    def like(self, query: Floats) -> Floats:
        """The cosine of each vector to the query's, which has length one."""
        if len(query) != self.dimensions:
            return np.zeros(self._length, np.float32)
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
