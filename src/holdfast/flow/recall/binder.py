"""Binder: by whom leaves are made, and how many messages one of them holds."""

from __future__ import annotations

from zlib import crc32

from holdfast.flow.recall import weights
from holdfast.ports.marks import Makers

FORM = 3
"""Of a leaf's bytes. Those of another form count as made by another."""

WEIGHED = (
    weights.SATURATION,
    weights.LENGTH,
    weights.ASSISTANT,
    weights.ASKING,
    weights.BEFORE,
    weights.ANSWER,
    weights.AFTER,
    weights.SESSION,
    weights.SESSION_ALIKE,
)
"""The weights that are worked into what a leaf holds. With others it counts as another form."""

LEAST = 32
"""Fewer messages than this are read one by one as fast."""

FULL = 4096
"""So many places of the log make a leaf that is not made again when more are said."""


def binder(by: Makers) -> str:
    """What all of a leaf depends on, beside the messages."""
    return "/".join((f"{FORM}.{crc32(repr(WEIGHED).encode()):x}", *by))
