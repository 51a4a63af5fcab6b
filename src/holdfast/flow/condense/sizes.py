"""How long things are in a memo. Where segments begin and end depends on the log and on these."""

from __future__ import annotations

SEGMENT_CHARS = 300
STRETCH_CHARS = 500
TOPIC_CHARS = 500

GROUP = 8
"""How many summaries of one level are folded into one of the next."""


def kept(window: int) -> int:
    """How many of the last messages stay word for word when the window overflows."""
    return window + 1 - segment_size(window)


def segment_size(window: int) -> int:
    """How many messages a segment is made of: just those that an overflow pushes out."""
    return 1 + max(1, window // 8)


def overflows(before: int, after: int, window: int) -> bool:
    """Whether a session that grows from so many messages to so many pushes a segment out.

    A session that is sealed is folded then, so each needs to look at itself only.
    """
    size = segment_size(window)
    stay = window + 1 - size
    return (after - stay) // size > max(0, (before - stay) // size)
