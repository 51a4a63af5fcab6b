"""Overlay: what reviews changed in messages, kept with the segment they were folded into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from holdfast.domain.item import Item
from holdfast.domain.memo import Memo
from holdfast.domain.message import Json, Message

LEFT_OUT, REWORDED = "left_out", "reworded"


class Overlay(NamedTuple):
    """Messages that are not read, and messages that are read in other words."""

    left_out: Sequence[str] = ()
    reworded: Mapping[str, str] = {}

    @classmethod
    def of(cls, memo: Memo, ids: Iterable[str]) -> Overlay:
        """What the memo says of these messages."""
        ids = list(ids)
        words = {id_: memo.reworded[id_][1] for id_ in ids if id_ in memo.reworded}
        return cls([id_ for id_ in ids if id_ in memo.hidden], words)

    @classmethod
    def in_(cls, segment: Item) -> Overlay:
        """What was said of its messages when the segment was made."""
        attributes = segment.attributes
        return cls(tuple(attributes.get(LEFT_OUT, ())), dict(attributes.get(REWORDED, {})))

    def attributes(self) -> dict[str, Json]:
        """What a segment has to remember of it."""
        left_out = {LEFT_OUT: list(self.left_out)} if self.left_out else {}
        reworded = {REWORDED: dict(self.reworded)} if self.reworded else {}
        return {**left_out, **reworded}

    def read(self, messages: Iterable[Message]) -> list[Message]:
        """The messages to read, in the words to read."""
        return [
            replace(message, text=self.reworded.get(message.id, message.text))
            for message in messages
            if message.id not in self.left_out
        ]
