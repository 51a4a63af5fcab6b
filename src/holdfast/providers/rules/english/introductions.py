"""Introductions: that the speaker has somebody, a relative, a friend, an animal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import is_a
from holdfast.providers.rules.english.people import Person
from holdfast.providers.rules.english.reading import Reading

_SEVERAL = re.compile(r"(?:s|children|folks|people)$")


def introduced(
    people: Sequence[Person], readings: Sequence[Reading], told: set[str], low: str
) -> Iterator[Person]:
    """Those of the people who are worth noting. `told` are those of whom something is claimed."""
    for person in people:
        if person.again or person.theirs or not (person.mine or person.name):
            continue
        reading = _where(person, readings)
        mood = reading.mood if reading else "real"
        by_the_way = reading is not None and _is_by_the_way(person, reading, told, low)
        if not by_the_way and _is_worth(person, mood, told):
            yield person


def _is_by_the_way(person: Person, reading: Reading, told: set[str], low: str) -> bool:
    """The kids of somebody else; a rumour my aunt started."""
    last = reading.after
    goes_on = reading.mode == "bare" and last is not None and reading.follows(last)
    whose = last if goes_on else reading
    if not person.mine and whose and not whose.mine and whose.who is not person:
        return True  # she had a girl called Wren
    if reading.mood == "would" and not person.name and person.about not in told:
        return reading.who is not person
    if low.endswith(("n't ", " not ", "naming "), 0, person.start):
        return True  # she isn't my sister; naming the baby Rowan
    if not low.startswith("the ", person.start):
        return False
    if person.name:
        return _is_theirs(person, reading)
    if reading.verb in ("look", "seem", "sound"):
        return True  # said of what is shown
    lead = low[: person.start]
    if lead.endswith("you and "):
        return True
    beside = lead.endswith((" and ", " & "))
    return _is_theirs(person, reading) or not (reading.who is person or beside)


def are_many(who: Person) -> bool:
    """The kids, my parents: what holds for them is no fact of one of them."""
    if who.name or who.kind == "self":
        return False
    relation = plain(who.relation)
    if relation == "family":
        return True
    return _SEVERAL.search(relation) is not None and not relation.endswith(("ss", "missus"))


def _where(person: Person, readings: Sequence[Reading]) -> Reading | None:
    inside = (r for r in readings if r.clause.start <= person.start < r.clause.stop)
    return next(inside, None)


def _is_theirs(person: Person, reading: Reading) -> bool:
    """The kids of somebody else who is spoken of."""
    return not (reading.mine or reading.who is person) or reading.denied


def _is_worth(person: Person, mood: str, told: set[str]) -> bool:
    if mood == "unreal":
        return False
    if person.name:
        return True
    if any(is_a(plain(person.relation), each) for each in ("parent", "elder")):
        return False  # everybody has them, or has had
    if person.about in told:
        return True
    if person.kind == "friend" or mood not in ("real", "reported", "would", "asked"):
        return False
    if person.kind == "family" and person.possessed and is_a(plain(person.relation), "kin_far"):
        return False  # in my aunt's orchard
    if person.value.startswith(f"{person.relation}, "):
        return True  # our twin boys, Leo and Mateo
    weak = {"family": "kin_weak", "pet": "pet_weak"}.get(person.kind)
    return weak is None or not is_a(plain(person.relation), weak)
