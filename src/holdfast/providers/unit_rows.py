"""Vectors of length one, as every embedder gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


def unit_rows(matrix: NDArray[np.floating[Any]]) -> Vectors:
    """Every row brought to length one; a row of zeros stays one."""
    import numpy as np

    wide = np.asarray(matrix, np.float64)
    largest = np.abs(wide).max(axis=1, keepdims=True, initial=0.0)
    # Divided by the largest number first: squares of very large or small ones leave the range.
    wide = np.divide(wide, largest, out=np.zeros_like(wide), where=largest > 0)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))[:, None]
    np.divide(wide, lengths, out=wide, where=lengths > 0)
    rows: Vectors = wide.astype(np.float32)
    return rows


def rows_of(
    texts: Sequence[str],
    vectors: Callable[[list[str]], NDArray[np.floating[Any]]],
    dimensions: Callable[[], int],
) -> Vectors:
    """One row a text; `vectors` is asked for those with content only, the others have zeros.

    `dimensions` is asked last, because it may be known only once vectors were made.
    """
    import numpy as np

    filled = [at for at, text in enumerate(texts) if text.strip()]
    made = unit_rows(vectors([texts[at] for at in filled])) if filled else None
    found = np.zeros((len(texts), dimensions()), np.float32)
    if made is not None:
        found[filled] = made
    return found
