"""Usage: how much was told in a day, and how much a model wrote about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What was told through buffers on one day, in UTC.

    `told` counts what was sent, `kept` what of it was taken in, and `tokens` how much that was.
    `written` is how many tokens a model wrote to learn from conversations, as its server counts
    them; 0 where the rules learn.
    """

    day: date
    told: int = 0
    kept: int = 0
    tokens: int = 0
    written: int = 0
