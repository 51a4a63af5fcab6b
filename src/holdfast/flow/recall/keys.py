"""Keys: knowledge that leads to messages, searched beside the messages themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.moments import to_micros
from holdfast.domain.recall import EVENT, FACT, SUMMARY, Hit
from holdfast.domain.slot import Standing
from holdfast.flow.capture.marking import Marker
from holdfast.flow.recall.ask import Question
from holdfast.flow.recall.index import UserIndex
from holdfast.ports.marks import Mark, Sheet
from holdfast.ports.unit import Unit

_MOST = 10_000
"""More than a user has in sight."""


class Keys:
    """A user's summaries, facts and events as one index, made when somebody asks for it.

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
        kinds = frozenset(question.kinds)
        meant = [kind_of(item) in kinds and _meant(item, question) for item in self.items]
        return np.array(meant, np.bool_)

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
    """What leads to messages: summaries that no other stands for, slots, and gists.

    What was cleared away is not among them, nor what turned out to be wrong.
    """
    cleared = {memo.agent: memo.cleared_to for memo in unit.memos.of(user)}
    summaries = unit.items.select(user, _SUMMARIES, limit=_MOST)
    items = [item for item in summaries if item.place > cleared.get(item.agent, 0)]
    slots = [item for which in _SLOTS for item in unit.items.select(user, which, limit=_MOST)]
    items += [item for item in slots if item.attributes.get("standing") != Standing.WRONG]
    items += unit.items.select(user, _GISTS, limit=_MOST)
    return [item for item in items if item.text]


_SUMMARIES = ItemSelection(kind=ItemKind.SUMMARY, current=True)
_SLOTS = (ItemSelection(kind=ItemKind.SLOT), ItemSelection(kind=ItemKind.INSTRUCTION))
_GISTS = ItemSelection(kind=ItemKind.EVENT, level=0)
_KINDS = {ItemKind.SUMMARY: SUMMARY, ItemKind.EVENT: EVENT}


def kind_of(item: Item) -> str:
    """As what it can be recalled."""
    return _KINDS.get(item.kind, FACT)


def messages_below(unit: Unit, items: Iterable[Item]) -> tuple[str, ...]:
    """The messages that items rest on, however far down: those at the bottom name them."""
    found: list[str] = []
    edge = list(items)
    while edge:
        found += [source for item in edge if not _is_above(item) for source in item.sources]
        above = [item for item in edge if _is_above(item)]
        edge = [below for item in above for below in unit.items.get(item.user, item.sources)]
    return tuple(dict.fromkeys(found))


def _is_above(item: Item) -> bool:
    """Whether it rests on other items, and only through them on messages."""
    return bool(item.level) and kind_of(item) != FACT


def _meant(item: Item, question: Question) -> bool:
    return (
        (question.agent is None or item.agent in ("", question.agent))
        and question.session in (None, item.session)
        and (question.since is None or item.valid_to >= question.since)
        and (question.until is None or item.valid_from <= question.until)
        and item.expires_at > question.asked_at
    )


def _told_at(item: Item) -> datetime:
    """The time that it tells of: of a slot when it began to hold, of all else when it was over."""
    return item.valid_from if kind_of(item) == FACT else item.valid_to


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
        roles=[kind_of(item) for item in items],
        speakers=[None] * count,
        said_at=[to_micros(_told_at(item)) for item in items],
        traits=[mark.traits for mark in marks],
        terms=[mark.terms for mark in marks],
        vectors=[mark.vector or None for mark in marks],
    )
