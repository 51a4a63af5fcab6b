"""A summariser and a reviewer that do as they are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.ports.reviewer import Change, Review, Reviewer
from holdfast.ports.summariser import Line, Summariser, Summary


class FakeSummariser(Summariser):
    """Cuts the lines short. Remembers what it read, and fails while `error` is set."""

    identity = "fake"

    def __init__(self) -> None:
        self.error = ""
        self.read: list[list[str]] = []
        self.meanwhile: Callable[[], object] = lambda: None
        """What happens while it thinks."""

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        self.meanwhile()
        if self.error:
            return Summary(error=self.error)
        self.read.append([line.id for line in lines])
        text = " / ".join(line.text for line in lines)
        return Summary(text[:limit], by=self.identity)


class FakeReviewer(Reviewer):
    """Proposes what it was given."""

    identity = "fake"

    def __init__(self, *changes: Change) -> None:
        self.changes = changes
        self.error = ""
        self.meanwhile: Callable[[], object] = lambda: None

    def review(self, lines: Sequence[Line]) -> Review:
        self.meanwhile()
        known = {line.id for line in lines}
        changes = tuple(change for change in self.changes if change.target in known)
        return Review(() if self.error else changes, self.error, self.identity)
