"""Rerankers: a second, closer look at the best candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Reads question and candidates together. It has a deadline; late or failing, it is skipped."""

    @property
    def identity(self) -> str:
        """A name to show in explanations."""
        ...

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """How well each text answers the question: one finite number a text, higher is better."""
        ...
