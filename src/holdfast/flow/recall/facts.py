"""Facts: what a hit says of its message, whatever was asked."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from holdfast.domain.message import Trust

Voice = tuple[str | None, str | None, str]
"""Who said it and in what words, signs and capitals aside: two alike say the same."""

_SIGNS = " \t\r\n.,!?;:~…。，！？；：～、"


class Fact(NamedTuple):
    """A message as a hit shows it."""

    voice: Voice
    sources: tuple[str]
    """Itself alone."""
    text: str
    seq: int
    session: str
    agent: str
    role: str
    speaker: str | None
    said_at: datetime
    trust: Trust


def words_of(text: str) -> str:
    """The words by which two messages are told apart; empty if there are none."""
    return text.strip(_SIGNS).lower()
