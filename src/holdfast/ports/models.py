"""Language models. Optional everywhere: a view that lacks one is made by rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from holdfast.domain.message import Json


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked of a model: instructions, data kept apart from them, and the shape wanted."""

    instructions: str
    data: Sequence[str]
    schema: Mapping[str, Json] | None = None
    max_tokens: int = 1024


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. A failure is a value: `error` says what went wrong and `text` is empty."""

    text: str = ""
    error: str = ""
    tokens_in: int = 0
    tokens_out: int = 0


class Model(Protocol):
    """A language model in one of its roles (summary, review, extract, rerank)."""

    @property
    def identity(self) -> str:
        """A name that changes when the answers may: endpoint kind, model and prompt version."""
        ...

    def reply(self, prompt: Prompt) -> Reply:
        """Ask once. Never raises for what the model or the network did, and always ends."""
        ...
