"""Fold: from claims, in the order they were said, to what holds, what held and what is disputed.

A pure function of the claims: whatever is forgotten, corrected or learned late, folding again gives
what would have come of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from holdfast.domain.claim import USER, Claim
from holdfast.domain.ids import named_id
from holdfast.domain.slot import Slot, Standing
from holdfast.domain.topic import TOPICS, Topic
from holdfast.flow.extract.alike import form
from holdfast.flow.extract.kin import Kin, Value

_RELATED = frozenset(["family", "friend", "partner"])
"""Topics whose values introduce people."""


class Told(NamedTuple):
    """A claim with when it was said, when it was learned, and whether the user made it by hand.

    `place` and `nth` order what was said at the same moment: by message, then within it. `on` tells
    whether the value is to be switched on or off; most claims say nothing of that. `speaker` is
    who said it, if not the user.
    """

    claim: Claim
    said_at: datetime
    known_from: datetime
    place: int = 0
    by_hand: bool = False
    nth: int = 0
    on: bool | None = None
    speaker: str = ""

    @property
    def since(self) -> datetime:
        """From when on it holds: as it says, or since it was said."""
        return self.claim.since or self.said_at

    @property
    def order(self) -> tuple[object, ...]:
        """By this claims are sorted, however they came. What is done by hand comes last."""
        words = (self.claim.value, self.claim.text, self.claim.sources)
        return self.said_at, self.by_hand, self.place, self.nth, self.known_from, words


def fold_claims(told: Iterable[Told], *, topics: dict[str, Topic] = TOPICS) -> list[Slot]:
    """The slots of one user, in the order in which they were first claimed."""
    return _slots(_folded(told, topics), topics)


def slot_of(told: Iterable[Told], one: Told, *, topics: dict[str, Topic] = TOPICS) -> Slot | None:
    """The slot that one of the claims was folded into, or else the one that it has ended."""
    values = _folded(told, topics)
    slots = _slots(values, topics)
    said = [slot for slot, value in zip(slots, values, strict=True) if one in value.told]
    ended = [slot for slot, value in zip(slots, values, strict=True) if value.closed_by == one]
    return next(iter([*said, *ended]), None)


def _folded(told: Iterable[Told], topics: dict[str, Topic]) -> list[Value]:
    order = sorted(told, key=lambda each: each.order)
    people = _People.in_(order)
    values: dict[tuple[str, str, str], Kin] = {}
    nobody = Kin()
    for each in order:
        claim = each.claim
        about = people.meant(each)
        topic = topics.get(claim.topic, Topic(name=claim.topic))
        kin = values.setdefault((form(about), claim.topic, form(claim.sub)), Kin())
        against = values.get((form(about), topic.against, form(claim.sub)), nobody)
        _place(each, about, topic, kin, against)
    found = [value for kin in values.values() for value in kin.values]
    return sorted(found, key=lambda value: value.first.order)


def _place(each: Told, about: str, topic: Topic, kin: Kin, against: Kin) -> None:
    """Let one claim do what it says among the values that it concerns."""
    claim = each.claim
    if claim.was:
        _close(kin, claim.was, each, Standing.WRONG if claim.corrects else Standing.PAST)
    if claim.ends:
        if not _close(kin, claim.value, each):  # nobody told us while it held
            kin.close(kin.begin(each, about), each)
        _calm(kin)
        return
    _close(against, claim.value, each)
    known = kin.said_last(form(claim.value))
    if known is not None:
        kin.add(known, each)
        if each.on is None and (each.by_hand or claim.corrects):
            _settle(kin, known, each, topic)
        return
    if each.on is not None:
        return  # what it switches is not there
    fresh = kin.begin(each, about)
    if topic.has_one(claim.sub):
        _take_the_place(kin, fresh, each, topic)


def _close(kin: Kin, value: str, by: Told, standing: Standing = Standing.PAST) -> int:
    """Close what is open and means this; how many that were."""
    meant = kin.meaning(form(value))
    for other in meant:
        kin.close(other, by, standing)
    return len(meant)


def _calm(kin: Kin) -> None:
    """One side alone is no dispute."""
    if len(kin.disputed) == 1:
        kin.agree(*kin.disputed)


def _take_the_place(kin: Kin, fresh: Value, each: Told, topic: Topic) -> None:
    """One value at a time: the old ones are past, or wrong, or there is a dispute."""
    if kin.count == 1:
        return
    if topic.lasting and not (each.claim.corrects or each.claim.was or each.by_hand):
        kin.dispute()
        return
    _settle(kin, fresh, each, topic)


def _settle(kin: Kin, right: Value, each: Told, topic: Topic) -> None:
    """What else was open gives way."""
    if not topic.has_one(each.claim.sub):
        return
    wrong = each.claim.corrects or bool(kin.disputed)
    for value in kin.open:
        if value is not right:
            kin.close(value, each, Standing.WRONG if wrong else Standing.PAST)
    kin.agree(right)


class _People(NamedTuple):
    """Those who are spoken of: whom the user's relations mean, and who is known by name."""

    names: dict[str, str]
    """Relations by the name of the one person who has it: "sister" is Lily, if only Lily is."""
    known: frozenset[str]

    @classmethod
    def in_(cls, order: Sequence[Told]) -> _People:
        called: dict[str, dict[str, str]] = {}
        for each in order:
            claim = each.claim
            introduces = claim.topic in _RELATED and claim.about == USER and claim.sub
            if introduces and (name := _without(claim.value, claim.sub)):
                called.setdefault(form(claim.sub), {}).setdefault(form(name), name)
        named = {name for names in called.values() for name in names}
        known = named | {form(each.speaker) for each in order if each.speaker}
        one = {relation: [*names.values()] for relation, names in called.items() if len(names) == 1}
        return cls({relation: name for relation, (name,) in one.items()}, frozenset(known))

    def meant(self, each: Told) -> str:
        """Whom a claim is about. Another speaker's "sister" is not the user's."""
        about = each.claim.about
        if not each.speaker:
            return self.names.get(form(about), about)
        if form(about) in self.known:
            return about
        return f"{each.speaker}'s {about}" if about.isascii() else f"{each.speaker}的{about}"


