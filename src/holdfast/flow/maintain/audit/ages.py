"""Ages: how old somebody is at one time, and when he was born, told in two memories that do not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.flow.maintain.audit.collection import Collection
from holdfast.flow.maintain.audit.pair import Pair
from holdfast.flow.maintain.audit.quantities import figure
from holdfast.flow.maintain.audit.reading import Reading, Stand
from holdfast.flow.maintain.audit.subject import alike

_SLACK = 1
"""Ages are told loosely by a year."""


class _Born(NamedTuple):
    """The years in one of which somebody was born, as one memory tells."""

    place: int
    stand: Stand
    first: int
    last: int


def aged_pairs(collection: Collection) -> Iterator[Pair]:
    """Two ages, or an age and a year of birth, that cannot both be of one person."""
    told = [
        born
        for place, reading in enumerate(collection.readings)
        for stand in reading.values
        if (born := _born(place, reading, stand))
    ]
    for at, one in enumerate(told):
        for other in told[at + 1 :]:
            if not alike(one.stand.who, other.stand.who) or _fit(one, other):
                continue
            yield Pair.of(
                one.place, other.place, f"age: “{one.stand.value}” and “{other.stand.value}”"
            )


def _born(place: int, reading: Reading, stand: Stand) -> _Born | None:
    number = int(figure(stand.value.replace("０", "0")))
    if stand.matter == "born:":
        if 0 <= number < 100:  # born in the nineties
            number += 1900 if number > 30 else 2000
            return _Born(place, stand, number, number + 9)
        return _Born(place, stand, number, number) if number > 0 else None
    if stand.matter == "age:" and reading.at and 0 <= number < 120:
        return _Born(place, stand, reading.at.year - number - 1, reading.at.year - number)
    return None


def _fit(one: _Born, other: _Born) -> bool:
    return one.first <= other.last + _SLACK and other.first <= one.last + _SLACK
