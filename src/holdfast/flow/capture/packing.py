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
    if len(vectors) == 1:  # the same, only quicker
        return [_row(vectors[0])]
    tops = np.maximum.reduce(np.abs(vectors), axis=1, initial=0.0).tolist()
    told = [top > _TINY for top in tops]
    if all(told):
        return _packed(vectors, tops)
    rows = iter(_packed(vectors[told], [top for top in tops if top > _TINY]))
    return [next(rows) if each else b"" for each in told]


def _row(row: NDArray[np.float32]) -> bytes:
    sizes = np.abs(row)
    top = float(sizes[sizes.argmax()]) if len(sizes) else 0.0  # in half the time that `max` takes
    if top <= _TINY:
        return b""
    scaled = row * np.float32(_LARGEST / top)
    made: bytes = np.rint(scaled, scaled).astype(np.int8).tobytes()
    return made


def _packed(rows: NDArray[np.float32], tops: list[float]) -> list[bytes]:
    # A scale is worked out in 64 bits and used in 32.
    scales = np.array([_LARGEST / top for top in tops], np.float32)
    scaled = rows * scales[:, None]
    whole = np.rint(scaled, out=scaled).astype(np.int8, order="C")
    made: list[bytes] = whole.view(f"V{rows.shape[1]}").ravel().tolist()  # a row, a value
    return made
