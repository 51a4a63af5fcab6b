"""Memo: what the recent memory of one agent is made of, apart from its summaries."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from holdfast.domain.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Memo:
    """How far the log of a user and an agent is folded into summaries.

    Every message at or before `folded_to` is a source of some segment (or was forgotten); those
    behind it may be. What lies at or before `cleared_to` is not shown any more. `hidden` names
    messages that a review took out of sight, each with the review that did; `reworded` those that
    it shows in other words, each with the review and the words.
    """

    user: str
    agent: str
    folded_to: int = 0
    cleared_to: int = 0
    hidden: Mapping[str, str] = field(default_factory=dict)
    reworded: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    revision: int = 1

    def read(self, message: Message) -> Message | None:
        """The message as the memo shows it; None if it is hidden."""
        if message.id in self.hidden:
            return None
        _, text = self.reworded.get(message.id, ("", message.text))
        return message if text == message.text else replace(message, text=text)

    def without(self, ids: Collection[str]) -> Memo:
        """The memo with no word about these messages."""
        return replace(
            self,
            hidden={id_: by for id_, by in self.hidden.items() if id_ not in ids},
            reworded={id_: how for id_, how in self.reworded.items() if id_ not in ids},
        )

    def before(self, review: str) -> Memo:
        """The memo without what a review changed in it."""
        return replace(
            self,
            hidden={id_: by for id_, by in self.hidden.items() if by != review},
            reworded={id_: how for id_, how in self.reworded.items() if how[0] != review},
        )
