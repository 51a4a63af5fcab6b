"""User: whose memory it is, and the stamp that tells whether a copy of it is still fresh."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from holdfast.domain.message import Json


class Stamp(NamedTuple):
    """The state of one user's log.

    `last_seq` grows with every message and version. `epoch` is a random number that changes when
    something was forgotten, or the user began anew: a copy with another epoch is worthless and is
    read again whole; a copy with the same epoch only lacks what came after its `last_seq`.
    `marked` grows when vectors that a copy had to do without have been made.
    """

    epoch: int
    last_seq: int
    marked: int = 0


@dataclass(frozen=True, slots=True)
class Amount:
    """How much was said: messages, each once, and all their versions."""

    messages: int
    versions: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """How much is remembered of one user: messages (each once) and sessions.

    `last_at` is when something was last said, None where there is no session.
    """

    user: str
    messages: int
    sessions: int
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Details:
    """What a caller keeps beside a user's memory, and when it first and last did.

    A user who was only ever spoken with has none, and no such times.
    """

    user: str
    kept: Mapping[str, Json] = field(default_factory=dict)
    made_at: datetime | None = None
    changed_at: datetime | None = None
