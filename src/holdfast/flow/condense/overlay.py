"""Overlay: what reviews changed in messages, kept with the segment they were folded into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from holdfast.domain.item import Item
from holdfast.domain.memo import Memo
from holdfast.domain.message import Json, Message

HIDDEN, REWORDED = "hidden", "reworded"


class Overlay(NamedTuple):
    """Messages that are not read, and messages that are read in other words: see `domain.memo`."""

    hidden: Mapping[str, str] = {}
    reworded: Mapping[str, tuple[str, str]] = {}

    @classmethod
    def of(cls, memo: Memo, ids: Iterable[str]) -> Overlay:
        """What the memo says of these messages."""
        ids = list(ids)
        return cls(
            {id_: memo.hidden[id_] for id_ in ids if id_ in memo.hidden},
            {id_: memo.reworded[id_] for id_ in ids if id_ in memo.reworded},
        )

    @classmethod
    def in_(cls, item: Item) -> Overlay:
        """What was said of its messages when a segment was made; other items have none."""
        reworded = dict(item.attributes.get(REWORDED, {}))
        return cls(
            dict(item.attributes.get(HIDDEN, {})),
            {id_: (by, text) for id_, (by, text) in reworded.items()},
        )

    def attributes(self) -> dict[str, Json]:
        """What a segment has to remember of it."""
        reworded = {id_: list(how) for id_, how in self.reworded.items()}
        kept: dict[str, Json] = {HIDDEN: dict(self.hidden), REWORDED: reworded}
        return {name: value for name, value in kept.items() if value}

    @staticmethod
    def stripped(attributes: Mapping[str, Json]) -> dict[str, Json]:
        """The attributes of a segment without any overlay."""
        return {name: v for name, v in attributes.items() if name not in (HIDDEN, REWORDED)}

    def read(self, messages: Iterable[Message]) -> list[Message]:
        """The messages to read, in the words to read."""
        seen = (message for message in messages if message.id not in self.hidden)
        return [
            replace(message, text=self.reworded[message.id][1])
            if message.id in self.reworded
            else message
            for message in seen
        ]

    def before(self, review: str) -> Overlay:
        """The overlay without what a review changed."""
        return Overlay(
            {id_: by for id_, by in self.hidden.items() if by != review},
            {id_: how for id_, how in self.reworded.items() if how[0] != review},
        )

    def without(self, message: str) -> Overlay:
        """The overlay with no word about a message."""
        return Overlay(
            {id_: by for id_, by in self.hidden.items() if id_ != message},
            {id_: how for id_, how in self.reworded.items() if id_ != message},
        )

    def put_back(self, memo: Memo) -> Memo:
        """The memo with this over it. What the memo says itself counts more."""
        return replace(
            memo,
            hidden={**self.hidden, **memo.hidden},
            reworded={**self.reworded, **memo.reworded},
        )
