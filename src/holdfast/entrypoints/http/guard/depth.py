"""Depth: how deeply JSON is nested, told from its bytes without reading it."""

from __future__ import annotations

import numpy as np

_KEPT = b'"[]{}\\'
_DROPPED = bytes(set(range(256)) - set(_KEPT))
_STEPS = bytes.maketrans(b'"[]{}', bytes(step % 256 for step in (0, 1, -1, 1, -1)))


def is_deeper(body: bytes, most: int) -> bool:
    """Whether brackets outside strings are nested more deeply than that.

    Exact for JSON in UTF-8. Of a few brackets the number alone is proof enough.
    """
    marks = body.translate(None, _DROPPED)
    if marks.count(b"[") + marks.count(b"{") <= most:
        return False
    if b"\\" in marks:
        # Escaped backslashes go first: what then stands before a quote is an escape of it.
        plain = body.replace(rb"\\", b"").replace(rb"\"", b"")
        marks = plain.translate(None, _DROPPED + b"\\")
    quotes = np.frombuffer(marks, np.uint8) == ord('"')
    outside = np.bitwise_xor.accumulate(quotes, dtype=np.bool_) ^ True
    steps = np.frombuffer(marks.translate(_STEPS), np.int8)
    return bool(np.cumsum(steps * outside, dtype=np.int32).max(initial=0) > most)
