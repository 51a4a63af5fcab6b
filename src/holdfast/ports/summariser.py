"""Summarisers: what makes a short text of a long one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing to read: a message, or a summary made before (then nobody says it)."""

    id: str
    text: str
    voice: str = ""
    role: str = ""
    said_at: datetime | None = None


class Summary(NamedTuple):
    """What came of it. A failure is a value: `error` says what went wrong and `text` is empty.

    `provisional` means that it is a stand-in, to be made again when the maker is well.
    """

    text: str = ""
    error: str = ""
    by: str = ""
    provisional: bool = False


class Summariser(Protocol):
    """Rules or a model. One that may fall ill can say so by a property `well`: see `is_well`."""

    @property
    def identity(self) -> str:
        """A name that changes when the summaries may."""
        ...

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        """A text of at most `limit` characters, in the language of the lines.

        Keeps names, dates, numbers, decisions and promises before all else. Never raises for what
        a model or the network did, and always ends.
        """
        ...


def is_well(summariser: Summariser) -> bool:
    """Whether it is worth asking again for what a stand-in made. One that says nothing is well."""
    return bool(getattr(summariser, "well", True))
