"""Embedders: texts to vectors, by which recall finds what means alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Makes vectors. Threads may share one; making it costs nothing before the first call."""

    @property
    def identity(self) -> str:
        """A name that changes when the vectors may: stored ones must be made again when it does."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of a vector. Where it is not known yet, finding it may ask the model."""
        ...

    @property
    def local(self) -> bool:
        """Whether it is cheap enough to run while a message is added; if not, a job runs it."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text in the order given, each of length one; zeros for a text without content.

        All rows or none. Raises ModelUnavailable if trying later may help, ModelRefused if it
        will not.
        """
        ...
