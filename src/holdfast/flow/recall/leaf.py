"""Leaf: a stretch of a user's index as bytes, so that it need not be put together again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.flow.recall.ids import Ids
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

_I8, _F8, _U4, _F4, _U2, _U1, _I1 = map(np.dtype, ("<i8", "<f8", "<u4", "<f4", "<u2", "u1", "i1"))

_NUMBER = len(Rows._fields)
_CODES = slice(_NUMBER + 1, _NUMBER + 5)
_WHOLES = _NUMBER + 5
"""Rows of whole numbers: as `Rows`, each message's number in its session, and four of codes."""

_KIND, _KIND_AND_ROLE = Worths._fields.index("kind"), Worths._fields.index("kind_and_role")
_NORM = len(Worths._fields)
_FLOATS = _NORM + 1
"""Rows of others: as `Worths`, and BM25's length norm."""

_ROW = 509
_ODD = np.arange(1, 2 * _ROW, 2, dtype=np.uint64)
"""What the words of a row are multiplied by before they are summed: by an odd number none is lost."""

_BETWEEN = b"\n"
_IN_LINE, _IN_ORDER, _SMALL, _TOLD, _EVEN = 1, 2, 4, 8, 16
"""Signs: all neighbours stand side by side; all sessions do; no message has a term 256 times; texts are
in it; all ids are equally long."""


class Opened(NamedTuple):
    """What an index is made of."""

    ids: Ids
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
    ids = [id_.encode() for id_ in parts.ids]
    even = len({*map(len, ids)}) == 1
    if not even and any(_BETWEEN in id_ for id_ in ids):
        raise ValueError("an id has several lines")
    counts, groups = segment.counts, measures.by_session
    small = bool(counts.max(initial=0) < 1 << 8)
    names = json.dumps(
        [*parts.names, *([] if texts is None else [texts.zones])], ensure_ascii=False
    )
    pieces = [
        np.vstack((parts.rows, parts.numbers, parts.codes)).astype(_I8).tobytes(),
        np.vstack((groups.begins, groups.sizes)).astype(_I8).tobytes(),
        np.vstack((parts.worths, measures.norm)).astype(_F8).tobytes(),
        np.vstack((measures.session_norm, measures.several, measures.each)).astype(_F8).tobytes(),
        segment.terms.astype(_U4).tobytes(),
        segment.begins.astype(_U4).tobytes(),
        parts.scales.astype(_F4).tobytes(),
        np.array(parts.lacking, _U4).tobytes(),
        np.array((texts.ends, texts.zone_of) if texts is not None else (), _U4).tobytes(),
        segment.places.astype(_places_of(len(parts.ids))).tobytes(),
        counts.astype(_counts_of(small=small)).tobytes(),
        parts.vectors.tobytes(),
        names.encode(),
        (b"" if even else _BETWEEN).join(ids),
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
    signs |= _SMALL * small | _TOLD * (texts is not None) | _EVEN * even
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
    _, signs, count, groups, width, terms, held, lacking, named, of_ids, _ = _HEAD.unpack_from(data)
    told, scaled = count if signs & _TOLD else 0, count if width else 0
    wholes, floats, pairs = _WHOLES * count, _FLOATS * count, 2 * groups
    at, length = _HEAD.size, wholes + floats + 5 * groups
    eight = np.frombuffer(data, _I8, length, at)
    whole = eight[:wholes].reshape(_WHOLES, count)
    begins, sizes = eight[wholes : wholes + pairs].reshape(2, groups)
    real = eight[wholes + pairs :].view(_F8)
    floating = real[:floats].reshape(_FLOATS, count)
    session_norm, several, each = real[floats:].reshape(3, groups)
    at += _WORD * length
    length = 2 * terms + 1 + scaled + lacking + 2 * told
    four = np.frombuffer(data, _U4, length, at)
    firsts = terms + terms + 1
    at += 4 * length
    kind = _places_of(count)
    places = np.frombuffer(data, kind, held, at)
    at += held * kind.itemsize
    kind = _counts_of(small=bool(signs & _SMALL))
    counts = np.frombuffer(data, kind, held, at)
    at += held * kind.itemsize
    vectors = np.frombuffer(data, _I1, count * width, at)
    at += count * width
    middle = at + named
    begin = middle + of_ids
    names = json.loads(data[at:middle].decode())
    worths, codes, without = floating[: len(Worths._fields)], whole[_CODES], firsts + scaled
    texts = None
    if told:
        ends = four[without + lacking :]
        texts = Texts(data, begin, ends[:told], names.pop(), ends[told:])
    in_line = bool(signs & _IN_LINE)
    return Opened(
        ids=_ids(data, middle, begin, count, even=bool(signs & _EVEN)),
        names=names,
        codes=codes,
        rows=whole[: len(Rows._fields)],
        numbers=whole[_NUMBER],
        segments=[Segment(four[:terms], four[terms:firsts], places, counts)],
        vectors=vectors.reshape(count, width),
        scales=four[firsts:without].view(_F4),
        lacking=four[without : without + lacking].tolist() if lacking else [],
        in_line=in_line,
        worths=worths,
        measures=Measures(
            norm=floating[_NORM],
            session_norm=session_norm,
            several=several,
            each=each,
            kind=worths[_KIND],
            kind_and_role=worths[_KIND_AND_ROLE],
            beside=whole[BESIDE],
            beside_worths=worths[BESIDE_WORTHS],
            by_session=Groups.known(codes[0], begins, sizes, in_order=bool(signs & _IN_ORDER)),
            in_line=in_line,
        ),
        texts=texts,
    )


def _ids(data: bytes, begin: int, end: int, count: int, *, even: bool) -> Ids:
    if even:
        return Ids.within(data, begin, count, (end - begin) // count)
    return Ids(map(bytes.decode, data[begin:end].split(_BETWEEN)))


def _places_of(count: int) -> np.dtype[Any]:
    """What places among so many are kept as."""
    return _U1 if count <= 1 << 8 else _U2 if count <= 1 << 16 else _U4


def _counts_of(*, small: bool) -> np.dtype[Any]:
    return _U1 if small else _U4


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
        ids=Ids(chain.from_iterable(leaf.ids for leaf in leaves)),
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
