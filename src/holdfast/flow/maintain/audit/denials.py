"""Denials: one memory denies what the other says, or likes what the other dislikes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from holdfast.flow.maintain.audit.collection import Collection
from holdfast.flow.maintain.audit.lexicon import CHINESE, sign, words
from holdfast.flow.maintain.audit.pair import Pair
from holdfast.flow.maintain.audit.reading import Reading
from holdfast.text.chinese import divide
from holdfast.text.stems import stem

LEAST = 0.33
"""So much alike two must be for a denial of a part of what the other says."""

ALIKE = 0.44
"""And so much for a word that says the contrary."""

_SHORT = 3
"""A denial reaches so many content words."""


class _Claim(NamedTuple):
    """Words that are denied or disliked, or the contrary, in the form they are looked up by."""

    place: int
    forms: frozenset[str]


def denied_pairs(collection: Collection) -> Iterator[Pair]:
    """What one says never, not or without, the other says: all of it, or a part and much alike."""
    said = [_said(reading) for reading in collection.readings]
    plain = _index(collection, said)
    denied = [[*_reached(reading)] for reading in collection.readings]
    for place, each in enumerate(denied):
        for forms in each:
            yield from _met(collection, place, frozenset(forms), plain, "denies")
    for one, other in collection.near:
        for place, against in ((one, other), (other, one)):
            if collection.readings[against].refuses or not any(
                _meant(forms, said[against]) for forms in denied[place]
            ):
                continue
            if _meets(collection, one, other) and collection.likeness(one, other) >= LEAST:
                yield Pair.of(one, other, "one denies what the other says")


def denies(text: str, language: str) -> bool:
    """Whether something is denied, where sayings stand for what they mean: two that say no and yes."""
    if sign("twice", language).search(text):
        return False
    return len(sign("denial", language).findall(text)) % 2 == 1


def contrary(collection: Collection, one: int, other: int) -> bool:
    """Whether one of two denies words that the other says plainly."""
    for place, against in ((one, other), (other, one)):
        here, there = collection.readings[place], collection.readings[against]
        if not there.refuses and any(forms & _said(there) for forms in _denied(here)):
            return True
    return False


def opposed_pairs(collection: Collection) -> Iterator[Pair]:
    """Two that are much alike, but for a word that says the contrary."""
    for one, other in collection.near:
        here, there = (frozenset(collection.words[each].forms) for each in (one, other))
        found = next(
            (
                (word, contrary)
                for word in here - there
                for contrary in _opposites().get(word, ())
                if contrary in there - here
            ),
            None,
        )
        if found and _feels_of_others(collection, one, other):
            continue
        if found and _meets(collection, one, other) and collection.likeness(one, other) >= ALIKE:
            yield Pair.of(one, other, f"“{found[0]}” against “{found[1]}”")


def _feels_of_others(collection: Collection, one: int, other: int) -> bool:
    """Whether one likes something, and the other dislikes something else."""
    for place, against in ((one, other), (other, one)):
        liked = _felt(collection.readings[place], "likes")
        disliked = _felt(collection.readings[against], "dislikes")
        if liked and disliked and not (liked & disliked) - _broad():
            return True
    return False


def _meets(collection: Collection, one: int, other: int) -> bool:
    if collection.readings[one].adds or collection.readings[other].adds:
        return False
    if collection.unlike(one, other) or collection.told_apart(one, other):
        return False
    return collection.same_one(one, other)


@cache
def _broad() -> frozenset[str]:
    """Words that much is said with: denying one of one thing denies nothing of another."""
    return frozenset(stem(word) for word in words("lists.toml")["broad"])


@cache
def _wholes() -> dict[str, frozenset[str]]:
    """By word, what it is one of, in the form it is looked up by."""
    found: dict[str, set[str]] = defaultdict(set)
    path = Path(__file__).with_name("wholes.txt")
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            whole, _, parts = line.partition(": ")
            for part in parts.split():
                found[stem(part)].add(stem(whole))
    return {word: frozenset(each) for word, each in found.items()}


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    path = Path(__file__).with_name("opposites.txt")
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            one, other = line.split()
            found[one].add(other)
            found[other].add(one)
    return {word: frozenset(each) for word, each in found.items()}


def liked_pairs(collection: Collection) -> Iterator[Pair]:
    """What one likes or keeps doing, the other dislikes."""
    liked = _index(collection, [_cherished(reading) for reading in collection.readings])
    for place, reading in enumerate(collection.readings):
        disliked = _felt(reading, "dislikes")
        if disliked:
            yield from _met(collection, place, disliked, liked, "dislikes")


def _met(
    collection: Collection,
    place: int,
    forms: frozenset[str],
    plain: dict[str, list[_Claim]],
    verb: str,
) -> Iterator[Pair]:
    """Those about the same one that say all of these words."""
    if not forms or forms <= _broad():
        return
    rarest = min(forms, key=lambda each: len(plain.get(each, ())))
    for claim in plain.get(rarest, ())[:64]:
        if claim.place == place or not forms <= claim.forms:
            continue
        if verb == "denies" and collection.readings[claim.place].refuses:
            continue
        if collection.told_apart(place, claim.place):
            continue
        if collection.same_one(place, claim.place) and not collection.unlike(place, claim.place):
            told = " ".join(sorted(forms))
            yield Pair.of(place, claim.place, f"one {verb} what the other says: {told}")


def _index(collection: Collection, said: list[frozenset[str]]) -> dict[str, list[_Claim]]:
    found: dict[str, list[_Claim]] = defaultdict(list)
    for place, forms in enumerate(said):
        if not collection.readings[place].adds:
            for form in forms:
                found[form].append(_Claim(place, forms))
    return found


def _forms(text: str, language: str) -> list[str]:
    lists = words("lists.toml")
    if language == CHINESE:
        runs = re.findall("[\u4e00-\u9fff]+", text)
        return [word for run in runs for word in divide(run) if word not in lists["zhpale"]]
    found = re.findall(r"[a-z][\w'-]+", text)
    return [stem(word.removesuffix("'s")) for word in found if word not in lists["pale"]]


def _reached(reading: Reading) -> Iterator[list[str]]:
    """The words that each denial of a text reaches, in their order."""
    if sign("twice", reading.language).search(reading.low):
        return
    for found in sign("denial", reading.language).finditer(reading.low):
        forms = _forms(found["what"], reading.language)[:_SHORT]
        if forms and len("".join(forms)) > 1:
            yield forms


def _denied(reading: Reading) -> Iterator[frozenset[str]]:
    yield from map(frozenset, _reached(reading))


def _meant(forms: list[str], said: frozenset[str]) -> bool:
    """Whether a part of a denial that counts is said: the last word, or all but it."""
    met = set(forms) & said - _broad()
    return bool(met) and (forms[-1] in met or len(met) > 1)


def _said(reading: Reading) -> frozenset[str]:
    """The words that a text says and does not deny."""
    rest = sign("dislikes", reading.language).sub(
        " ", sign("denial", reading.language).sub(" ", reading.low)
    )
    said = frozenset(_forms(rest, reading.language)) - _called(reading)
    return said.union(*(_wholes().get(form, ()) for form in said))


def _called(reading: Reading) -> set[str]:
    """Words that are somebody's name here: "her maiden name is Quill" says nothing of quills."""
    found = re.search(r"(?:name|named|called|nickname)\b.{0,12}?([A-Z][\w-]+)", reading.text)
    return {stem(found[1].lower())} if found else set()


def _cherished(reading: Reading) -> frozenset[str]:
    """What a text says that somebody likes; of one that tells a habit, all its words."""
    if sign("habit", reading.language).search(reading.low):
        said = frozenset(_forms(reading.low, reading.language))
    else:
        said = _felt(reading, "likes")
    return said.union(*(_wholes().get(form, ()) for form in said))


def _felt(reading: Reading, felt: str) -> frozenset[str]:
    found = sign(felt, reading.language).search(reading.low)
    if found is None:
        return frozenset()
    return frozenset(_forms(found["what"], reading.language)[:2])
