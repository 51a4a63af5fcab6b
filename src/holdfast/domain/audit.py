"""Audit: memories as plain rows, and what was found wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Fault(StrEnum):
    """What may be wrong with a memory."""

    DUPLICATE = "duplicate"
    """Two say the same in other words."""
    JUNK = "junk"
    """It tells nothing that is worth remembering."""
    CONTRADICTION = "contradiction"
    """Two cannot both hold, and neither says that it replaces the other."""
    STALE = "stale"
    """A dated plan or a passing state that is long over."""
    UNSOURCED = "unsourced"
    """Nothing shows where it comes from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One memory to look over, wherever it is kept.

    `at` is when it was learned, if that is known. `about` is whom it is about where the store says
    so, else empty: the text is asked then. `place` says where it stands, for a reader to find it.
    Those with the same word in `contested` are known to stand against each other. `topic` and
    `value` are what a store that keeps values says that it is.
    """

    id: str
    text: str
    at: datetime | None = None
    sources: tuple[str, ...] = ()
    about: str = ""
    place: str = ""
    contested: str = ""
    topic: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFinding:
    """One finding: what is wrong, with which entries, why, and what to do."""

    fault: Fault
    entries: tuple[AuditEntry, ...]
    why: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """What an audit found, in the order of `Fault`, and of how many entries."""

    looked_at: int
    findings: tuple[AuditFinding, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def counts(self) -> dict[str, int]:
        """How many findings there are of each kind, none left out."""
        return {str(fault): sum(found.fault is fault for found in self.findings) for fault in Fault}
