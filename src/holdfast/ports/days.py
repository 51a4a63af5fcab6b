"""Days: how much was said between one moment and the next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol


class Spell(NamedTuple):
    """What was said in one session between two moments.

    `part` counts from 0: between which of the moments. `last_at` is when something was said in it
    last, and `seq` the place in the log of what was said then; of several, the highest.
    """

    part: int
    session: str
    messages: int
    last_at: datetime
    seq: int


class Days(Protocol):
    """The log by the time said. Only newest versions count.

    `bounds` are moments in order, two at least. Each part runs from one of them up to the next,
    which is not in it any more; a part may be empty. An agent narrows.
    """

    def counts(
        self, user: str, bounds: Sequence[datetime], *, agent: str | None = None
    ) -> list[int]:
        """How many messages were said in each part, in order."""
        ...

    def spells(
        self,
        user: str,
        bounds: Sequence[datetime],
        *,
        agent: str | None = None,
        behind: tuple[datetime, str] | None = None,
        limit: int = 1000,
    ) -> list[Spell]:
        """Sessions by part, the last part first; in it by `last_at`, the latest first, then by name.

        With `behind`, a `last_at` and a session, only what follows on it in the last part, and all
        of the parts before.
        """
        ...

    def beside(
        self, user: str, since: datetime, until: datetime, *, agent: str | None = None
    ) -> tuple[datetime | None, datetime | None]:
        """When something was said last before `since`, and first from `until` on."""
        ...
