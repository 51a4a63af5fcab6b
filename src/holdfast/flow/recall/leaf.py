"""Leaf: a stretch of a user's index as bytes, so that it need not be put together again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from struct import Struct
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall.measures import BESIDE, Rows
from holdfast.flow.recall.neighbours import join_all
from holdfast.flow.recall.postings import Segment

Whole = NDArray[np.int64]

_HEAD, _SUM = Struct("<2I8Q"), 4
"""What every leaf begins with, and the sum of all that follows it."""

_BETWEEN = "\n"


class Opened(NamedTuple):
    """What an index is made of."""

    ids: list[str]
    names: list[list[str | None]]
    """Of sessions, agents, roles and speakers, in the order of their numbers."""
    codes: Whole
    """The numbers of those names, four rows."""
    rows: Whole
    """As `Rows`."""
    numbers: Whole
    """Of each message in its session."""
    segments: list[Segment]
    vectors: NDArray[np.int8]
    scales: NDArray[np.float32]
    lacking: list[int]
    in_line: bool


def pressed(parts: Opened) -> bytes:
    """The parts as bytes, with a sum by which damage is seen. ValueError if they cannot be."""
    (segment,) = parts.segments
    ids = _BETWEEN.join(parts.ids)
    if ids.count(_BETWEEN) != len(parts.ids) - 1:
        raise ValueError("an id has several lines")
    counts = segment.counts
    small = bool(counts.max(initial=0) < 1 << 8)
    few = len(parts.ids) <= 1 << 16
    pieces = [
        parts.rows.astype("<i8").tobytes(),
        parts.numbers.astype("<i8").tobytes(),
        parts.codes.astype("<u4").tobytes(),
        segment.terms.astype("<u4").tobytes(),
        segment.begins.astype("<u4").tobytes(),
        parts.scales.astype("<f4").tobytes(),
        np.array(parts.lacking, "<u4").tobytes(),
        segment.places.astype("<u2" if few else "<u4").tobytes(),
        counts.astype("u1" if small else "<u4").tobytes(),
        parts.vectors.tobytes(),
        json.dumps(parts.names, ensure_ascii=False).encode(),
        ids.encode(),
    ]
    sizes = (
        len(parts.ids),
        parts.vectors.shape[1],
        len(segment.terms),
        len(counts),
        len(parts.lacking),
        len(pieces[-2]),
        len(pieces[-1]),
        small,
    )
    data = _HEAD.pack(0, parts.in_line, *sizes) + b"".join(pieces)
    return crc32(memoryview(data)[_SUM:]).to_bytes(_SUM, "little") + data[_SUM:]


def is_whole(data: bytes) -> bool:
    """Whether these are the bytes that were pressed. None at all are, for no messages."""
    sum_ = int.from_bytes(data[:_SUM], "little")
    return not data or (len(data) >= _HEAD.size and crc32(memoryview(data)[_SUM:]) == sum_)


def opened(data: bytes) -> Opened:
    """What was pressed into whole bytes."""
    _, in_line, *sizes = _HEAD.unpack_from(data)
    count, width, terms, held, lacking, names, ids, small = sizes
    cut = _Cut(data)
    rows = cut.next("<i8", len(Rows._fields) * count).reshape(-1, count)
    numbers, codes = cut.next("<i8", count), cut.next("<u4", 4 * count)
    told, begins = cut.next("<u4", terms), cut.next("<u4", terms + 1)
    scales, without = cut.next("<f4", count if width else 0), cut.next("<u4", lacking)
    few = count <= 1 << 16
    places = cut.next("<u2" if few else "<u4", held)
    counts = cut.next("u1" if small else "<u4", held)
    vectors = cut.next("i1", count * width).reshape(count, width)
    return Opened(
        ids=cut.text(-ids, None).split(_BETWEEN),
        names=json.loads(cut.text(-ids - names, -ids)),
        codes=codes.reshape(4, count).astype(np.int64),
        rows=rows.astype(np.int64),
        numbers=numbers,
        segments=[Segment(told.copy(), begins.copy(), places.copy(), counts.copy())],
        vectors=vectors,
        scales=scales.astype(np.float32),
        lacking=without.tolist(),
        in_line=bool(in_line),
    )


class _Cut:
    """Cuts arrays off the bytes of a leaf, one after the other."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, _HEAD.size

    def next(self, dtype: str, count: int) -> NDArray[Any]:
        array = np.frombuffer(self._data, dtype, count, self._at)
        self._at += array.nbytes
        return array

    def text(self, begin: int, end: int | None) -> str:
        return self._data[begin:end].decode()


def joined(leaves: Sequence[Opened]) -> Opened | None:
    """Leaves that follow each other, as one; None where they do not go together."""
    if len(leaves) == 1:
        return leaves[0]
    widths = {leaf.vectors.shape[1] for leaf in leaves} - {0}
    if len(widths) > 1:
        return None
    firsts = [0, *np.cumsum([len(leaf.ids) for leaf in leaves]).tolist()]
    names, codes = _renumbered(leaves)
    rows = np.concatenate([leaf.rows for leaf in leaves], axis=1)
    numbers = np.concatenate([leaf.numbers for leaf in leaves])
    beside, in_line = join_all(codes[0], numbers)
    rows[BESIDE] = beside
    return Opened(
        ids=[*chain.from_iterable(leaf.ids for leaf in leaves)],
        names=names,
        codes=codes,
        rows=rows,
        numbers=numbers,
        segments=[
            segment._replace(first=first)
            for leaf, first in zip(leaves, firsts, strict=False)
            for segment in leaf.segments
        ],
        vectors=np.concatenate([_as_wide(leaf.vectors, max(widths, default=0)) for leaf in leaves]),
        scales=np.concatenate([_scales(leaf) for leaf in leaves]) if widths else leaves[0].scales,
        lacking=[
            place + first
            for leaf, first in zip(leaves, firsts, strict=False)
            for place in leaf.lacking
        ],
        in_line=in_line,
    )


def _renumbered(leaves: Sequence[Opened]) -> tuple[list[list[str | None]], Whole]:
    """The names of all, and their numbers, each name with one."""
    names: list[dict[str | None, int]] = [{} for _ in leaves[0].names]
    parts = []
    for leaf in leaves:
        for known, told in zip(names, leaf.names, strict=True):
            for name in told:
                known.setdefault(name, len(known))
        rows = zip(names, leaf.names, leaf.codes, strict=True)
        parts.append([np.array([known[n] for n in told])[codes] for known, told, codes in rows])
    return [[*known] for known in names], np.concatenate(parts, axis=1)


def _as_wide(vectors: NDArray[np.int8], width: int) -> NDArray[np.int8]:
    return vectors if vectors.shape[1] == width else np.zeros((len(vectors), width), np.int8)


def _scales(leaf: Opened) -> NDArray[np.float32]:
    return leaf.scales if len(leaf.scales) else np.ones(len(leaf.ids), np.float32)
