"""Fits the table: sums of rows are to point where the teacher's sentence vectors point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped,import-not-found,unused-ignore]

Array = NDArray[Any]


@dataclass
class Bags:
    """Texts as rows of the table: `rows` of text i are at `begins[i]:begins[i + 1]`."""

    rows: Array
    begins: Array

    @classmethod
    def of(cls, texts: list[list[int]]) -> Bags:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        rows = np.fromiter((row for ids in texts for row in ids), np.int64, int(lengths.sum()))
        return cls(rows, np.concatenate([[0], np.cumsum(lengths)]))

    def __len__(self) -> int:
        return len(self.begins) - 1

    def pick(self, which: Array) -> tuple[Array, Array]:
        """The rows of some texts, one after the other, and which of them each row belongs to."""
        lengths = self.begins[which + 1] - self.begins[which]
        owner = np.repeat(np.arange(len(which)), lengths)
        shift = np.repeat(self.begins[which] - (np.cumsum(lengths) - lengths), lengths)
        return self.rows[np.arange(int(lengths.sum())) + shift], owner


def unit(vectors: Array) -> Array:
    """Rows of length one."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Array = vectors / np.maximum(lengths, 1e-9)
    return found


class Table:
    """The rows being fitted, with Adam's state; only rows that a batch touches are moved.

    `other` names the row of a word's translation, or -1.
    """

    def __init__(self, start: Array, rate: float, other: Array) -> None:
        self.other = other
        self.values = start.astype(np.float32).copy()
        self.rate = rate
        self._first = np.zeros_like(self.values)
        self._second = np.zeros_like(self.values)
        self._steps = np.zeros(len(start), np.int32)

    def sums(self, rows: Array, owner: Array, weights: Array, count: int) -> _Sums:
        touched, local = np.unique(rows, return_inverse=True)
        matrix = csr_matrix(
            (weights.astype(np.float32), (owner, local)), shape=(count, len(touched))
        )
        return _Sums(self, touched, matrix)

    def move(self, touched: Array, slope: Array) -> None:
        self._steps[touched] += 1
        steps = self._steps[touched][:, None].astype(np.float32)
        first = self._first[touched] = 0.9 * self._first[touched] + 0.1 * slope
        second = self._second[touched] = 0.99 * self._second[touched] + 0.01 * slope * slope
        first = first / (1 - 0.9**steps)
        second = second / (1 - 0.99**steps)
        self.values[touched] -= self.rate * first / (np.sqrt(second) + 1e-8)


class _Sums:
    """The texts of a batch, and the way back from their vectors to the rows."""

    def __init__(self, table: Table, touched: Array, matrix: Any) -> None:
        self._table, self._touched, self._matrix = table, touched, matrix
        values: Array = matrix @ table.values[touched]
        self._lengths = np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-6)
        self.units: Array = values / self._lengths

    def back(self, slope: Array) -> None:
        """Hand the slope of the loss at the unit vectors back to the rows."""
        inner = (slope * self.units).sum(axis=1, keepdims=True)
        inward = (slope - inner * self.units) / self._lengths
        self._table.move(self._touched, self._matrix.T @ inward)


def batches(count: int, size: int, rng: np.random.Generator) -> Iterator[Array]:
    """Every number below `count` once, in random order."""
    order = rng.permutation(count)
    for start in range(0, count - size + 1, size):
        yield order[start : start + size]


def noisy(rows: Array, rng: np.random.Generator, dropped: float, spread: float) -> Array:
    """Weights as a search may give them: some words gone, others heavier or lighter."""
    weights = np.exp(rng.normal(0, spread, len(rows)))
    weights[rng.random(len(rows)) < dropped] = 0
    return weights


def switched(table: Table, rows: Array, owner: Array, rng: np.random.Generator) -> Array:
    """In a quarter of the texts about half the words are said in the other language."""
    texts = rng.random(int(owner.max(initial=0)) + 1) < 0.25
    other = table.other[rows]
    change = texts[owner] & (other >= 0) & (rng.random(len(rows)) < 0.5)
    return np.where(change, other, rows)


def _soft(scores: Array) -> Array:
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Array = scores / scores.sum(axis=1, keepdims=True)
    return found


def follow(
    table: Table, bags: Bags, which: Array, targets: Array, rng: np.random.Generator, *,
    likeness: float, heat: float = 0.07,
) -> float:  # fmt: skip
    """One step towards the teacher's vectors and, by `likeness`, its likenesses in the batch."""
    rows, owner = bags.pick(which)
    rows = switched(table, rows, owner, rng)
    sums = table.sums(rows, owner, noisy(rows, rng, 0.1, 0.3), len(which))
    units = sums.units
    count = len(which)
    slope = -targets.copy()
    loss = 1 - float((units * targets).sum(axis=1).mean())
    if likeness:
        wanted, found = targets @ targets.T, units @ units.T
        np.fill_diagonal(wanted, -1e4)
        np.fill_diagonal(found, -1e4)
        difference = _soft(found / heat) - _soft(wanted / heat)
        slope += likeness * (difference + difference.T) @ units
    sums.back(slope / count)
    return loss


def bring_together(
    table: Table, left: Bags, right: Bags, which: Array, rng: np.random.Generator, *,
    force: float, heat: float = 0.07,
) -> float:  # fmt: skip
    """One step of contrast: text i of the left belongs to text i of the right, not to the others."""
    count = len(which)
    rows_l, owner_l = left.pick(which)
    rows_r, owner_r = right.pick(which)
    rows = np.concatenate([rows_l, rows_r])
    owner = np.concatenate([owner_l, owner_r + count])
    rows = switched(table, rows, owner, rng)
    sums = table.sums(rows, owner, noisy(rows, rng, 0.1, 0.3), 2 * count)
    units = sums.units
    a, b = units[:count], units[count:]
    scores = a @ b.T / heat
    forth, back = _soft(scores), _soft(scores.T)
    loss = -float(np.log(np.maximum(np.diag(forth), 1e-9)).mean())
    difference = (forth + back.T) / 2 - np.eye(count, dtype=np.float32)
    slope = np.concatenate([difference @ b, difference.T @ a]) / heat
    sums.back(force * slope.astype(np.float32) / count)
    return loss
