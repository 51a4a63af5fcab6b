"""Columns that grow: arrays with room at their end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

_SMALLEST = 64
_ROOM = 1.5


class Column:
    """An array that is appended to. `view` is what it holds; it must not be kept across appends."""

    __slots__ = ("_array", "_length")

    def __init__(self, dtype: DTypeLike, width: int | None = None) -> None:
        shape = (0,) if width is None else (0, width)
        self._array: NDArray[Any] = np.empty(shape, dtype)
        self._length = 0

    @classmethod
    def of(cls, array: NDArray[Any]) -> Column:
        """One that begins with what an array holds, and must not be changed by anyone else."""
        column = cls.__new__(cls)
        column._array, column._length = array, len(array)
        return column

    def __len__(self) -> int:
        return self._length

    @property
    def view(self) -> NDArray[Any]:
        """What it holds."""
        return self._array[: self._length]

    @property
    def bytes(self) -> int:
        """The memory it takes, its spare room included."""
        return self._array.nbytes

    def extend(self, values: Sequence[Any] | NDArray[Any]) -> None:
        """Append the values. The first filling gets just the room it needs.

        An array that is the first is kept as it is, and must not be changed by anyone else.
        """
        if not self._length:
            self._array = np.asarray(values, self._array.dtype).reshape(-1, *self._array.shape[1:])
            self._length = len(values)
            return
        end = self._length + len(values)
        if end > len(self._array):
            self._grow(max(_SMALLEST, int(end * _ROOM)))
        self._array[self._length : end] = values
        self._length = end

    def own(self) -> None:
        """See to it that what it holds can be changed in place."""
        if not self._array.flags.writeable:
            self._array = self._array.copy()

    def _grow(self, room: int) -> None:
        grown = np.empty((room, *self._array.shape[1:]), self._array.dtype)
        grown[: self._length] = self.view
        self._array = grown


class Table:
    """Columns of one type that are appended to together, each of them in one piece.

    `view` is what they hold, column by column; it must not be kept across appends.
    """

    __slots__ = ("_array", "_length")

    def __init__(self, dtype: DTypeLike, columns: int) -> None:
        self._array: NDArray[Any] = np.empty((columns, 0), dtype)
        self._length = 0

    @property
    def view(self) -> NDArray[Any]:
        """What it holds."""
        return self._array[:, : self._length]

    @property
    def bytes(self) -> int:
        """The memory it takes, its spare room included."""
        return self._array.nbytes

    def extend(self, columns: NDArray[Any]) -> None:
        """Append to each. The first filling is kept as it is, and must not be changed elsewhere."""
        end = self._length + columns.shape[1]
        if not self._length:
            self._array = columns
        elif end > self._array.shape[1]:
            room = max(_SMALLEST, int(end * _ROOM))
            grown = np.empty((len(columns), room), self._array.dtype)
            grown[:, : self._length] = self.view
            self._array = grown
        if self._length:
            self._array[:, self._length : end] = columns
        self._length = end


def summed(places: NDArray[np.int64], amounts: NDArray[Any], count: int) -> NDArray[np.float64]:
    """The amounts that fall on each of `count` places."""
    total: NDArray[Any] = np.bincount(places, amounts, count)
    return total


class Codes:
    """Names, and their numbers in the order they are first met. None has a number like any name.

    Names are kept as they come and numbered when somebody asks.
    """

    __slots__ = ("_codes", "_column", "_order", "_waiting")

    def __init__(self) -> None:
        self._order: list[str | None] = []
        self._codes: dict[str | None, int] | None = None
        self._column = Column(np.int64)
        self._waiting: list[str | None] = []

    def open(self, names: list[str | None], numbers: NDArray[np.int64]) -> None:
        """Begin with names, in the order of their numbers, and the number at each place."""
        self._order = names
        self._column = Column.of(numbers)

    def extend(self, names: Sequence[str | None]) -> None:
        """Append names."""
        self._waiting.extend(names)

    def at(self, place: int) -> str | None:
        """The name at a place."""
        numbers, known = self._column._array, self._column._length
        return self._order[numbers.item(place)] if place < known else self._waiting[place - known]

    def at_all(self, places: Sequence[int]) -> list[str | None]:
        """The names at these places."""
        if self._waiting:
            return [*map(self.at, places)]
        if len(self._order) == 1:
            return self._order * len(places)
        return [*map(self._order.__getitem__, self._column.view.take(places).tolist())]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each name that was appended."""
        self._settle()
        return self._column.view

    def of(self, name: str | None) -> int:
        """The number of a name; -1 for one that was never met."""
        self._settle()
        return self._known().get(name, -1)

    def _known(self) -> dict[str | None, int]:
        """The numbers by name: made when somebody first asks for one."""
        if self._codes is None:
            self._codes = {name: number for number, name in enumerate(self._order)}
        return self._codes

    @property
    def names(self) -> list[str | None]:
        """The names in the order of their numbers."""
        self._settle()
        return [*self._order]

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return self._column.bytes + 120 * len(self._order) + 8 * len(self._waiting)

    def __len__(self) -> int:
        self._settle()
        return len(self._order)

    def _settle(self) -> None:
        if self._waiting:
            waiting, codes = self._waiting, self._known()
            for name in dict.fromkeys(waiting):
                if codes.setdefault(name, len(codes)) == len(self._order):
                    self._order.append(name)
            self._column.extend([*map(codes.__getitem__, waiting)])
            self._waiting = []
