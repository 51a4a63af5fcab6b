"""By time: messages said in the time that the question names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.moments import to_micros
from holdfast.flow.recall.index import UserIndex
from holdfast.text.when import Window

_DAY = 86_400_000_000
_NEAR = np.array(0.8)
"""What the nearest message outside a window has."""

_INSIDE = np.array(0)
"""How far outside a window a message in it is, at most. Arrays, both: they meet others sooner."""


def by_time(index: UserIndex, windows: Sequence[Window]) -> NDArray[np.float64]:
    """1 inside a window, beside it less and less."""
    if not windows:
        return np.zeros(len(index))
    said_at = index.said_at
    best, *others = [_by_one(said_at, window) for window in windows]
    for other in others:
        np.maximum(best, other, out=best)
    return best


def _by_one(said_at: NDArray[np.int64], window: Window) -> NDArray[np.float64]:
    begins, ends = to_micros(window.begins), to_micros(window.ends)
    gap = np.maximum(begins - said_at, said_at - (ends - 1))
    fading = np.maximum(gap, _INSIDE) / -_reach(ends - begins, exact=window.exact)
    found: NDArray[np.float64] = np.exp(fading) * _NEAR
    found[gap <= _INSIDE] = 1.0
    return found


def _reach(span: int, *, exact: bool) -> float:
    """How far a window fades: a day of its own length at least, a vague one further."""
    return max(_DAY, min(span, 7 * _DAY)) * (1.0 if exact else 2.0)
