"""Draft: a message that was accepted and not yet logged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from holdfast.domain.message import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the caller said, checked and in one form. It has no id or place in the log yet.

    `attachments` holds, by reference, the parts that are too large to lie in the log's rows.
    """

    role: str
    speaker: str | None
    text: str
    parts: tuple[Mapping[str, Json], ...]
    extra: Mapping[str, Json]
    said_at: datetime
    client_id: str | None
    attachments: Mapping[str, bytes] = field(default_factory=dict)
