"""Joint work: what several callers want at once, done for all of them in one go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from holdfast.ports.unit import Unit

Given = TypeVar("Given")
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Joint(Generic[Given, T]):
    """Work for `Store.write` that costs less when it is done for many callers together.

    `prepare` takes what each of them gave, does what needs no unit, and returns the work for all:
    its value is a value for each, in order. A store may prepare once for all who wait with the
    same `prepare`; where that or the work raises, each caller is served alone. To a store that
    does not know of this, it is work like any other.
    """

    given: Given
    prepare: Callable[[Sequence[Given]], Callable[[Unit], Sequence[T]]]

    def __call__(self, unit: Unit) -> T:
        """Do it for this caller alone."""
        (value,) = self.prepare([self.given])(unit)
        return value
