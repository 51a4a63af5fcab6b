"""Gauged: an embedder of which it is known how far apart two wordings of one thing lie."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Gauged(Protocol):
    """What an embedder may also be. Of others, closeness alone says too little about a word."""

    @property
    def apart(self) -> float:
        """How far apart two texts may lie that differ in a word and say the same.

        One less their cosine, times the number of their words: what a single other word makes of
        it does then not depend on how long the texts are.
        """
        ...


def apart(embedder: object) -> float:
    """What is known of an embedder; 0 if nothing is."""
    return embedder.apart if isinstance(embedder, Gauged) else 0.0
