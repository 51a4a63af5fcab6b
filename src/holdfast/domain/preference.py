"""Preference: a value that may change while running, kept per space."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.domain.message import Json


@dataclass(frozen=True, slots=True)
class Preference:
    """A named value. `revision` counts its changes from 1."""

    name: str
    value: Json
    revision: int
