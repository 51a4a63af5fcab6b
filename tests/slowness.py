"""How slow this machine is now: bounds on CPU time were set on another, and threads share cores."""

from __future__ import annotations

import time

USUAL = 0.016
"""CPU seconds that the loop takes where the bounds were set."""


def slowness() -> float:
    """How many times as long as there a piece of plain Python takes here, in CPU time; 1 at least."""
    return max(1.0, min(_loop() for _ in range(5)) / USUAL)


def _loop() -> float:
    begun = time.process_time()
    found: dict[int, str] = {}
    for number in range(60_000):
        found[number % 997] = str(number)
    return time.process_time() - begun
