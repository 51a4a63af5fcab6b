"""Shares: what each sign gave to a message's score, worked out when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from numpy.typing import NDArray

Part = tuple[str, float, NDArray[Any]]
"""A sign's name, its weight, and what it thinks of each message."""


class Shares(Mapping[str, float]):
    """A message's score by sign. Few are ever looked at, so the signs' own arrays are kept."""

    __slots__ = ("_parts", "_place")

    def __init__(self, parts: tuple[Part, ...], place: int) -> None:
        self._parts, self._place = parts, place

    def __getitem__(self, name: str) -> float:
        for sign, weight, opinion in self._parts:
            if sign == name:
                return weight * float(opinion.item(self._place))
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _, _ in self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __repr__(self) -> str:
        return repr(dict(self))
