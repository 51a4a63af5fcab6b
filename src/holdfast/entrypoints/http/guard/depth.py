"""Depth: how deeply JSON is nested, told from its bytes without reading it."""

from __future__ import annotations

import numpy as np

_KEPT = b'"[]{}'
_DROPPED = bytes(set(range(256)) - set(_KEPT))
_STEPS = np.zeros(256, np.int8)
_STEPS[[ord("["), ord("{")]] = 1
_STEPS[[ord("]"), ord("}")]] = -1


def is_deeper(body: bytes, most: int) -> bool:
    """Whether brackets outside strings are nested more deeply than that.

    Exact for JSON in UTF-8. Of a few brackets the number alone is proof enough.
    """
    if body.count(b"[") + body.count(b"{") <= most:
        return False
    # Escaped backslashes go first: what then stands before a quote is an escape of it.
    plain = body.replace(rb"\\", b"").replace(rb"\"", b"")
    marks = np.frombuffer(plain.translate(None, _DROPPED), np.uint8)
    outside = (np.cumsum(marks == ord('"'), dtype=np.int32) & 1) == 0
    depths = np.cumsum(_STEPS[marks] * outside, dtype=np.int32)
    return bool(depths.max(initial=0) > most)
