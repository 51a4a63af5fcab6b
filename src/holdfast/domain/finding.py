"""Finding: one line of a check-up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: good, or what to do about it."""

    name: str
    good: bool
    detail: str
    remedy: str = ""
