"""Measures: what is worked out once for an index as it stands, and used by every question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Measures:
    """Arrays by message, and by session."""

    norm: Floats
    """BM25's length norm of each message."""
    session_norm: Floats
    """The same of each session."""
    several: Floats
    """What its session is worth to a message: nothing, if it is alone in it."""
    kind: Floats
    """What each message is given or denied for the kind of text it is."""
    kind_and_role: Floats
    """The same, and what the assistant's are denied where the question is not about them."""
    neighbours: Whole
    """The places of what was said just before each and just after, in two rows; 0 for nobody's."""
    near: Floats
    """What the words of these neighbours are worth to each: those of nobody, nothing."""
    by_session: Groups
    """The messages of each session."""

    @property
    def before(self) -> Floats:
        """What the words of the message before are worth to each."""
        row: Floats = self.near[0]
        return row


class Groups:
    """Places by the group they are in: groups are numbered from 0, and none is empty."""

    __slots__ = ("_begins", "_order", "numbers", "sizes")

    def __init__(self, numbers: Whole) -> None:
        self.numbers = numbers
        """The group of each place."""
        self._order = None
        if (numbers[1:] < numbers[:-1]).any():
            self._order = numbers.argsort(kind="stable")
            numbers = numbers.take(self._order)
        begins = (numbers[1:] != numbers[:-1]).nonzero()[0] + 1
        self._begins = np.concatenate(((0,), begins))
        self.sizes = np.concatenate((begins, (len(numbers),))) - self._begins

    def best(self, scores: Floats) -> Floats:
        """The highest score of each group."""
        highest: Floats = np.maximum.reduceat(self._ordered(scores), self._begins)
        return highest

    def sum(self, amounts: Floats) -> Floats:
        """What falls on each group."""
        total: Floats = np.add.reduceat(self._ordered(amounts), self._begins)
        return total

    def spread(self, scores: Floats) -> Floats:
        """For each place the score of its group."""
        return scores.take(self.numbers)

    def _ordered(self, amounts: Floats) -> Floats:
        return amounts if self._order is None else amounts.take(self._order)


def measured(
    *,
    lengths: Floats,
    questions: Flags,
    assistant: Flags,
    before: Whole,
    after: Whole,
    sessions: Whole,
) -> Measures:
    """The measures of these columns; `before` and `after` are the neighbours' places, or -1."""
    by_session = Groups(sessions)
    neighbours = np.array((before, after))
    someone = neighbours >= 0
    neighbours *= someone
    answering = questions.take(before) & ~assistant
    kind = weights.ASKING * (questions & someone[1])
    near = np.full((2, len(lengths)), weights.AFTER)
    near[0] = weights.BEFORE + weights.ANSWER * answering
    near *= someone
    return Measures(
        norm=_norm(lengths),
        session_norm=_norm(by_session.sum(lengths)),
        several=weights.SESSION * (by_session.sizes > 1).astype(np.float64),
        kind=kind,
        kind_and_role=kind + weights.ASSISTANT * assistant,
        neighbours=neighbours,
        near=near,
        by_session=by_session,
    )


def _norm(lengths: Floats) -> Floats:
    mean = max(float(np.add.reduce(lengths)) / len(lengths), 1e-9)
    return weights.SATURATION * (1 - weights.LENGTH + weights.LENGTH / mean * lengths)
