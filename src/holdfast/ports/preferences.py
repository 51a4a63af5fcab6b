"""Preferences: values that may change while running."""

from __future__ import annotations

from typing import Protocol

from holdfast.domain.message import Json
from holdfast.domain.preference import Preference


class Preferences(Protocol):
    """Named values of a space."""

    def get(self, name: str) -> Preference | None:
        """The preference, or None where the default holds."""
        ...

    def put(self, name: str, value: Json, *, expect: int) -> Preference:
        """Write a value whose revision is still `expect` (0: never written), else Conflict."""
        ...

    def remove(self, name: str) -> bool:
        """Have the default hold again; whether a value was there. Revisions begin anew."""
        ...

    def all(self) -> list[Preference]:
        """All of the space's, by name."""
        ...
