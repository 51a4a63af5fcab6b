"""Users of a space, and the stamps of their logs."""

from __future__ import annotations

from typing import Protocol

from holdfast.domain.user import Amount, Remembered, Stamp


class Users(Protocol):
    """Who is remembered."""

    def advance(self, user: str, count: int) -> Stamp:
        """Reserve the next `count` places in the user's log and return the stamp after it.

        The reserved places are ``stamp.last_seq - count + 1 .. stamp.last_seq``. An unknown user
        is made, with a fresh random epoch. Places given out are never given out again.
        """
        ...

    def stamp(self, user: str | None) -> Stamp | None:
        """The state of the user's log, or None for a user nobody has told us of.

        Of no user by name: the stamps of all in one, which is another one whenever any of them is.
        """
        ...

    def renew(self, user: str) -> None:
        """Give the user a new epoch, so that every copy is read again. Unknown: a no-op."""
        ...

    def remark(self, user: str) -> None:
        """Note that marks were made for messages that lacked them. Unknown: a no-op."""
        ...

    def names(self, *, after: str = "", limit: int = 1000) -> list[str]:
        """Names in order of their characters, those behind `after` only."""
        ...

    def remembered(self, *, after: str = "", limit: int = 1000) -> list[Remembered]:
        """The same users, with how much there is of each."""
        ...

    def amount(self, user: str, *, session: str | None = None, agent: str | None = None) -> Amount:
        """How much there is of one user, of one session, or said to one agent; unknown: nothing."""
        ...

    def remove(self, user: str) -> None:
        """Drop the user's row and nothing else. Unknown: a no-op."""
        ...
