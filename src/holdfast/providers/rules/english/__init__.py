"""Claims in English messages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Said


def claims_in(said: Said, before: Sequence[Said]) -> list[Claim]:
    """What a message claims. `before` are the messages that it may answer or correct."""
    from holdfast.providers.rules.english.message import understood  # loads its files when needed

    return understood(said, before)
