"""Fold: from claims, in the order they were said, to what holds, what held and what is disputed.

A pure function of the claims: whatever is forgotten, corrected or learned late, folding again gives
what would have come of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from holdfast.domain.claim import Claim
from holdfast.domain.ids import named_id
from holdfast.domain.slot import Slot, Standing
from holdfast.domain.topic import INSTRUCTION, TOPICS, Topic
from holdfast.flow.extract.alike import form
from holdfast.flow.extract.kin import Kin, Value
from holdfast.flow.extract.meaning import meaning_of
from holdfast.flow.extract.orders import LANGUAGE, laid_down
from holdfast.flow.extract.people import People
from holdfast.flow.extract.shape import part_of_birth, shape_of

_YEARED = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")


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
    people = People.in_(order)
    values: dict[tuple[str, str], dict[str, Kin]] = {}
    for each in order:
        claim = each.claim
        about = people.meant(each)
        whose = meaning_of(about)
        topic = topics.get(claim.topic, Topic(name=claim.topic))
        kin = values.setdefault((whose, claim.topic), {})
        _place(each, about, topic, kin, values.get((whose, topic.against), {}))
    found = [value for subs in values.values() for kin in subs.values() for value in kin.values]
    return sorted(found, key=lambda value: value.first.order)


def _place(
    each: Told, about: str, topic: Topic, subs: dict[str, Kin], against: Mapping[str, Kin]
) -> None:
    """Let one claim do what it says among the values that it concerns."""
    claim, meant = each.claim, shape_of(each.claim.topic, each.claim.value)
    key, sub = _part_of(claim)
    kin = subs.setdefault(key, Kin(sub, one=topic.has_one(key)))
    if claim.was:
        _close(kin, claim.was, each, Standing.WRONG if claim.corrects else Standing.PAST)
    if claim.ends:
        if not _end(subs.values(), claim.value, each):  # nobody told us while it held
            kin.close(kin.begin(each, about), each)
        return
    for other in against.values():
        for value in other.saying(meant):
            other.close(value, each)
    known = kin.said_last(meant)
    if known is not None:
        kin.add(known, each)
        if each.on is None and (each.by_hand or claim.corrects):
            _settle(kin, known, each)
        return
    if each.on is not None:
        return  # what it switches is not there
    fresh = kin.begin(each, about)
    if kin.one:
        _take_the_place(kin, fresh, each, topic)


def _part_of(claim: Claim) -> tuple[str, str]:
    """Within which part of its topic a value stands against others, and how that is called.

    The year or the animal that somebody was born in is no other birthday; of instructions those
    that speak of the same exclude each other, by whatever name they go.
    """
    if claim.topic == INSTRUCTION:
        about = laid_down(claim.value)
        return about, about if about == LANGUAGE else claim.sub
    sub = claim.sub
    if claim.topic == "birthday":
        sub = part_of_birth(claim.value) or sub
    return meaning_of(sub), sub


def _end(every: Collection[Kin], value: str, by: Told) -> int:
    """Close what means this, under whichever sub-topic it was claimed; how many that were."""
    ended = 0
    for kin in every:
        ended += _close(kin, value, by)
        _calm(kin)
    return ended


def _close(kin: Kin, value: str, by: Told, standing: Standing = Standing.PAST) -> int:
    """Close what is open and means this; how many that were."""
    meant = kin.meaning(shape_of(by.claim.topic, value))
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
    _settle(kin, fresh, each)


def _settle(kin: Kin, right: Value, each: Told) -> None:
    """What else was open gives way."""
    if not kin.one:
        return
    wrong = each.claim.corrects or bool(kin.disputed)
    for value in kin.open:
        if value is not right:
            kin.close(value, each, Standing.WRONG if wrong else Standing.PAST)
    kin.agree(right)


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
    first, last = value.first, said[-1].claim
    told = [each.claim for each in said]
    best = _fullest(told, topic, value.sub)
    return Slot(
        id=slot_id(value.about, last.topic, value.sub, first),
        topic=last.topic,
        sub=value.sub,
        value=best.value,
        text=best.text if topic.lasting else last.text,
        about=value.about,
        standing=value.standing,
        since=_since(value, best) if topic.lasting else value.since,
        until=value.until if value.until is not None else last.until if topic.dated else None,
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


def _since(value: Value, best: Claim) -> datetime:
    """Since when a value holds that lasts a life: a birthday next week is one today.

    Of a birth only a day with its year tells since when: any other comes back every year.
    """
    told = best.since if _YEARED.search(meaning_of(best.value)) else None
    return min(told or value.first.said_at, value.first.said_at)


def _fullest(told: Sequence[Claim], topic: Topic, sub: str) -> Claim:
    """Which words a value is shown in: the newest of what changes, the fullest of what does not."""
    if topic.lasting:
        return max(reversed(told), key=lambda claim: len(shape_of(claim.topic, claim.value)))
    if topic.has_one(sub):
        return told[-1]
    return max(told, key=lambda claim: len(claim.value))


def slot_id(about: str, topic: str, sub: str, first: Told) -> str:
    """The same for the same value however often the claims are folded."""
    stamp = first.said_at.astimezone(UTC).isoformat()
    return named_id(meaning_of(about), topic, meaning_of(sub), form(first.claim.value), stamp)
