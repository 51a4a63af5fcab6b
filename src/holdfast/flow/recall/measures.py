"""Measures: what is worked out once for an index as it stands, and used by every question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall import weights
from holdfast.ports.marks import LENGTH_FROM
from holdfast.text.traits import Trait

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

_QUESTION = int(Trait.QUESTION)

_FEW = 2048
"""Of so many messages it costs more to cut arrays than to pick from them."""

KEPT_WHOLE = 512
"""What is thought of so many messages is kept as it is, as long as one of the hits is; of more, only
what is thought of the hits."""


class Rows(NamedTuple):
    """Whole numbers by message."""

    seqs: Whole
    """Where it stands in the log."""
    said_at: Whole
    """When it was said, in microseconds."""
    traits: Whole
    """As its mark has them."""
    assistant: Whole
    """1 if the assistant said it, else 0."""
    before: Whole
    """The place of what was said just before it, in the same session, or NOBODY."""
    after: Whole
    """The place of what was said just after it, in the same session, or NOBODY."""


class Worths(NamedTuple):
    """What depends on a message and its neighbours alone, by message."""

    length: Floats
    """How many words it has."""
    kind: Floats
    """What it is given or denied for the kind of text it is."""
    kind_and_role: Floats
    """The same, and what the assistant's are denied where the question is not about them."""
    before: Floats
    """What the words of the message before are worth to it: those of nobody, nothing."""
    after: Floats
    """What the words of the message after are worth to it: those of nobody, nothing."""


BESIDE = slice(Rows._fields.index("before"), Rows._fields.index("after") + 1)
BESIDE_WORTHS = slice(Worths._fields.index("before"), Worths._fields.index("after") + 1)


class Measures(NamedTuple):
    """Arrays by message, and by session."""

    norm: Floats
    """BM25's length norm of each message."""
    session_norm: Floats
    """The same of each session."""
    several: Floats
    """What the words of its session are worth to a message: nothing, if it is alone in it."""
    each: Floats
    """What the likeness of each message of its session is worth to it: nothing, if it is alone."""
    kind: Floats
    """As `Worths` has it."""
    kind_and_role: Floats
    """As `Worths` has it."""
    by_session: Groups
    """The messages of each session."""
    beside: Whole
    """The places of each message's neighbours: of those before, and of those after."""
    beside_worths: Floats
    """What their words are worth to it."""
    in_line: bool
    """Whether all neighbours stand side by side, as where sessions came one after the other."""

    def near(self, scores: Floats) -> Floats:
        """What each message has of the scores of its neighbours."""
        if self.in_line and len(scores) > _FEW:
            before, after = self.beside_worths
            near = np.empty(len(scores))
            near[0] = 0.0
            np.multiply(scores[:-1], before[1:], near[1:])
            near[:-1] += scores[1:] * after[:-1]
            return near
        near = scores.take(self.beside, mode="clip")  # where there is nobody, worth nothing
        near *= self.beside_worths
        of_both: Floats = near[0] + near[1]
        return of_both


_AT_FIRST = np.zeros(1, np.int64)


