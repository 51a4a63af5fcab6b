"""Frames: two memories that say the same but for one number, day or other word of a kind."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.flow.maintain.audit.collection import Collection
from holdfast.flow.maintain.audit.pair import Pair

LEAST = 0.62
"""So much alike two must be for the one word in which they differ to be a contradiction."""

_APART = frozenset(["person", "animal", "side", "rank", "body", "meal", "drink", "feast", "subject", "instrument", "season", "compass", "name"])
"""Kinds that tell two things apart: each of them may have its own."""


def framed_pairs(collection: Collection) -> Iterator[Pair]:
    """Pairs that are alike and differ in one kind of word only."""
    for one, other, _cosine in collection.vectors.near(LEAST):
        unlike = collection.unlike(one, other)
        if len(unlike) != 1 or unlike & _APART or not collection.same_one(one, other):
            continue
        if collection.readings[one].adds or collection.readings[other].adds:
            continue
        if collection.likeness(one, other) >= LEAST:
            kind = unlike.pop()
            here, there = (collection.words[each].kinds[kind] for each in (one, other))
            yield Pair.of(one, other, f"another {kind}: {_listed(here)} and {_listed(there)}")


def _listed(words: frozenset[str]) -> str:
    return ", ".join(sorted(words))
