"""By time: messages said in the time that the question names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.moments import to_micros
from holdfast.flow.recall.index import UserIndex
from holdfast.text.when import Window

_DAY = 86_400_000_000
_NEAR = 0.8
"""What the nearest message outside a window has."""


def by_time(index: UserIndex, windows: Sequence[Window]) -> NDArray[np.float64]:
    """1 inside a window, beside it less and less."""
    best, said_at = np.zeros(len(index)), index.rows.said_at
    for window in windows:
        begins, ends = _micros(window)
        beside = np.maximum(begins - said_at, said_at - (ends - 1))
        gap = np.maximum(beside, 0)
        reach = _reach(ends - begins, exact=window.exact)
        inside = np.where(beside <= 0, 1.0, _NEAR * np.exp(-gap / reach))
        np.maximum(best, inside, out=best)
    return best


def _micros(window: Window) -> tuple[int, int]:
    return to_micros(window.begins), to_micros(window.ends)


def _reach(span: int, *, exact: bool) -> float:
    """How far a window fades: a day of its own length at least, a vague one further."""
    return max(_DAY, min(span, 7 * _DAY)) * (1.0 if exact else 2.0)
