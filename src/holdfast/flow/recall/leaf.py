"""Leaf: a stretch of a user's index as bytes, so that it need not be put together again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall.measures import BESIDE, BESIDE_WORTHS, Groups, Measures, Rows, Worths
from holdfast.flow.recall.neighbours import join_all
from holdfast.flow.recall.postings import Segment
from holdfast.flow.recall.texts import Texts

Whole = NDArray[np.int64]
Floats = NDArray[np.float64]

_WORD = 8
_HEAD = Struct("<11Q")
"""What every leaf begins with: a sum of all that follows, signs and sizes. All are words of eight bytes,
so that the numbers behind them lie where a processor likes them."""

_ROW = 509
_ODD = np.arange(1, 2 * _ROW, 2, dtype=np.uint64)
"""What the words of a row are multiplied by before they are summed: by an odd number none is lost."""

_BETWEEN = "\n"
_IN_LINE, _IN_ORDER, _SMALL, _TOLD = 1, 2, 4, 8
"""Signs: all neighbours stand side by side; all sessions do; no message has a term 256 times; texts are
in it."""


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
    worths: Floats | None
    """As `Worths`; None where it is still to be worked out."""
    measures: Measures | None
    """What is worked out of all these; None where it is still to be."""
    texts: Texts | None
    """What the messages say, if it is there."""


def pressed(parts: Opened) -> bytes:
    """The parts as bytes, with a sum by which damage is seen. ValueError if they cannot be."""
    (segment,) = parts.segments
    measures, texts = parts.measures, parts.texts
    if measures is None or parts.worths is None:
        raise ValueError("its measures are not worked out")
    if texts is not None and len(texts.ends) != len(parts.ids):
        raise ValueError("some texts are missing")
    ids = _BETWEEN.join(parts.ids)
    if ids.count(_BETWEEN) != len(parts.ids) - 1:
        raise ValueError("an id has several lines")
    counts, groups = segment.counts, measures.by_session
    small = bool(counts.max(initial=0) < 1 << 8)
    few = len(parts.ids) <= 1 << 16
    names = json.dumps(
        [*parts.names, *([] if texts is None else [texts.zones])], ensure_ascii=False
    )
    pieces = [
        parts.rows.astype("<i8").tobytes(),
        parts.numbers.astype("<i8").tobytes(),
        np.array((groups.begins, groups.sizes), "<i8").tobytes(),
        parts.worths.astype("<f8").tobytes(),
        measures.norm.astype("<f8").tobytes(),
        np.array((measures.session_norm, measures.several), "<f8").tobytes(),
        parts.codes.astype("<u4").tobytes(),
        segment.terms.astype("<u4").tobytes(),
        segment.begins.astype("<u4").tobytes(),
        parts.scales.astype("<f4").tobytes(),
        np.array(parts.lacking, "<u4").tobytes(),
        np.array((texts.ends, texts.zone_of) if texts is not None else (), "<u4").tobytes(),
        segment.places.astype("<u2" if few else "<u4").tobytes(),
        counts.astype("u1" if small else "<u4").tobytes(),
        parts.vectors.tobytes(),
        names.encode(),
        ids.encode(),
        texts.letters if texts is not None else b"",
    ]
    sizes = (
        len(parts.ids),
        len(groups.sizes),
        parts.vectors.shape[1],
        len(segment.terms),
        len(counts),
        len(parts.lacking),
        *map(len, pieces[-3:]),
    )
    signs = _IN_LINE * parts.in_line | _IN_ORDER * groups.in_order
    signs |= _SMALL * small | _TOLD * (texts is not None)
    data = _HEAD.pack(0, signs, *sizes) + b"".join(pieces)
    data += bytes(-len(data) % _WORD)
    return _sum(data).to_bytes(_WORD, "little") + data[_WORD:]


def is_whole(data: bytes) -> bool:
    """Whether these are the bytes that were pressed. None at all are, for no messages."""
    if not data:
        return True
    if len(data) < _HEAD.size or len(data) % _WORD:
        return False
    return int.from_bytes(data[:_WORD], "little") == _sum(data)


def _sum(data: bytes) -> int:
    """A sum that every change of a word changes, of the length and of all words but the first.

    Row below row they are added up column by column, which is four times as fast as a checksum.
    """
    words = np.frombuffer(data, "<u8", offset=_WORD)
    rows = words[: len(words) // _ROW * _ROW].reshape(-1, _ROW)
    rest = words[rows.size :]
    sums = np.add.reduce(rows)
    sums[: len(rest)] += rest
    return (int(sums.dot(_ODD)) + len(data)) & (1 << 64) - 1


def opened(data: bytes) -> Opened:
    """What was pressed into whole bytes. Arrays are cut from the bytes, and cannot be changed."""
    _, signs, count, groups, width, terms, held, lacking, *strings = _HEAD.unpack_from(data)
    in_line, in_order = bool(signs & _IN_LINE), bool(signs & _IN_ORDER)
    told, scaled = count if signs & _TOLD else 0, count if width else 0
    at = _HEAD.size
    wholes = (len(Rows._fields) * count, count, groups, groups)
    floats = (len(Worths._fields) * count, count, groups, groups)
    fours = (4 * count, terms, terms + 1, scaled, lacking, told, told)
    eight = np.frombuffer(data, "<i8", sum(wholes) + sum(floats), at)
    rows, numbers, begins, sizes = _cut(eight, wholes)
    worths, norm, session_norm, several = _cut(eight[sum(wholes) :].view("<f8"), floats)
    at += eight.nbytes
    four = np.frombuffer(data, "<u4", sum(fours), at)
    codes, known, firsts, scales, without, ends, zone_of = _cut(four, fours)
    at += four.nbytes
    places = np.frombuffer(data, "<u2" if count <= 1 << 16 else "<u4", held, at)
    at += places.nbytes
    counts = np.frombuffer(data, "u1" if signs & _SMALL else "<u4", held, at)
    at += counts.nbytes
    vectors = np.frombuffer(data, "i1", count * width, at)
    at += vectors.nbytes
    begin = at + strings[0] + strings[1]
    names = json.loads(data[at : at + strings[0]].decode())
    ids = data[at + strings[0] : begin].decode().split(_BETWEEN)
    rows, worths = rows.reshape(-1, count), worths.reshape(-1, count)
    codes = codes.astype(np.int64).reshape(4, count)
    return Opened(
        ids=ids,
        names=names[:4],
        codes=codes,
        rows=rows,
        numbers=numbers,
        segments=[Segment(known, firsts, places, counts)],
        vectors=vectors.reshape(count, width),
        scales=scales.view("<f4"),
        lacking=without.tolist(),
        in_line=in_line,
        worths=worths,
        measures=Measures(
            norm=norm,
            session_norm=session_norm,
            several=several,
            kind=worths[1],
            kind_and_role=worths[2],
            beside=rows[BESIDE],
            beside_worths=worths[BESIDE_WORTHS],
            by_session=Groups.known(codes[0], begins, sizes, in_order=in_order),
            in_line=in_line,
        ),
        texts=Texts(data, begin, ends, names[4], zone_of) if told else None,
    )


def _cut(array: NDArray[Any], lengths: Iterable[int]) -> Iterator[NDArray[Any]]:
    """Pieces of these lengths, one after the other."""
    begin = 0
    for length in lengths:
        yield array[begin : begin + length]
        begin += length


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
            segment.apart(first)
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
        worths=None,
        measures=None,
        texts=None,
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
