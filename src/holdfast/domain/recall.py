"""Recall: what was found for a question, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, overload

from holdfast.domain.message import Trust

MESSAGE, SUMMARY, FACT, EVENT = "message", "summary", "fact", "event"
KINDS = (MESSAGE, SUMMARY, FACT, EVENT)
"""What can be recalled. The role of a hit that is no message is its kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing found: its text, where it comes from, and its score by retriever.

    `seq` is its place in the log; where it is no message but something made of messages, that of
    the first of them, and its sources are all of them.
    """

    score: float
    text: str
    sources: tuple[str, ...]
    seq: int = field(compare=False)
    session: str
    agent: str
    role: str
    speaker: str | None
    said_at: datetime
    trust: Trust
    scores: Mapping[str, float]


class _WhenRead:
    """A field that may hold what makes its value, and of what, as a pair; the value is made when
    somebody first reads it.

    A recall makes ten hits in a few microseconds, and hardly anyone looks at what their scores are
    made of.
    """

    def __init__(self, slot: Any) -> None:
        self._slot = slot

    def __get__(self, hit: Hit | None, owner: type) -> Any:
        if hit is None:
            return self._slot
        value = self._slot.__get__(hit)
        if type(value) is tuple:
            make, given = value
            value = make(given)
            self._slot.__set__(hit, value)
        return value

    def __set__(self, hit: Hit, value: object) -> None:
        self._slot.__set__(hit, value)


setattr(Hit, "scores", _WhenRead(Hit.__dict__["scores"]))  # noqa: B010  mypy sees a slot


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A candidate that was not returned, and the reason."""

    source: str
    reason: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One step of a recall: how many candidates went in and came out."""

    name: str
    taken: int
    kept: int
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The trace of one recall."""

    run: str
    user: str
    query: str
    asked_at: datetime
    k: int = 10
    agent: str | None = None
    session: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    kinds: tuple[str, ...] = (MESSAGE,)
    terms: tuple[str, ...]
    windows: tuple[tuple[str, datetime, datetime], ...] = ()
    """The times the question names: its words, when each begins, and when it ends."""
    stages: tuple[Stage, ...]
    hits: tuple[Hit, ...]
    dropped: tuple[Dropped, ...]
    dropped_in_all: int


@dataclass(frozen=True, slots=True)
class Recall(Sequence[Hit]):
    """The hits of one recall, best first. `run` is its name for `explain`."""

    run: str
    hits: tuple[Hit, ...] = field(default=())

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)
