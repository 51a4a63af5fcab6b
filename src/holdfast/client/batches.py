"""Batches: which messages of a spool go together in one request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from holdfast.client.spool import SpoolRow

MOST_MESSAGES = 500
MOST_BYTES = 512 * 1024

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
            yield from _cut(run)


def halves(batch: list[SpoolRow]) -> tuple[list[SpoolRow], list[SpoolRow]]:
    """The first half and the second."""
    middle = len(batch) // 2
    return batch[:middle], batch[middle:]


def _cut(run: Iterable[SpoolRow]) -> Iterator[list[SpoolRow]]:
    batch: list[SpoolRow] = []
    weight = 0
    for row in run:
        size = len(row.message.encode())
        if batch and (len(batch) >= MOST_MESSAGES or weight + size > MOST_BYTES):
            yield batch
            batch, weight = [], 0
        batch.append(row)
        weight += size
    if batch:
        yield batch
