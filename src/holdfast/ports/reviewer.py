"""Reviewers: what finds contradiction, repetition and redundancy in a memo."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from holdfast.ports.summariser import Line


class Action(StrEnum):
    """What a review does to a line."""

    DROP = "drop"
    REWRITE = "rewrite"


class Change(NamedTuple):
    """One change that a review proposes: to which line, what, and why.

    `reason` is for people, in the language of the line: what it repeats or contradicts.
    """

    target: str
    action: Action
    reason: str
    text: str = ""


class Review(NamedTuple):
    """What came of it. A failure is a value: `error` says what went wrong, and nothing changes."""

    changes: tuple[Change, ...] = ()
    error: str = ""
    by: str = ""


class Reviewer(Protocol):
    """Rules or a model."""

    @property
    def identity(self) -> str:
        """A name that changes when the reviews may."""
        ...

    def review(self, lines: Sequence[Line]) -> Review:
        """What to change in these lines, oldest first. Names only lines that it was given.

        Of two that contradict each other the older one goes; of two that say the same, the newer.
        Never raises for what a model or the network did, and always ends.
        """
        ...
