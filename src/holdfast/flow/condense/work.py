"""Work on one agent's memo: what the steps of condensing share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.job import Job
from holdfast.domain.memo import Memo
from holdfast.domain.message import Message
from holdfast.errors import ModelUnavailable
from holdfast.flow.condense.lines import line_of_item, line_of_message
from holdfast.flow.condense.overlay import Overlay
from holdfast.flow.condense.sizes import SEGMENT_CHARS, STRETCH_CHARS, TOPIC_CHARS
from holdfast.flow.lease import Held
from holdfast.flow.usual import Usual
from holdfast.ports.store import Store
from holdfast.ports.summariser import Line, Summariser, Summary
from holdfast.ports.unit import Unit

T = TypeVar("T")

MOST = 10_000
"""More summaries than are in sight at a time."""


def memo_of(unit: Unit, user: str, agent: str) -> Memo:
    """The memo, or one of which nothing is known yet (revision 0)."""
    return unit.memos.get(user, agent) or Memo(user=user, agent=agent, revision=0)


def in_sight(unit: Unit, user: str, agent: str, level: int | None = None) -> list[Item]:
    """The agent's summaries that no other stands for, in the order of the log."""
    which = ItemSelection(kind=ItemKind.SUMMARY, agent=agent, level=level, current=True)
    return unit.items.select(user, which, limit=MOST)


@dataclass(slots=True)
class Work:
    """A job that condenses. Summaries are made with no lock held; each step is stored whole."""

    summariser: Summariser
    usual: Usual
    store: Store
    held: Held
    job: Job
    agent: str

    @property
    def user(self) -> str:
        """Whose memo it is."""
        return self.job.user

    def read(self, query: Callable[[Unit], T]) -> T:
        """Look something up."""
        return self.store.read(self.job.space, query)

    def step(self, effects: Callable[[Unit, datetime], None]) -> None:
        """Store something, and hold the job longer. `effects` checks that it still fits."""

        def work(unit: Unit, job: Job) -> Job:
            effects(unit, self.held.clock.now())
            return replace(job, done=job.done + 1)

        self.job = self.held.step(self.store, self.job, work)

    def sum_up_messages(self, messages: Sequence[Message], overlay: Overlay) -> Summary:
        """What was said, in short, as reviews have left it."""
        return self._sum_up([*map(line_of_message, overlay.read(messages))], SEGMENT_CHARS)

    def sum_up_items(self, items: Sequence[Item], level: int) -> Summary:
        """Summaries in short. What stands alone is taken as it is."""
        if len(items) == 1:
            (item,) = items
            by = str(item.attributes.get("by", ""))
            return Summary(item.text, by=by, provisional=item.provisional)
        return self._sum_up(
            [*map(line_of_item, items)], STRETCH_CHARS if level == 1 else TOPIC_CHARS
        )

    def _sum_up(self, lines: Sequence[Line], limit: int) -> Summary:
        """Raises ModelUnavailable if no summary could be made: then all stays as it is."""
        spoken = [line for line in lines if line.text.strip()]
        if not spoken:
            return Summary(by=self.summariser.identity)
        made = self.summariser.summarise(spoken, limit=limit)
        if made.error:
            raise ModelUnavailable(f"No summary could be made: {made.error}")
        return made if made.by else made._replace(by=self.summariser.identity)
