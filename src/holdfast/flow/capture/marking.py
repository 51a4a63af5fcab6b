"""Marking: what recall will know a message by, made once, when it comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from holdfast.errors import HoldfastError
from holdfast.ports.embedder import Embedder
from holdfast.ports.marks import LENGTH_FROM, Makers, Mark, Sheet, StaleRow
from holdfast.text.analysis import ANALYSIS, all_terms
from holdfast.text.traits import traits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR_PART, FAR_PART = 200, 50

_mark = partial(tuple.__new__, Mark)
"""A Mark of its fields in order, made in a quarter of the time that its own constructor takes."""

MANY = 32
"""From so many texts on they are analysed together."""


def analysed(text: str) -> tuple[bytes, int]:
    """The terms of a text, and its traits with its length."""
    terms = all_terms(text)
    return terms, len(terms) // 4 << LENGTH_FROM | traits(text)


class Marker:
    """Makes marks: the analysis at once, and the vector too where the model is at hand.

    A model that must be called over the network keeps nobody waiting: messages are stored without
    their vectors, and a job makes those.
    """

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._near = embedder if embedder is not None and embedder.local else None
        self.by = Makers(ANALYSIS, embedder.identity if embedder else "")

    @property
    def part(self) -> int:
        """How many messages to mark in one go: a far model is asked for no more than one request."""
        return FAR_PART if self._embedder is not None and self._near is None else NEAR_PART

    def leaves(self, marks: Sequence[Mark]) -> bool:
        """Whether something of these marks, which were made together, is left for a job to make."""
        return bool(marks) and (marks[0].analysis, marks[0].model) != self.by

    def marks(self, texts: Sequence[str]) -> list[Mark]:
        """A mark for each text, as far as it can be made at once.

        Nothing that fails here keeps a message from being stored: a job makes the rest.
        """
        try:
            terms = _together()(texts) if len(texts) >= MANY else list(map(all_terms, texts))
            flags = [
                len(made) // 4 << LENGTH_FROM | traits(text)
                for text, made in zip(texts, terms, strict=True)
            ]
        except (OSError, ImportError):  # the files of the analysis cannot be read now
            return [Mark()] * len(texts)
        model, vectors = self._at_once(texts)
        many = len(texts)
        rows = zip([ANALYSIS] * many, terms, flags, [model] * many, vectors, strict=True)
        return list(map(_mark, rows))

    def mended(self, rows: Sequence[StaleRow], *, afresh: bool = False) -> list[tuple[int, Mark]]:
        """The marks of rows that lack something, or whose marks are to be made `afresh`.

        What a row has is kept. Raises what the model raises, and then nothing is made.
        """
        embedder, (analysis, model) = self._embedder, self.by
        wanted = [row for row in rows if afresh or row.mark.model != model]
        vectors: dict[int, bytes] = {}
        if embedder is not None and wanted:
            made = self._vectors(embedder, [row.text for row in wanted])
            vectors = {row.seq: vector for row, vector in zip(wanted, made, strict=True)}
        mended = []
        for seq, text, old in rows:
            stands = old.analysis == analysis and not afresh
            terms, traits = (old.terms, old.traits) if stands else analysed(text)
            vector = vectors.get(seq, old.vector if model else b"")
            mended.append((seq, Mark(analysis, terms, traits, model, vector)))
        return mended

    def analysed(self, sheet: Sheet, stale: Sequence[StaleRow]) -> Sheet:
        """The sheet with the terms and traits that it lacks, made from the texts of stale rows."""
        texts = {row.seq: row.text for row in stale}
        rows = zip(sheet.seqs, sheet.terms, sheet.traits, strict=True)
        made = [analysed(texts[s]) if terms is None else (terms, t) for s, terms, t in rows]
        return replace(sheet, terms=[t for t, _ in made], traits=[t for _, t in made])

    def _at_once(self, texts: Sequence[str]) -> tuple[str, list[bytes]]:
        """The vectors and the model they are by; no model, and empty ones, where it must wait."""
        if self._near is None:
            return "", [b""] * len(texts)
        try:
            return self.by.model, self._vectors(self._near, texts)
        except (HoldfastError, OSError, ImportError):
            return "", [b""] * len(texts)

    def _vectors(self, embedder: Embedder, texts: Sequence[str]) -> list[bytes]:
        return _packing()(embedder.embed(texts))


@cache
def _packing() -> Callable[[NDArray[np.float32]], list[bytes]]:
    from holdfast.flow.capture.packing import packed  # numpy, which is slow to load

    return packed


@cache
def _together() -> Callable[[Sequence[str]], list[bytes]]:
    from holdfast.text.together import terms_of_all  # numpy again

    return terms_of_all
