"""Shares: what each sign gave to a message's score, put in words when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray


class Shares(Mapping[str, float]):
    """A message's score by sign. Most are never looked at: they stay numbers in a shared table."""

    __slots__ = ("_column", "_given", "_names")

    def __init__(self, names: tuple[str, ...], given: NDArray[np.float64], column: int) -> None:
        """`given` has a row for each of the names, and a column for each message of an answer."""
        self._names, self._given, self._column = names, given, column

    def __getitem__(self, name: str) -> float:
        try:
            return self._given.item(self._names.index(name), self._column)
        except ValueError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return repr(dict(self))
