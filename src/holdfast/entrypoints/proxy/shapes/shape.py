"""Shape: what a request of one kind says, where memory goes in it, and what its answer says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from holdfast.entrypoints.proxy.splice import Insertion, Piece
from holdfast.flow.capture.conversation import Conversation

Document = Mapping[str, Piece]


class Answer(NamedTuple):
    """What a model has said; `whole` is False where it was cut off. No message: nothing is known."""

    message: dict[str, Any] | None
    whole: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that was read: its text, and what it says."""

    text: str
    document: Document
    conversation: Conversation
    streamed: bool

    def named(self, *names: str) -> str:
        """The first of some members that names something: at the top, or in `metadata`."""
        metadata = self.value("metadata")
        for name in names:
            at, _, inner = name.partition(".")
            found = metadata.get(inner) if inner and isinstance(metadata, Mapping) else None
            found = self.value(at) if not inner else found
            if isinstance(found, str) and found.strip():
                return found
        return ""

    def value(self, name: str) -> Any:
        """A member's value; None where there is none."""
        piece = self.document.get(name)
        return None if piece is None else piece.value


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of request. `read` raises ValueError for what is none of this kind."""

    read: Callable[[str], Asked]
    places: Callable[[Asked, str, str], list[Insertion]]
    """Where the stable and the recalled part of a context go."""
    answer: Callable[[bytes, bool], Answer]
    """What the bytes of an answer say; streamed or not."""
    ends: tuple[bytes, ...]
    """What stands at the beginning of a line with which a stream ends."""
