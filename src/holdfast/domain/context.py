"""Context: memory packed under a token budget, ready for a prompt."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.domain.recall import Dropped, Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Text for a prompt. `tokens` never exceeds `budget`; `counted_by` says how they were counted.

    `stable` is what the text begins with: it is the same, byte for byte, whatever is asked, until
    the user's standing instructions or the budget change. Put it first and prompt caches survive.
    """

    text: str
    stable: str = ""
    tokens: int
    budget: int
    counted_by: str
    hits: tuple[Hit, ...]
    dropped: tuple[Dropped, ...]
    run: str

    @property
    def recalled(self) -> str:
        """What follows on `stable`: it is another with every question, and is best put last."""
        return self.text[len(self.stable) :].lstrip("\n")
