"""Frames: two memories that say the same but for one number, day or other word of a kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.flow.maintain.audit.collection import Collection
from holdfast.flow.maintain.audit.kept import as_two, under_two_topics
from holdfast.flow.maintain.audit.lexicon import sign, words
from holdfast.flow.maintain.audit.pair import Pair
from holdfast.flow.maintain.audit.quantities import shown
from holdfast.flow.maintain.audit.reading import Reading
from holdfast.text.stems import stem

LEAST = 0.72
"""So much of what else two say must be the same for the word in which they differ to count."""

LABELLED = 0.45
"""And so much where both numbers are called the same: port 8080, port 3000."""

ODD = 0.45
"""A word that is no nearer than this to any of the other's makes another thing of what is counted."""

_COUNTS = frozenset(["number", "duration", "length", "share"])

_APART = frozenset(
    ["person", "animal", "side", "rank", "body", "meal", "drink", "feast", "subject", "instrument"]
) | {"season", "compass", "name", "role", "which"}
"""Kinds that tell two things apart: each of them may have its own."""

_DATES = frozenset(["month", "day", "weekday", "number"])
"""Kinds by which something that was done more than once is told from the other time."""

_TIMES = frozenset(["number", "daytime", "month", "weekday", "clock", "day"])
"""Kinds that name one thing together: six in the morning, the third of May."""

_LABEL = re.compile(
    r"([a-z]{3,}) ?(?=\d)|(?<=\d)(端口|[号楼层室栋路座排桌])|(端口|版本|房间|座位) ?(?=\d)"
)
_IDENTITY = re.compile(
    r"(?:the )?(?:invoice|order|ticket|issue|case|bus|tram|line|flight|train|chapter|ward|task|bug|request|parcel|contract|apartment|plot) (?:no\.? ?|number |#)?(?P<after>\d+)"
    r"|(?:发票|订单|工单|合同|案件|航班|车次|任务|包裹|第)?(?P<before>\d+)(?:号|路|次|章|单)(?:发票|订单|工单|合同|案件|线|公交)?"
    r"|(?:发票|订单|工单|合同|包裹)(?P<last>\d+)"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def framed_pairs(collection: Collection) -> Iterator[Pair]:
    """Pairs that say the same but for a word of one kind, or but for a time."""
    for one, other in collection.near:
        unlike = collection.unlike(one, other)
        if not unlike or unlike & _APART or not (len(unlike) == 1 or unlike <= _TIMES):
            continue
        if unlike == {"daytime"} or _may_both_hold(collection, one, other):
            continue
        if unlike <= _DATES and _repeated(collection, one) and _repeated(collection, other):
            continue
        if "number" in unlike and _identified(collection, one) != _identified(collection, other):
            continue
        here, there = (_named(collection, each, unlike) for each in (one, other))
        if all(map(_YEAR.fullmatch, here | there)):
            continue  # each in its year
        labels = _labels(collection, one) & _labels(collection, other)
        least = LABELLED if labels else LEAST
        if min(collection.vectors.rest(one, other, here | there)) >= least and not (
            not labels - {"号"}
            and unlike <= _COUNTS
            and collection.vectors.odd(one, other, here | there) < ODD
        ):
            yield Pair.of(one, other, f"{_listed(here)} against {_listed(there)}")


def _may_both_hold(collection: Collection, one: int, other: int) -> bool:
    """Whether two may differ in a word because they speak of two, or because one adds to the other."""
    here, there = collection.readings[one], collection.readings[other]
    return (
        not collection.same_one(one, other)
        or under_two_topics(here.entry, there.entry)
        or here.adds
        or there.adds
        or collection.told_apart(one, other)
    )


def exchanged_pairs(collection: Collection) -> Iterator[Pair]:
    """Pairs that say the same but for one word, of what can be one thing only."""
    for one, other in collection.near:
        if collection.unlike(one, other) or not collection.same_one(one, other):
            continue
        here, there = collection.readings[one], collection.readings[other]
        if here.adds or there.adds or several(here) or several(there):
            continue
        if as_two(here.entry, there.entry):
            continue
        found = collection.exchanged(one, other)
        if found and all(
            collection.readings[place].low.rstrip(" .!。").endswith(word)
            for place, word in zip((one, other), found, strict=True)
        ):
            yield Pair.of(one, other, f"“{found[0]}” and “{found[1]}” of the same")


def several(reading: Reading) -> bool:
    """Whether it tells of something of which there may be more than one: what one likes, has, plays."""
    return sign("several", reading.language).search(reading.low) is not None


def _repeated(collection: Collection, place: int) -> bool:
    """Whether it tells of something done at a time, as it may be at others: the rent was paid in March."""
    reading = collection.readings[place]
    return sign("repeated", reading.language).search(reading.low) is not None


def _identified(collection: Collection, place: int) -> str:
    """The number by which a text says of which one it speaks: invoice 4471 is unpaid."""
    found = _IDENTITY.match(collection.readings[place].low)
    return next(filter(None, found.groups()), "") if found else ""


def _labels(collection: Collection, place: int) -> set[str]:
    """The words by which a text calls its numbers: port, room, version."""
    low = collection.readings[place].low
    found = {word for each in _LABEL.findall(low) for word in each if word}
    return {stem(word) for word in found} - words("lists.toml")["unlabelled"]


def _named(collection: Collection, place: int, kinds: set[str]) -> frozenset[str]:
    found = collection.words[place].kinds
    return frozenset().union(*(found[kind] for kind in kinds))


def _listed(some: frozenset[str]) -> str:
    return ", ".join(sorted(map(shown, some)))
