"""Keys: knowledge that leads to messages, searched beside the messages themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.moments import to_micros
from holdfast.domain.recall import SUMMARY, Hit
from holdfast.flow.capture.marking import Marker
from holdfast.flow.recall.ask import Question
from holdfast.flow.recall.index import UserIndex
from holdfast.ports.marks import Mark, Sheet
from holdfast.ports.unit import Unit

_MOST = 10_000
"""More than a user has in sight."""


class Keys:
    """A user's summaries as an index of their own, made when somebody asks for it.

    Their marks are kept in memory alone: each is made once for a text, and goes when the text is
    not in sight any more. Nothing of them is stored, so nothing of them has to be forgotten.
    """

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.index = UserIndex(0)
        self._marks: dict[tuple[str, int], Mark] = {}
        self._below: dict[str, tuple[str, ...]] = {}

    @property
    def bytes(self) -> int:
        """About how much memory they take."""
        marks = sum(len(mark.terms) + len(mark.vector) for mark in self._marks.values())
        below = sum(map(len, self._below.values()))
        return self.index.bytes + marks + 80 * below + sum(4 * len(i.text) for i in self.items)

    def refresh(self, unit: Unit, user: str, marker: Marker) -> None:
        """Make them those that the unit's snapshot holds."""
        items = in_sight(unit, user)
        if [(i.id, i.revision) for i in items] == [(i.id, i.revision) for i in self.items]:
            return
        fresh = [item for item in items if (item.id, item.revision) not in self._marks]
        made = marker.marks([item.text for item in fresh])
        known = self._marks | {(i.id, i.revision): m for i, m in zip(fresh, made, strict=True)}
        self._marks = {(i.id, i.revision): known[i.id, i.revision] for i in items}
        self.items, self.index, self._below = items, UserIndex(0), {}
        self.index.feed(_sheet(items, [*self._marks.values()]))

    def among(self, question: Question) -> NDArray[np.bool_]:
        """Which of them lie within what is asked about."""
        return np.array([_meant(item, question) for item in self.items], np.bool_)

    def read(self, seqs: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Text and zone by place, as a log gives them."""
        return {seq: (self.items[seq - 1].text, "UTC") for seq in seqs}

    def hit(self, unit: Unit, found: Hit) -> Hit:
        """What was found, with the messages it rests on as its sources."""
        item = self.items[found.seq - 1]
        resting = [each for each in self.items if each.id in found.sources]
        for each in resting:  # what one rests on does not change: it would go with it
            if each.id not in self._below:
                self._below[each.id] = messages_below(unit, [each])
        return replace(
            found,
            sources=tuple(dict.fromkeys(id_ for each in resting for id_ in self._below[each.id])),
            seq=item.place,
            session=item.session,
            trust=item.trust,
        )


def in_sight(unit: Unit, user: str) -> list[Item]:
    """The summaries that no other stands for, but for those that were cleared away."""
    which = ItemSelection(kind=ItemKind.SUMMARY, current=True)
    cleared = {memo.agent: memo.cleared_to for memo in unit.memos.of(user)}
    items = unit.items.select(user, which, limit=_MOST)
    return [item for item in items if item.place > cleared.get(item.agent, 0) and item.text]


def messages_below(unit: Unit, items: Iterable[Item]) -> tuple[str, ...]:
    """The messages that summaries rest on, however far down: those of segments name them."""
    found: list[str] = []
    edge = list(items)
    while edge:
        found += [source for item in edge if not item.level for source in item.sources]
        above = [item for item in edge if item.level]
        edge = [below for item in above for below in unit.items.get(item.user, item.sources)]
    return tuple(dict.fromkeys(found))


def _meant(item: Item, question: Question) -> bool:
    return (
        question.agent in (None, item.agent)
        and question.session in (None, item.session)
        and (question.since is None or item.valid_to >= question.since)
        and (question.until is None or item.valid_from <= question.until)
        and item.expires_at > question.asked_at
    )


def _sheet(items: Sequence[Item], marks: Sequence[Mark]) -> Sheet:
    """Each as a message of a session of its own: what it stands beside says nothing about it."""
    count, ids = len(items), [item.id for item in items]
    return Sheet(
        seqs=range(1, count + 1),
        ids=ids,
        versions=[1] * count,
        sessions=ids,
        numbers=[1] * count,
        agents=[item.agent for item in items],
        roles=[SUMMARY] * count,
        speakers=[None] * count,
        said_at=[to_micros(item.valid_to) for item in items],
        traits=[mark.traits for mark in marks],
        terms=[mark.terms for mark in marks],
        vectors=[mark.vector or None for mark in marks],
    )
