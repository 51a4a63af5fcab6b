"""What the namespaces have in common: the parts and the space they look at."""

from __future__ import annotations

from datetime import datetime

from holdfast.wiring import Parts


class SpaceRows:
    """A view of one space's rows."""

    def __init__(self, parts: Parts, space: str) -> None:
        self._parts = parts
        self._store = parts.store
        self._space = space

    def _now(self) -> datetime:
        return self._parts.clock.now()
