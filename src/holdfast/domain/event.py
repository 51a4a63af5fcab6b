"""Event: what happened in a stretch of a session, told in gists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from holdfast.domain.message import DEFAULT


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
