"""Ask: what a question wants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from holdfast.domain.moments import to_micros
from holdfast.flow.recall.index import Entry
from holdfast.text.terms import asked_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question taken apart. Without terms, what was said last is wanted."""

    text: str
    terms: tuple[str, ...]
    k: int
    asked_at: datetime
    agent: str | None = None
    session: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def narrowed(self) -> bool:
        """Whether it asks about a part of the memory only."""
        return any(v is not None for v in (self.agent, self.session, self.since, self.until))

    def admits(self, entry: Entry) -> bool:
        """Whether a message lies within what is asked about."""
        return (
            (self.agent is None or entry.agent == self.agent)
            and (self.session is None or entry.session == self.session)
            and (self.since is None or entry.said_at >= to_micros(self.since))
            and (self.until is None or entry.said_at <= to_micros(self.until))
        )


def ask(
    text: str,
    *,
    k: int,
    asked_at: datetime,
    agent: str | None = None,
    session: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Question:
    """The question in a text."""
    return Question(
        text=text,
        terms=tuple(asked_terms(text)),
        k=k,
        asked_at=asked_at,
        agent=agent,
        session=session,
        since=since,
        until=until,
    )
