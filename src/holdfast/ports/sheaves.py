"""Sheaves: a user's marks kept a second time, packed as they lie in memory."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Leaf(NamedTuple):
    """What the places behind `after_seq`, up to `last_seq`, hold of a user's newest messages.

    `data` means something to its maker alone.
    """

    after_seq: int
    last_seq: int
    data: bytes


class Volume(NamedTuple):
    """How many leaves there are in a space, and how many bytes they take."""

    leaves: int
    bytes: int


class Sheaves(Protocol):
    """Leaves by user. A view: nothing is lost with them but time.

    A leaf is true of the unit that reads it. When a row of the log that it holds is removed,
    superseded by another version, or given another mark, then in the same change it goes, and all
    that come after it. Removing a user drops all of the user's.
    """

    def of(self, user: str, by: str) -> list[Leaf]:
        """The user's leaves that were made by `by`, in the order of the log."""
        ...

    def reach(self, user: str, by: str) -> tuple[int, int]:
        """Where the last of these leaves begins and ends; (0, 0) if there is none."""
        ...

    def put(self, user: str, by: str, leaf: Leaf) -> None:
        """Keep a leaf, made from rows that this same unit has read.

        It takes the place of those that reach beyond where it begins, and of those of others.
        """
        ...

    def drop(self, user: str) -> None:
        """Let go of all of a user's leaves. Unknown: a no-op."""
        ...

    def behind(self, by: str, *, least: int, limit: int) -> list[str]:
        """Users by name whose leaves by `by` lack at least so many of the places given out.

        Less than a quarter of what one of their leaves holds is not counted as lacking.
        """
        ...

    def volume(self) -> Volume:
        """How much there is in the space."""
        ...
