"""Recent: the thread of a conversation, as the next prompt needs it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.domain.item import Item
from holdfast.domain.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """What is remembered lately of one user and agent: summaries, then messages word for word.

    Both run from the oldest to the newest. `waiting` counts messages before these that are to be
    folded and are too many to show; `hidden` those that a review took out of sight. The
    `fingerprint` changes with anything in it.
    """

    user: str
    agent: str
    summaries: tuple[Item, ...]
    messages: tuple[Message, ...]
    waiting: int
    hidden: int
    fingerprint: str

    @property
    def memo(self) -> str:
        """The summaries as one text, empty where there is none."""
        return "\n".join(item.text for item in self.summaries if item.text)

    def until(self, moment: datetime) -> Recent:
        """What of it was said by then. A correction changes no message's time.

        A summary that reaches further is in it too: better told twice than never.
        """
        return replace(
            self,
            summaries=tuple(item for item in self.summaries if item.valid_from <= moment),
            messages=tuple(m for m in self.messages if min(m.said_at, m.stored_at) <= moment),
        )
