"""Draft: a message that was accepted and not yet logged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from holdfast.domain.message import Json


class Draft(NamedTuple):
    """What the caller said, checked and in one form. It has no id or place in the log yet.

    `attachments` holds, by reference, the parts that are too large to lie in the log's rows.
    """

    role: str
    text: str
    said_at: datetime
    speaker: str | None = None
    client_id: str | None = None
    parts: tuple[Mapping[str, Json], ...] = ()
    extra: Mapping[str, Json] = MappingProxyType({})
    attachments: Mapping[str, bytes] = MappingProxyType({})
