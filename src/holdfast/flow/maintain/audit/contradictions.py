"""Contradictions: two memories that cannot both hold now, where neither says that it replaces the other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.flow.maintain.audit.ages import aged_pairs
from holdfast.flow.maintain.audit.collection import Collection
from holdfast.flow.maintain.audit.denials import denied_pairs, liked_pairs, opposed_pairs
from holdfast.flow.maintain.audit.exclusive import exclusive_pairs
from holdfast.flow.maintain.audit.frames import exchanged_pairs, framed_pairs
from holdfast.flow.maintain.audit.lexicon import words
from holdfast.flow.maintain.audit.pair import Pair
from holdfast.flow.maintain.audit.reading import Reading, Stand
from holdfast.flow.maintain.audit.subject import alike
from holdfast.flow.maintain.audit.values import differ

MOST = 3
"""So many partners one memory is shown with on one matter: the rest says nothing more."""

_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")

_COMPATIBLE = frozenset(
    frozenset(pair)
    for pair in (("divorced", "single"), ("widowed", "single"), ("widowed", "divorced"))
)


_LASTING = frozenset(
    ["marriage", "children", "siblings", "pets", "birthorder", "driving", "swimming", "abroad", "car", "tattoos", "retention"]
)  # fmt: skip
"""Matters that are so or not, whatever the time: who drives at weekends has learned it."""


_EACH = frozenset(["weekday", "rank", "side", "season", "vehicle"])
"""Kinds of which each may have its own: at home on Mondays, at the office on Fridays."""


class _Held(NamedTuple):
    place: int
    stand: Stand


def contradictions(collection: Collection) -> Iterator[Pair]:
    """Every pair that was found, once each, with the reason that was found first."""
    seen: set[tuple[int, int]] = set()
    for pair in _contested(collection):
        seen.add((pair.one, pair.other))
        yield pair
    finders = (
        _by_side,
        _by_value,
        aged_pairs,
        denied_pairs,
        liked_pairs,
        framed_pairs,
        opposed_pairs,
        exchanged_pairs,
        exclusive_pairs,
    )
    for finder in finders:
        for pair in finder(collection):
            key = (pair.one, pair.other)
            if key not in seen and not settled(collection, pair.one, pair.other, pair.always):
                seen.add(key)
                yield pair


def _contested(collection: Collection) -> Iterator[Pair]:
    """Those that the store itself knows to stand against each other: each with the first."""
    first: dict[str, int] = {}
    for place, reading in enumerate(collection.readings):
        if reading.entry.contested:
            one = first.setdefault(reading.entry.contested, place)
            if one != place:
                yield Pair(one, place, "both were claimed, and it was never settled")


def settled(collection: Collection, one: int, other: int, always: bool = False) -> bool:
    """Whether both may hold after all: one is past, supposed or limited, or replaces the other.

    `always` is for what does not hold at some times only: a husband is one on weekdays too.
    """
    here, there = collection.readings[one], collection.readings[other]
    if here.entry.about != there.entry.about:
        return True
    if any(each.over or each.supposed for each in (here, there)) or here.ahead != there.ahead:
        return True
    if not always and (here.limited or there.limited):
        return True
    return _replaces(here, there) or _replaces(there, here)


def _replaces(new: Reading, old: Reading) -> bool:
    """Whether the newer one says that something has changed."""
    if not new.changes:
        return False
    years = [int(year) for year in _YEARS.findall(new.low)]
    if years and old.at and max(years) < old.at.year and not new.over:
        return False  # it had changed before the older one was told
    return new.at is None or old.at is None or new.at >= old.at


def _by_side(collection: Collection) -> Iterator[Pair]:
    """Two sides of one matter."""
    held: dict[tuple[str, str], dict[str, list[_Held]]] = defaultdict(lambda: defaultdict(list))
    for place, reading in enumerate(collection.readings):
        for stand in reading.stands:
            held[stand.matter, stand.value][stand.side].append(_Held(place, stand))
    for (matter, value), sides in held.items():
        names = sorted(sides)
        for at, name in enumerate(names):
            for against in names[at + 1 :]:
                if frozenset((name, against)) in _COMPATIBLE:
                    continue
                for one, other in _paired(sides[name], sides[against]):
                    if matter not in _LASTING and collection.unlike(one.place, other.place) & _EACH:
                        continue
                    what = f"{matter.replace('-', ' ')} {value}".strip()
                    why = f"on {what}: “{one.stand.words}” against “{other.stand.words}”"
                    yield Pair.of(one.place, other.place, why, always=matter in _LASTING)


def _by_value(collection: Collection) -> Iterator[Pair]:
    """Two values of what there is one of."""
    held: dict[str, list[_Held]] = defaultdict(list)
    for place, reading in enumerate(collection.readings):
        if not reading.adds:
            for stand in reading.values:
                held[stand.matter].append(_Held(place, stand))
    for matter, all_of in held.items():
        if matter.partition(":")[0] in words("lists.toml")["shared"]:
            continue
        for one, other in _paired(all_of, all_of):
            if one.place >= other.place or _others(collection, one, other):
                continue
            if differ(matter, one.stand.value, other.stand.value):
                named = " ".join(part for part in matter.split(":") if part)
                why = f"{named}: “{one.stand.value}” and “{other.stand.value}”"
                always = matter.partition(":")[0] in _LASTING
                yield Pair.of(one.place, other.place, why, always=always)


def _others(collection: Collection, one: _Held, other: _Held) -> bool:
    """Whether two are told apart by a rank, a side or a name beside the values."""
    if collection.unlike(one.place, other.place) & {"rank", "side", "which", "gender"}:
        return True
    values = f"{one.stand.value} {other.stand.value}".lower()
    some, others = (
        {name for name in collection.words[each.place].kinds.get("name", ()) if name.lower() not in values}
        for each in (one, other)
    )  # fmt: skip
    return bool(some and others and not some & others)


def _paired(some: list[_Held], others: list[_Held]) -> Iterator[tuple[_Held, _Held]]:
    """Those that may be about the same one; of many, a few for each."""
    by_who: dict[str, list[_Held]] = defaultdict(list)
    for other in others:
        by_who[other.stand.who].append(other)
    for one in some:
        count = 0
        for who, theirs in by_who.items():
            if not alike(one.stand.who, who):
                continue
            for other in theirs:
                if other.place != one.place and count < MOST:
                    count += 1
                    yield one, other
