"""Memo: what the recent memory of one agent is made of, apart from its summaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Memo:
    """How far the log of a user and an agent is folded into summaries.

    Every message at or before `folded_to` is a source of some segment (or was forgotten); those
    behind it may be. What lies at or before `cleared_to` is not shown any more. `hidden` names
    messages that a review took out of sight, each with the review that did.
    """

    user: str
    agent: str
    folded_to: int = 0
    cleared_to: int = 0
    hidden: Mapping[str, str] = field(default_factory=dict)
    revision: int = 1
