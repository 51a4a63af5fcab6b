"""The embedder that is always there: a table of word vectors for English and Chinese, numpy alone.

A text's vector is the sum of its words' rows, brought to length one. The table was distilled from
a sentence encoder (tools/embedder), so that texts which mean alike lie together in both languages.
"""

from __future__ import annotations

import json
import mmap
import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from holdfast.errors import ModelRefused, ModelUnavailable
from holdfast.providers.static_tokens import Tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MAGIC = b"HFTABLE1"

HEAD = 128
"""Words of a text that make its vector: the rest of a long one only blurs it."""


def shipped_table() -> Path:
    """The table inside the package."""
    return Path(__file__).parent / "static_table" / "table.bin"


@dataclass(frozen=True, slots=True)
class Header:
    """What the first bytes of a table's file say about the rest."""

    name: str
    dimensions: int
    rows: int
    spelled: int
    counted: int
    sections: dict[str, list[int]]
    sha256: str
    begins: int

    @classmethod
    def of(cls, path: Path) -> Header:
        """Read it. ValueError if this is no table; OSError if there is no such file."""
        with path.open("rb") as stream:
            start = stream.read(len(MAGIC) + 4)
            if start[: len(MAGIC)] != MAGIC or len(start) < len(MAGIC) + 4:
                raise ValueError(f"{path} is not a table of word vectors")
            size = int.from_bytes(start[len(MAGIC) :], "little")
            return cls(**json.loads(stream.read(size)), begins=len(start) + size)


@dataclass(frozen=True, slots=True)
class _Table:
    tokens: Tokens
    numbers: NDArray[np.int8]
    scales: NDArray[np.float32]


class StaticEmbedder:
    """Vectors of short texts; the same text and table give the same vector, alone or among others.

    Nothing is read before the first call; the file is then mapped, not copied. Threads may share
    one embedder. A text without a known word has the zero vector.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or shipped_table()
        self._lock = Lock()
        self._loaded: _Table | None = None
        _embedders.add(self)

    @cached_property
    def header(self) -> Header:
        """What the file says about itself."""
        with _readable(self._path):
            return Header.of(self._path)

    @property
    def identity(self) -> str:
        """A name that changes with the vectors: stored ones must be made again when it does."""
        return f"{self.header.name}:{self.header.sha256[:12]}:{HEAD}"

    @property
    def local(self) -> bool:
        """It is: some ten microseconds a text."""
        return True

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return self.header.dimensions

    @property
    def apart(self) -> float:
        """Words for one thing lie within it, one in three; words for two (cat, dog) never did."""
        return 0.3

    def tokens(self, text: str) -> list[int]:
        """The rows that a text is the sum of, in its order, repeated if it repeats itself."""
        return self._table.tokens.of(text)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, each of length one, or zero."""
        import numpy as np

        found = np.empty((len(texts), self.dimensions), np.float32)
        of = self._table.tokens.of
        for place, text in enumerate(
            texts
        ):  # each by itself: its row must not depend on the others
            found[place] = self.embed_tokens(of(text)[:HEAD])
        return found

    def embed_tokens(
        self, ids: Sequence[int], weights: Sequence[float] | Vectors | None = None
    ) -> Vectors:
        """One vector of length one, or zero: the rows' sum, each row times its weight."""
        import numpy as np

        table = self._table
        rows = np.array(ids, np.intp)
        factors = table.scales.take(rows)
        if weights is not None:
            factors = factors * np.asarray(weights, np.float32)
        total: Vectors = factors @ table.numbers.take(rows, axis=0).astype(np.float32)
        length = float(np.sqrt(total @ total))
        return total / np.float32(length) if length else total

    def embed_weighted(self, text: str, weight: Callable[[int], float]) -> Vectors:
        """A question's vector, its words weighed by the caller: rare in the store, heavy here."""
        ids = self.tokens(text)
        return self.embed_tokens(ids, [weight(row) for row in ids])

    @property
    def _table(self) -> _Table:
        if self._loaded is None:
            with self._lock, _readable(self._path):
                if self._loaded is None:
                    self._loaded = self._load()
        return self._loaded

    def _load(self) -> _Table:
        import numpy as np

        header = self.header
        with self._path.open("rb") as stream:
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)

        def section(name: str) -> memoryview:
            offset, length = header.sections[name]
            begin = header.begins + offset
            return memoryview(mapped)[begin : begin + length]

        old, new = str(section("folded"), "utf-8").split("\n")
        words = str(section("words"), "utf-8").split("\n")
        return _Table(
            tokens=Tokens.over(
                words,
                dict(zip(old, new, strict=True)),
                spelled=header.spelled,
                counted=header.counted,
            ),
            numbers=np.frombuffer(section("vectors"), np.int8).reshape(header.rows, -1),
            scales=np.frombuffer(section("scales"), "<f4"),
        )


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Tell in our own words that the table cannot be read."""
    try:
        yield
    except OSError as error:
        raise ModelUnavailable(
            f"The table of word vectors cannot be read ({error}).",
            remedy=f"Nothing is lost: see that {path} is there and may be read.",
        ) from error
    except ValueError as error:
        raise ModelRefused(f"{path} is no table of word vectors.") from error


_embedders: weakref.WeakSet[StaticEmbedder] = weakref.WeakSet()


def _after_fork_in_child() -> None:
    """What is loaded serves the child too; a lock that some thread was holding does not."""
    for embedder in list(_embedders):
        embedder._lock = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
