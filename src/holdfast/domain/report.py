"""Report: what an import brought."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What came, by number; `duplicates` are versions that were here and were left as they are."""

    users: int = 0
    messages: int = 0
    versions: int = 0
    duplicates: int = 0
    sessions: int = 0
    items: int = 0
    attachments: int = 0
