"""Texts in batches that a server takes at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def batches(texts: Sequence[str], most_texts: int, most_chars: int) -> Iterator[Sequence[str]]:
    """The texts in their order, each batch within both bounds; a text that is longer goes alone."""
    start = chars = 0
    for at, text in enumerate(texts):
        if at > start and (at - start >= most_texts or chars + len(text) > most_chars):
            yield texts[start:at]
            start, chars = at, 0
        chars += len(text)
    if start < len(texts):
        yield texts[start:]
