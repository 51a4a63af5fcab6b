"""Joint work: what several callers want at once, done for all of them in one go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from holdfast.ports.unit import Unit

Given = TypeVar("Given")
T = TypeVar("T")


class Joint(NamedTuple, Generic[Given, T]):
    """Work for `Store.write` that costs less when it is done for many callers together.

    `together` takes what each of them gave and returns a value for each, in order. A store may
    call it once for all who wait with the same `together`, in any order; where that raises, each
    is done by itself. To a store that does not know of this, it is work like any other.
    """

    given: Given
    together: Callable[[Unit, Sequence[Given]], Sequence[T]]

    def __call__(self, unit: Unit) -> T:
        """Do it for this caller alone."""
        (value,) = self.together(unit, [self.given])
        return value