class Groups:
    """Places by the group they are in: groups are numbered from 0, and none is empty."""

    __slots__ = ("_order", "begins", "numbers", "sizes")

    @classmethod
    def known(cls, numbers: Whole, begins: Whole, sizes: Whole, *, in_order: bool) -> Groups:
        """Those of the numbers, where it is known where each begins, and whether all are in order."""
        groups = cls.__new__(cls)
        groups.numbers, groups.begins, groups.sizes = numbers, begins, sizes
        groups._order = None if in_order else numbers.argsort(kind="stable")
        return groups

    def __init__(self, numbers: Whole, before: Groups | None = None) -> None:
        """Those of the numbers; `before` are those of the first of them, if they are known."""
        self.numbers = numbers
        """The group of each place."""
        self._order: NDArray[np.intp] | None = None
        self.begins: Whole = _AT_FIRST
        """Where each begins, once they are in order."""
        first, begun = 0, self.begins
        if before is not None and before._order is None:
            first, begun = len(before.numbers) - 1, before.begins
        steps = numbers[first + 1 :] - numbers[first:-1]
        if len(steps) and steps.min() < 0:
            self._order = numbers.argsort(kind="stable")
            numbers = numbers.take(self._order)
            steps, first, begun = numbers[1:] - numbers[:-1], 0, _AT_FIRST
        inner = steps.nonzero()[0] + (first + 1)
        edges: Whole = np.concatenate((begun, inner, (len(numbers),)))
        self.begins = edges[:-1]
        self.sizes = edges[1:] - self.begins

    @property
    def in_order(self) -> bool:
        """Whether the places of each group stand side by side, one group behind the other."""
        return self._order is None

    def best(self, scores: Floats) -> Floats:
        """The highest score of each group."""
        highest: Floats = np.maximum.reduceat(self._ordered(scores), self.begins)
        return highest

    def sum(self, amounts: Floats) -> Floats:
        """What falls on each group."""
        total: Floats = np.add.reduceat(self._ordered(amounts), self.begins)
        return total

    def spread(self, scores: Floats) -> Floats:
        """For each place the score of its group."""
        return scores.take(self.numbers)

    def _ordered(self, amounts: Floats) -> Floats:
        return amounts if self._order is None else amounts.take(self._order)


def measured(rows: Whole, worths: Floats, by_session: Groups, *, in_line: bool) -> Measures:
    """The measures of messages with these rows and worths, in these sessions.

    What a hit's score is made of is copied where it is kept: it stays what it was while the columns
    grow.
    """
    (length, kind, kind_and_role), sizes = worths[:3], by_session.sizes
    if len(length) <= KEPT_WHOLE:
        kind, kind_and_role = kind.copy(), kind_and_role.copy()
    return Measures(
        norm=_norm(length),
        session_norm=_norm(by_session.sum(length)),
        several=np.where(sizes > 1, weights.SESSION, 0.0),
        each=np.where(sizes > 1, weights.SESSION_ALIKE / sizes, 0.0),
        kind=kind,
        kind_and_role=kind_and_role,
        beside=rows[BESIDE],
        beside_worths=worths[BESIDE_WORTHS],
        by_session=by_session,
        in_line=in_line,
    )


def worths(rows: Rows, places: slice | Sequence[int]) -> Floats:
    """The worths of the messages at some places, one row for each of the fields of `Worths`."""
    before, after = rows.before[places], rows.after[places]
    traits, assistant = rows.traits[places], rows.assistant[places]
    answering = (rows.traits.take(before) & _QUESTION) > assistant  # and not by the assistant
    found = np.empty((len(Worths._fields), len(before)))
    length, kind, kind_and_role, said_before, said_after = found
    length[:] = traits >> LENGTH_FROM
    followed = after >= 0
    np.multiply(weights.ASKING, traits & _QUESTION & followed, out=kind)
    np.multiply(weights.ASSISTANT, assistant, out=kind_and_role)
    kind_and_role += kind
    np.multiply(weights.ANSWER, answering, out=said_before)
    said_before += weights.BEFORE
    said_before *= before >= 0
    np.multiply(weights.AFTER, followed, out=said_after)
    return found


def worth(traits: int, assistant: int, before: int, after: int, traits_before: int) -> list[float]:
    """The worths of one message, as `worths` has them: of a few that is sooner done one by one.

    `before` and `after` are places, as in `Rows`; what is before it, if anybody is, has `traits_before`.
    """
    kind = weights.ASKING if traits & _QUESTION and after >= 0 else 0.0
    answering = traits_before & _QUESTION and not assistant
    said_before = weights.BEFORE + (weights.ANSWER if answering else 0.0)
    return [
        float(traits >> LENGTH_FROM),
        kind,
        kind + (weights.ASSISTANT if assistant else 0.0),
        said_before if before >= 0 else 0.0,
        weights.AFTER if after >= 0 else 0.0,
    ]


def _norm(lengths: Floats) -> Floats:
    mean = max(float(np.add.reduce(lengths)) / len(lengths), 1e-9)
    norm = weights.LENGTH / mean * lengths
    norm += 1 - weights.LENGTH
    norm *= weights.SATURATION
    return norm
