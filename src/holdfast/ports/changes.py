"""Changes: whether anything at all has changed. A store may tell; none has to."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Changes(Protocol):
    """What a store offers beside `ports.store.Store` if it can tell cheaply that nothing changed."""

    def changes(self) -> int:
        """A number that grows when someone, in whichever process, has committed a change.

        Several changes may count as one. Numbers of two stores, or of two processes, say nothing
        about each other.
        """
        ...
