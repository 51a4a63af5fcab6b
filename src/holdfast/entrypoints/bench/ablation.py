"""Ablation: what each part of the ranking buys, by leaving it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from holdfast.flow.recall import weights

WITHOUT: Mapping[str, tuple[str, ...]] = {
    "nothing": (),
    "text": ("TEXT",),
    "meaning": ("MEANING",),
    "time": ("TIME",),
    "speaker": ("SPEAKER",),
    "role": ("ASSISTANT",),
    "neighbours": ("BEFORE", "ANSWER", "AFTER"),
    "session": ("SESSION", "SESSION_ALIKE", "SESSION_BEST"),
    "characters": ("CHARACTER",),
}
"""What can be left out, and the weights that are then nothing."""


@contextmanager
def left_out(name: str) -> Iterator[None]:
    """Rank without it meanwhile. For measuring only: it holds for the whole process."""
    kept = {weight: getattr(weights, weight) for weight in WITHOUT[name]}
    try:
        for weight in kept:
            setattr(weights, weight, 0.0)
        yield
    finally:
        for weight, value in kept.items():
            setattr(weights, weight, value)