def _without(value: str, relation: str) -> str:
    """The name alone: "sister Lily" is Lily, "sister" alone is nobody's name."""
    plain = value.replace(relation, "").strip(" ,，、的")
    return plain if form(plain) != form(relation) else ""


def _slots(values: Iterable[Value], topics: dict[str, Topic]) -> list[Slot]:
    """Each with an id of its own, also where the same was said twice at the same moment."""
    counts: dict[str, int] = {}
    slots = []
    for value in values:
        slot = _slot(value, topics.get(value.first.claim.topic, Topic(name="")))
        counts[slot.id] = counts.get(slot.id, 0) + 1
        again = counts[slot.id] - 1
        slots.append(replace(slot, id=named_id(slot.id, str(again))) if again else slot)
    return slots


def _slot(value: Value, topic: Topic) -> Slot:
    said = [each for each in value.told if each.on is None]
    first, claim = value.first, said[-1].claim
    told = [each.claim for each in said]
    return Slot(
        id=slot_id(value.about, claim.topic, claim.sub, first),
        topic=claim.topic,
        sub=claim.sub,
        value=claim.value
        if topic.has_one(claim.sub)
        else max((each.value for each in told), key=len),
        text=claim.text,
        about=value.about,
        standing=value.standing,
        since=value.since,
        until=value.until if value.until is not None else claim.until if topic.dated else None,
        known_from=value.known_from,
        dropped_at=value.dropped_at,
        last_said=said[-1].said_at,
        said=len(said),
        by_hand=any(each.by_hand for each in said),
        on=next((each.on for each in reversed(value.told) if each.on is not None), True),
        importance=topic.importance,
        confidence=max(each.confidence for each in told),
        sources=tuple(dict.fromkeys(source for each in told for source in each.sources)),
        place=min((each.place for each in said if not each.by_hand), default=0),
    )


def slot_id(about: str, topic: str, sub: str, first: Told) -> str:
    """The same for the same value however often the claims are folded."""
    stamp = first.said_at.astimezone(UTC).isoformat()
    return named_id(form(about), topic, form(sub), form(first.claim.value), stamp)
