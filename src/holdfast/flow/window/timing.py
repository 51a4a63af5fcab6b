"""Timing: when a live session is handed over, and how patiently."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """All in seconds, but for `attempts`."""

    age: float = 40.0
    """A session as old as this is replaced; preparing begins at the end of the turn."""

    delay: float = 10.0
    """From preparing to warming: the time the recent memory has to be renewed."""

    patience: float = 30.0
    """Warming that takes longer has failed."""

    attempts: int = 5
    """After so many failures in a row all begins anew: not before `age` and `longest_pause`."""

    first_pause: float = 5.0
    """What is waited after a failure, doubled with each that follows."""

    longest_pause: float = 60.0

    def pause_after(self, failures: int) -> float:
        """How long to wait after so many failures in a row."""
        return float(min(self.first_pause * 2.0 ** min(failures - 1, 32), self.longest_pause))
