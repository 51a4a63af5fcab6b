"""Windows of time, read from a question against the time of asking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from holdfast.text.when.hints import in_chinese, in_english
from holdfast.text.when.spans import Now, moments

if TYPE_CHECKING:
    from holdfast.text.when.readings import Node
    from holdfast.text.when.spans import Span

    Read = Callable[[str, Now, bool, bool], Iterator[tuple[Node, Span, bool]]]


class Window(NamedTuple):
    """A stretch of time a question speaks of."""

    begins: datetime
    """In the zone of the time of asking."""

    ends: datetime
    """The first moment after it."""

    phrase: str
    """The words it was read from, as they stand in the question."""

    start: int
    stop: int
    """The place of the phrase in the question."""

    exact: bool
    """Whether it has definite ends. A vague one is widened, and should weigh softly."""


def windows(question: str, asked_at: datetime) -> tuple[Window, ...]:
    """The times a question speaks of, in the order of their words; empty where there are none.

    >>> from datetime import UTC
    >>> [
    ...     w.begins.isoformat()
    ...     for w in windows("And in May 2022?", datetime(2025, 1, 1, tzinfo=UTC))
    ... ]
    ['2022-05-01T00:00:00+00:00']
    """
    english, chinese = in_english(question), in_chinese(question)
    if not english and not chinese:
        return ()
    found = []
    for node, span, exact in _reader()(question, Now.of(asked_at), english, chinese):
        ends = moments(span, asked_at.tzinfo)
        if ends is not None:
            phrase = question[node.start : node.stop]
            found.append(Window(*ends, phrase, node.start, node.stop, exact))
    return tuple(found)


@lru_cache(maxsize=1)
def _reader() -> Read:
    """The words and rules, which take long to load and are needed by few processes at once."""
    from holdfast.text.when.reader import read

    return read
