"""Measures: what is worked out once for an index as it stands, and used by every question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights
from holdfast.flow.recall.columns import summed
from holdfast.text.traits import Trait

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
    before: Floats
    """What the words of the message before are worth to each."""
    by_session: Groups
    """The messages of each session."""


class Groups:
    """Places by the group they are in, none of which is empty."""

    __slots__ = ("_begins", "_order", "numbers")

    def __init__(self, numbers: Whole, count: int) -> None:
        self.numbers = numbers
        """The group of each place."""
        in_order = bool((numbers[1:] >= numbers[:-1]).all())
        self._order = None if in_order else numbers.argsort(kind="stable")
        sizes = np.bincount(numbers, minlength=count)
        self._begins = np.cumsum(sizes) - sizes

    def best(self, scores: Floats) -> Floats:
        """The highest score of each group."""
        if self._order is not None:
            scores = scores[self._order]
        highest: Floats = np.maximum.reduceat(scores, self._begins)
        return highest

    def spread(self, scores: Floats) -> Floats:
        """For each place the score of its group."""
        return scores.take(self.numbers)


def measured(
    *,
    lengths: Whole,
    sessions: Whole,
    session_count: int,
    questions: Flags,
    assistant: Flags,
    before: Whole,
    after: Whole,
) -> Measures:
    """The measures of these columns; `before` and `after` are the neighbours' places, or -1."""
    asking = questions & (after >= 0)
    answering = np.append(questions, False)[before] & ~assistant
    kind = weights.ASKING * asking.astype(np.float64)
    many = np.bincount(sessions, minlength=session_count) > 1
    return Measures(
        norm=_norm(lengths.astype(np.float64)),
        session_norm=_norm(summed(sessions, lengths, session_count)),
        several=weights.SESSION * many.astype(np.float64),
        kind=kind,
        kind_and_role=kind + weights.ASSISTANT * assistant,
        before=weights.BEFORE + weights.ANSWER * answering.astype(np.float64),
        by_session=Groups(sessions, session_count),
    )


def is_question(traits: Whole) -> Flags:
    """Which of the messages ask something."""
    asks: Flags = (traits & int(Trait.QUESTION)) != 0
    return asks


def _norm(lengths: Floats) -> Floats:
    mean = max(float(lengths.mean()), 1e-9)
    return weights.SATURATION * (1 - weights.LENGTH + weights.LENGTH / mean * lengths)
