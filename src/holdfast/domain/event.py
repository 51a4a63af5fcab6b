"""Event: what happened in a stretch of a session, told in gists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from holdfast.domain.message import DEFAULT, Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Gist:
    """A line that can be read alone. It tells of a time from `since` until `until`."""

    id: str
    text: str
    since: datetime
    until: datetime
    sources: tuple[str, ...] = ()
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One stretch of a session as it is remembered.

    `provisional` means that a stand-in told it, and that it will be told again.
    """

    id: str
    session: str
    stretch: int
    agent: str = DEFAULT
    began_at: datetime
    ended_at: datetime
    gists: tuple[Gist, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    emotions: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    by: str = ""
    provisional: bool = False

    @property
    def text(self) -> str:
        """Its gists, one a line."""
        return "\n".join(gist.text for gist in self.gists)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What somebody tells of something that happened, to be kept as an event.

    Each of the `lines` is a gist. `sources` are the messages that it rests on. `at` is when it was
    told, if not when these were said; `id` the event's own, if it has one already. `own` is
    whatever the caller keeps with it.
    """

    lines: tuple[str, ...]
    sources: tuple[str, ...]
    id: str = ""
    at: datetime | None = None
    tags: tuple[tuple[str, str], ...] = ()
    own: Mapping[str, Json] = field(default_factory=dict)
