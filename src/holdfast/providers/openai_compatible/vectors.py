"""The vectors in an answer, checked: as many as texts, in their order, of one length, finite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.providers.unit_rows import unit_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


def vectors_of(answer: dict[str, Any], count: int) -> Vectors | str:
    """One row a text, each of length one or zero; or what is wrong with the answer, in words."""
    import numpy as np

    rows = _in_order(answer.get("data"), count)
    if isinstance(rows, str):
        return rows
    found = []
    for row in rows:
        numbers = _numbers(row)
        if numbers is None:
            return "one of its embeddings is not a list of numbers"
        found.append(numbers)
    if len({len(numbers) for numbers in found}) > 1:
        return "its embeddings differ in length"
    matrix = np.stack(found)
    if not np.isfinite(matrix).all():
        return "its embeddings have numbers that are not finite"
    return unit_rows(matrix)


def _in_order(data: Any, count: int) -> list[Any] | str:
    """The embeddings in the order of the texts. An answer without indexes counts as in order."""
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        return "it has no list of embeddings"
    if len(data) != count:
        return f"it has {len(data)} embeddings for {count} texts"
    places = [row.get("index") for row in data]
    if all(place is None for place in places):
        return [row.get("embedding") for row in data]
    if any(type(place) is not int for place in places) or sorted(places) != list(range(count)):
        return "its embeddings are not numbered from 0 on"
    found: list[Any] = [None] * count
    for place, row in zip(places, data, strict=True):
        found[place] = row.get("embedding")
    return found


def _numbers(embedding: Any) -> NDArray[np.float64] | None:
    """The numbers of a list, or of float32 in base64; None for anything else."""
    import numpy as np

    if isinstance(embedding, str):
        return _decoded(embedding)
    if not isinstance(embedding, list) or not embedding:
        return None
    try:
        numbers = np.array(embedding)
    except (ValueError, OverflowError):  # lists of different lengths among them
        return None
    # A number that fits no integer type makes an array of objects; text makes one of text.
    return numbers.astype(np.float64) if numbers.ndim == 1 and numbers.dtype.kind in "fiu" else None


def _decoded(text: str) -> NDArray[np.float64] | None:
    from base64 import b64decode

    import numpy as np

    try:
        data = b64decode(text, validate=True)
    except ValueError:
        return None
    return np.frombuffer(data, "<f4").astype(np.float64) if data and len(data) % 4 == 0 else None
