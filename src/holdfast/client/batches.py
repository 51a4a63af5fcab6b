"""Batches: which messages of a spool go together in one request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from math import inf
from typing import TypeVar

from holdfast.client.spool import SpoolRow

MOST_MESSAGES = 500
MOST_BYTES = 512 * 1024

T = TypeVar("T")

Lane = tuple[str, str, str]
"""A space, a user and a session. Messages of one lane are sent in the order they were put."""


def lane_of(row: SpoolRow) -> Lane:
    """The lane that a message belongs to."""
    return (row.space, row.user, row.session)


def batches(rows: Iterable[SpoolRow]) -> Iterator[list[SpoolRow]]:
    """The rows, lane by lane, in runs of the same agent that are not too large.

    Sessions that take turns, as those of several people do, still make few batches.
    """
    lanes: dict[Lane, list[SpoolRow]] = {}
    for row in rows:
        lanes.setdefault(lane_of(row), []).append(row)
    for lane in lanes.values():
        for _, run in groupby(lane, key=lambda row: row.agent):
            yield from cut(run, _weight, most=MOST_MESSAGES, most_bytes=MOST_BYTES)


def halves(batch: list[SpoolRow]) -> tuple[list[SpoolRow], list[SpoolRow]]:
    """The first half and the second."""
    middle = len(batch) // 2
    return batch[:middle], batch[middle:]


def cut(
    run: Iterable[T], weigh: Callable[[T], int], *, most: float = inf, most_bytes: int
) -> Iterator[list[T]]:
    """A run in pieces of so many, and so many bytes. What is too large by itself goes alone."""
    piece: list[T] = []
    weight = 0
    for each in run:
        size = weigh(each)
        if piece and (len(piece) >= most or weight + size > most_bytes):
            yield piece
            piece, weight = [], 0
        piece.append(each)
        weight += size
    if piece:
        yield piece


def _weight(row: SpoolRow) -> int:
    return len(row.message.encode())
