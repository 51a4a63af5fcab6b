"""Fold: from claims, in the order they were said, to what holds, what held and what is disputed.

A pure function of the claims: whatever is forgotten, corrected or learned late, folding again gives
what would have come of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from holdfast.domain.claim import USER, Claim
from holdfast.domain.ids import named_id
from holdfast.domain.slot import Slot, Standing
from holdfast.domain.topic import TOPICS, Topic
from holdfast.flow.extract.alike import form, same

_RELATED = frozenset(["family", "friend", "partner"])
"""Topics whose values introduce people."""


class Told(NamedTuple):
    """A claim with when it was said, when it was learned, and whether the user made it by hand."""

    claim: Claim
    said_at: datetime
    known_from: datetime
    place: int = 0
    by_hand: bool = False

    @property
    def since(self) -> datetime:
        """From when on it holds: as it says, or since it was said."""
        return self.claim.since or self.said_at


@dataclass(slots=True)
class _Value:
    """A value while claims are folded into it."""

    first: Told
    about: str
    told: list[Told] = field(default_factory=list)
    until: datetime | None = None
    dropped_at: datetime | None = None
    standing: Standing = Standing.CURRENT

    @property
    def open(self) -> bool:
        return self.standing in (Standing.CURRENT, Standing.DISPUTED)

    def close(self, by: Told, standing: Standing = Standing.PAST) -> None:
        """It holds no longer, or never did."""
        self.standing, self.until, self.dropped_at = standing, by.since, by.known_from


def fold_claims(told: Iterable[Told], *, topics: dict[str, Topic] = TOPICS) -> list[Slot]:
    """The slots of one user, in the order in which they were first claimed."""
    order = sorted(told, key=lambda each: (each.said_at, each.place))
    names = _names(order)
    values: dict[tuple[str, str, str], list[_Value]] = {}
    for each in order:
        claim = each.claim
        about = names.get(form(claim.about), claim.about)
        topic = topics.get(claim.topic, Topic(name=claim.topic))
        kin = values.setdefault((form(about), claim.topic, form(claim.sub)), [])
        against = values.get((form(about), topic.against, form(claim.sub)), [])
        _place(each, about, topic, kin, against)
    found = [value for kin in values.values() for value in kin]
    return [_slot(value) for value in sorted(found, key=_order)]


def _order(value: _Value) -> tuple[datetime, int]:
    return value.first.said_at, value.first.place


def _place(
    each: Told, about: str, topic: Topic, kin: list[_Value], against: Sequence[_Value]
) -> None:
    """Let one claim do what it says among the values that it concerns."""
    claim = each.claim
    if claim.was:
        _close(kin, claim.was, each, Standing.WRONG if claim.corrects else Standing.PAST)
    if claim.ends:
        if not _close(kin, claim.value, each):  # nobody told us while it held
            over = _Value(each, about, [each])
            over.close(each)
            kin.append(over)
        return
    for value in against:
        if value.open and same(value.first.claim.value, claim.value):
            value.close(each)
    known = [value for value in kin if value.open and same(value.told[-1].claim.value, claim.value)]
    if known:
        known[-1].told.append(each)
        if each.by_hand or claim.corrects:
            _settle(kin, known[-1], each)
        return
    fresh = _Value(each, about, [each])
    kin.append(fresh)
    if topic.has_one(claim.sub):
        _take_the_place(kin, fresh, each, topic)


def _close(kin: Iterable[_Value], value: str, by: Told, standing: Standing = Standing.PAST) -> int:
    """Close what is open and means this; how many that were."""
    meant = [other for other in kin if other.open and same(other.first.claim.value, value)]
    for other in meant:
        other.close(by, standing)
    return len(meant)


def _take_the_place(kin: Sequence[_Value], fresh: _Value, each: Told, topic: Topic) -> None:
    """One value at a time: the old ones are past, or wrong, or there is a dispute."""
    others = [value for value in kin if value is not fresh and value.open]
    if not others:
        return
    if topic.lasting and not (each.claim.corrects or each.claim.was or each.by_hand):
        for value in (*others, fresh):
            value.standing = Standing.DISPUTED
        return
    _settle(kin, fresh, each)


def _settle(kin: Sequence[_Value], right: _Value, each: Told) -> None:
    """What else was open gives way."""
    wrong = each.claim.corrects or any(value.standing is Standing.DISPUTED for value in kin)
    topic = TOPICS.get(each.claim.topic)
    if topic is None or not topic.has_one(each.claim.sub):
        return
    for value in kin:
        if value is not right and value.open:
            value.close(each, Standing.WRONG if wrong else Standing.PAST)
    right.standing = Standing.CURRENT


def _names(order: Sequence[Told]) -> dict[str, str]:
    """Relations by the name of the one person who has it: "sister" is Lily, if only Lily is."""
    called: dict[str, set[str]] = {}
    for each in order:
        claim = each.claim
        if claim.topic in _RELATED and claim.about == USER and claim.sub:
            name = _without(claim.value, claim.sub)
            if name:
                called.setdefault(form(claim.sub), set()).add(name)
    return {relation: names.pop() for relation, names in called.items() if len(names) == 1}


def _without(value: str, relation: str) -> str:
    """The name alone: "sister Lily" is Lily, "sister" alone is nobody's name."""
    plain = value.replace(relation, "").strip(" ,，、的")
    return plain if form(plain) != form(relation) else ""


def _slot(value: _Value) -> Slot:
    first, last = value.first, value.told[-1]
    claim = last.claim
    topic = TOPICS.get(claim.topic, Topic(name=claim.topic))
    return Slot(
        id=slot_id(value.about, claim.topic, claim.sub, first),
        topic=claim.topic,
        sub=claim.sub,
        value=max((each.claim.value for each in value.told), key=len)
        if not topic.has_one(claim.sub)
        else claim.value,
        text=claim.text,
        about=value.about,
        standing=value.standing,
        since=first.since,
        until=value.until if value.until is not None else claim.until if topic.dated else None,
        known_from=first.known_from,
        dropped_at=value.dropped_at,
        last_said=last.said_at,
        said=len(value.told),
        by_hand=any(each.by_hand for each in value.told),
        importance=topic.importance,
        confidence=max(each.claim.confidence for each in value.told),
        sources=tuple(dict.fromkeys(_sources(value.told))),
    )


def _sources(told: Iterable[Told]) -> Iterator[str]:
    for each in told:
        yield from each.claim.sources


def slot_id(about: str, topic: str, sub: str, first: Told) -> str:
    """The same for the same value however often the claims are folded."""
    stamp = first.said_at.isoformat()
    return named_id(form(about), topic, form(sub), form(first.claim.value), stamp)
