"""Latest: what was said last."""

from __future__ import annotations

from collections.abc import Collection

NAME = "latest"


def latest(seqs: Collection[int]) -> dict[int, float]:
    """Every place in the log, from just above 0 for the first to 1 for the last."""
    ordered = sorted(seqs)
    return {seq: (place + 1) / len(ordered) for place, seq in enumerate(ordered)}
