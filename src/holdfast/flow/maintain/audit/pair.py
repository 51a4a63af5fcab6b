"""Pairs: two memories that have something to do with each other, and what."""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    """Two places in a collection, the first one first, and why they were paired."""

    one: int
    other: int
    why: str
    always: bool = False
    """Whether it is of what holds at all times or not at all."""

    @classmethod
    def of(cls, one: int, other: int, why: str, *, always: bool = False) -> Pair:
        """The pair in its order."""
        return cls(min(one, other), max(one, other), why, always)
