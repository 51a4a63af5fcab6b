"""Packing: vectors as the bytes in which they are stored."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_LARGEST = 127
_TINY = 1e-30


def packed(vectors: NDArray[np.float32]) -> list[bytes]:
    """Each row as signed bytes, scaled to use their whole range. A row of zeros is empty.

    The length of a row is not kept: only its direction means anything.
    """
    return [_packed(row) for row in vectors]


def _packed(row: NDArray[np.float32]) -> bytes:
    top = max(float(row.max()), -float(row.min())) if len(row) else 0.0
    return (
        np.rint(row * np.float32(_LARGEST / top)).astype(np.int8).tobytes() if top > _TINY else b""
    )
