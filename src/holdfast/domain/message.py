"""Message: one line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

Json = Any
"""A value that JSON can hold. (A recursive type would be exact and unreadable.)"""

DEFAULT = "default"
"""The space, session or agent of those who name none."""


class Trust(StrEnum):
    """Who stands behind a text. Derived from its role, never stored."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"
    DOCUMENT = "document"
    DERIVED = "derived"
    UNTRUSTED = "untrusted"


_TRUST_OF_ROLE = {
    "user": Trust.USER,
    "assistant": Trust.ASSISTANT,
    "system": Trust.SYSTEM,
    "developer": Trust.SYSTEM,
    "tool": Trust.TOOL,
    "function": Trust.TOOL,
    "document": Trust.DOCUMENT,
}


def trust_of(role: str) -> Trust:
    """The trust of a role; a role we do not know is not trusted."""
    return _TRUST_OF_ROLE.get(role, Trust.UNTRUSTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing said. A correction is a new version under the same id; the old one stays.

    `seq` is its place in the user's log (every version has its own), `number` its place in the
    session (all versions share one). `said_at` keeps the zone it was said in.
    """

    id: str
    user: str
    session: str = DEFAULT
    agent: str = DEFAULT
    seq: int
    number: int
    version: int = 1
    role: str
    speaker: str | None = None
    text: str
    parts: tuple[Mapping[str, Json], ...] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)
    said_at: datetime
    stored_at: datetime
    client_id: str | None = None

    @property
    def trust(self) -> Trust:
        """Who stands behind this text."""
        return trust_of(self.role)

    @property
    def voice(self) -> str:
        """The name to show for whoever said it."""
        return self.speaker or self.role


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which messages of a user are meant. Empty means all; every field narrows.

    `after_seq` and `to_seq` bound the place in the log: behind the one, up to the other.
    """

    session: str | None = None
    agent: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    after_seq: int = 0
    to_seq: int | None = None
    all_versions: bool = False
