"""Duplicates: two memories that say the same in other words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from holdfast.flow.extract.alike import form
from holdfast.flow.maintain.audit.collection import FIGURES, Collection
from holdfast.flow.maintain.audit.denials import contrary, denies
from holdfast.flow.maintain.audit.kept import as_two
from holdfast.flow.maintain.audit.lexicon import words
from holdfast.flow.maintain.audit.pair import Pair
from holdfast.flow.maintain.audit.reading import Stand
from holdfast.flow.maintain.audit.subject import alike
from holdfast.flow.recall.near import same
from holdfast.text.wording import wording

ALIKE = 0.51
"""So much alike, two say the same, if nothing tells them apart."""

SIDED = 0.36
"""So much is enough for two that take the same side of a matter, or name the same value."""

FIGURED = 0.14
"""So much more it takes where each tells a figure of a kind of which the other tells none."""

CLAIMED = 0.20
"""So little is enough where both name the same value of what each has one of."""

DENIED = 0.66
"""So much it takes where one denies something and the other does not."""

PAST = 0.68
"""So much it takes where one tells of what was, of a change or of one more, or names somebody and
the other does not."""

ANCHORED = 0.05
"""So much less it takes for each of two kinds of which both name the same: a year, an hour, a count."""

MOST = 8
"""So many partners one memory is looked at with, of those that take the same side."""

_COMMON = frozenset(
    [("working", "yes"), ("exercise", "yes"), ("school", "yes"), ("literacy", "yes"), ("reading", "yes"), ("abroad", "yes"),
     ("garden", "yes"), ("phone", "yes"), ("computer", "yes"), ("car", "yes"), ("children", "some"), ("siblings", "some"),
     ("pets", "some"), ("marriage", "married"), ("together", "with"), ("alive", "alive"), ("orphan", "alive"),
     ("instrument", "yes"), ("medication", "some"), ("surgery", "yes"), ("walking", "no"),
     ("eyesight", "bad"), ("driving", "yes"), ("running", "yes"), ("allergies", "some"), ("faith", "some"), ("debt", "some"),
     ("tenure", "rents"), ("tenure", "owns"), ("dogs", "yes"), ("cats", "yes"), ("meat", "yes"), ("sweet", "yes"), ("crowd", "yes")]
)  # fmt: skip
"""Sides that most people take: sharing one means little."""


def duplicates(collection: Collection, apart: float) -> Iterator[Pair]:
    """Every pair that says the same. `apart` is the embedder's, 0 if it has none."""
    seen: set[tuple[int, int]] = set()
    for one, other, least in _candidates(collection):
        if (one, other) in seen or not _comparable(collection, one, other):
            continue
        seen.add((one, other))
        likeness = collection.sameness(one, other)
        if least > CLAIMED:
            least = _least(collection, one, other, least)
        if likeness < least and not _same_wording(collection, one, other, apart):
            continue
        if least <= CLAIMED or not (
            collection.exchanged(one, other) or collection.told_apart(one, other)
        ):
            yield Pair(one, other, f"both say the same ({likeness:.2f})")


def _least(collection: Collection, one: int, other: int, least: float) -> float:
    """How much alike two must be: less with every kind of which both name the same."""
    anchored = ANCHORED * min(collection.anchors(one, other), 2)
    if _tell_otherwise(collection, one, other):
        least = max(least, ALIKE) + FIGURED
    if _apart(collection, one, other):
        return max(least, PAST) - anchored
    if least > SIDED and _deny_otherwise(collection, one, other):
        return max(least, DENIED - anchored)
    return least - anchored


def _tell_otherwise(collection: Collection, one: int, other: int) -> bool:
    """Whether each tells a figure of a kind of which the other tells none: a day, a count."""
    here, there = (collection.words[each].kinds.keys() & FIGURES for each in (one, other))
    return bool(here - there and there - here)


def _deny_otherwise(collection: Collection, one: int, other: int) -> bool:
    """Whether one of two denies something and the other does not."""
    some, others = (
        denies(collection.words[each].text, collection.readings[each].language)
        for each in (one, other)
    )
    return some != others


def _candidates(collection: Collection) -> Iterator[tuple[int, int, float]]:
    """Pairs to look at, and how much alike each must be."""
    for one, other in sorted(_claimed(collection)):
        yield one, other, CLAIMED
    for one, other in sorted(_sided(collection)):
        yield one, other, SIDED
    for one, other in collection.near:
        yield one, other, ALIKE


def _claimed(collection: Collection) -> set[tuple[int, int]]:
    """Pairs that name the same value of the same attribute of the same one."""
    held: dict[tuple[str, str], list[tuple[int, Stand]]] = defaultdict(list)
    for place, reading in enumerate(collection.readings):
        for stand in reading.values:
            if stand.matter.partition(":")[0] in words("lists.toml")["telling"]:
                held[stand.matter, form(stand.value)].append((place, stand))
    return {
        (one, other)
        for those in held.values()
        for at, (one, here) in enumerate(those)
        for other, there in those[at + 1 : at + 1 + MOST]
        if alike(here.who, there.who)
    }


def _sided(collection: Collection) -> set[tuple[int, int]]:
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, reading in enumerate(collection.readings):
        for stand in reading.stands:
            if (stand.matter, stand.side) not in _COMMON:
                places[stand.matter, stand.side, stand.value].append(place)
        for stand in reading.values:
            places[stand.matter, stand.value.lower()].append(place)
    return {
        (one, other)
        for those in places.values()
        for at, one in enumerate(those)
        for other in those[at + 1 : at + 1 + MOST]
    }


def _comparable(collection: Collection, one: int, other: int) -> bool:
    """Whether they may be one: about the same, in one mind, and naming nothing that differs."""
    here, there = collection.readings[one], collection.readings[other]
    if here.supposed != there.supposed or as_two(here.entry, there.entry):
        return False
    if collection.unlike(one, other) or not collection.kept_by_same(one, other):
        return False
    return not contrary(collection, one, other)


def _apart(collection: Collection, one: int, other: int) -> bool:
    here, there = collection.readings[one], collection.readings[other]
    if here.adds or there.adds or here.over != there.over:
        return True
    return here.turns != there.turns or not collection.same_people(one, other)


def _same_wording(collection: Collection, one: int, other: int, apart: float) -> bool:
    here, there = (wording(collection.readings[each].text) for each in (one, other))
    return same(here, there, collection.vectors.cosine(one, other), apart)
