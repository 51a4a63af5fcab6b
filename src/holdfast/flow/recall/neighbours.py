"""Neighbours: what was said just before each message and just after it, in the same session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]

NOBODY = -1
"""In the place of a neighbour: there is none."""

_NEVER = (NOBODY, 0)
"""The last place and number of a session that is not here."""


class Joined(NamedTuple):
    """The neighbours of messages that came."""

    beside: Whole
    """The places before each of them in one row, those after each in another."""
    followed: dict[int, int]
    """The messages that were here before and that one of these follows, and which."""


class Neighbours:
    """Joins messages as they come: by their numbers, within a session."""

    def __init__(self) -> None:
        self._ends: dict[str, tuple[int, int]] = {}
        self._resumed: tuple[Callable[[int], str], Whole, Whole] | None = None
        self.in_line = True
        """Whether all neighbours so far stand side by side, at one place and the next."""

    def end(self, said: Iterable[tuple[str, int]]) -> bool:
        """Whether messages of these sessions and numbers come after all that are here."""
        last = self._last
        return all(last.get(session, _NEVER)[1] < number for session, number in said)

    def join_all(self, names: Sequence[str], sessions: Whole, numbers: Whole) -> Joined:
        """Join the first messages; `sessions` are the names as numbers."""
        beside, in_line = join_all(sessions, numbers)
        self.resume(names.__getitem__, beside[1], numbers, in_line=in_line)
        return Joined(beside, {})

    def resume(
        self, name_of: Callable[[int], str], after: Whole, numbers: Whole, *, in_line: bool
    ) -> None:
        """Go on behind messages that are joined already: by what is `after` each of them."""
        self._resumed, self.in_line = (name_of, after, numbers), in_line

    @property
    def _last(self) -> dict[str, tuple[int, int]]:
        """Place and number of the last of each session: looked for when somebody goes on."""
        if self._resumed is not None:
            name_of, after, numbers = self._resumed
            ends = (after == NOBODY).nonzero()[0]
            said_last = zip(ends.tolist(), numbers.take(ends).tolist(), strict=True)
            self._ends = {name_of(place): (place, number) for place, number in said_last}
            self._resumed = None
        return self._ends

    def join(self, names: Sequence[str], numbers: Sequence[int], first: int) -> Joined:
        """Join a few more, which stand from the place `first` on."""
        count, last = len(numbers), self._last
        before, after = [NOBODY] * count, [NOBODY] * count
        followed = {}
        for at in sorted(range(count), key=numbers.__getitem__):
            place, (ahead, _) = first + at, last.get(names[at], _NEVER)
            if ahead >= first:
                after[ahead - first] = place
            elif ahead != NOBODY:
                followed[ahead] = place
            if ahead not in (place - 1, NOBODY):
                self.in_line = False
            before[at] = ahead
            last[names[at]] = (place, numbers[at])
        return Joined(np.array((before, after)), followed)


def join_all(sessions: Whole, numbers: Whole) -> tuple[Whole, bool]:
    """The places before each message and after each, and whether all stand side by side."""
    order = np.lexsort((numbers, sessions))
    ranked = sessions.take(order)
    inner = ranked[1:] == ranked[:-1]
    ahead, behind = order[:-1][inner], order[1:][inner]
    beside = np.full((2, len(order)), NOBODY)
    beside[0, behind], beside[1, ahead] = ahead, behind
    return beside, bool((behind - ahead == 1).all())
