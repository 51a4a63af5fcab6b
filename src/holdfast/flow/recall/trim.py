"""Trim: the first k of the candidates, those that say the same folded into one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from holdfast.domain.message import Trust
from holdfast.domain.recall import Hit
from holdfast.flow.recall.facts import Fact, Voice
from holdfast.flow.recall.fuse import Fused, Untold
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.near import Nearness, Told

Chosen = dict[int, tuple[Fact, list[str]]]
"""What each hit says, by its place, and its sources."""

Read = Callable[[Sequence[int]], dict[int, tuple[str, str]]]
"""Gives text and zone by place in the log."""


class Trimmed(NamedTuple):
    """What is left of the candidates."""

    hits: list[Hit]
    missing: list[str]
    """The ids of candidates that could not be read."""
    reworded: dict[str, list[str]]
    """What was folded though it says it in other words, by the id that it was folded into."""


def trim(
    index: UserIndex,
    fused: Fused,
    places: Sequence[int],
    k: int,
    read: Read,
    *,
    apart: float = 0.0,
) -> Trimmed:
    """The first k that differ. `apart` says how far apart in meaning two wordings may lie."""
    index.keep_few_texts()
    if plain := _as_they_are(index, fused, places[:k], read, apart):
        return Trimmed(plain, [], {})
    chosen: Chosen = {}
    sources: dict[Voice, list[str]] = {}
    missing: list[str] = []
    reworded: dict[str, list[str]] = {}
    at = 0
    while len(chosen) < k and at < len(places):
        some = places[at : at + k - len(chosen)]
        facts = index.facts(some, read)
        # What says the same word for word is known by that, and need not be compared.
        fresh = [p for p in some if p in facts and (not sources or facts[p].voice not in sources)]
        near = index.nearness.near(index.vectors, [*chosen, *fresh])
        for place in some:
            fact = facts.get(place)
            if fact is None:
                missing.append(index.ids[place])
                continue
            (id_,) = fact.sources
            same = sources.get(fact.voice)
            if same is None and place in near:
                same = _reworded(index.nearness, Told(place, fact), near[place], chosen, apart)
                if same is not None:
                    reworded.setdefault(same[0], []).append(id_)
            if same is None:
                same = sources[fact.voice] = []
                chosen[place] = (fact, same)
            same.append(id_)
        at += len(some)
    told = [fact for fact, _ in chosen.values()]
    every = [tuple(same) for _, same in chosen.values()]
    return Trimmed(_hits(fused, [*chosen], told, every), missing, reworded)


def _as_they_are(
    index: UserIndex, fused: Fused, places: Sequence[int], read: Read, apart: float
) -> list[Hit] | None:
    """The candidates, if each says something of its own, as they mostly do; else None."""
    known = index.facts(places, read)
    if not all(map(known.__contains__, places)):
        return None
    facts = [known[place] for place in places]
    if len({fact[0] for fact in facts}) < len(facts):  # voices
        return None
    if index.nearness.near(index.vectors, places) and not index.nearness.distinct(
        places, facts, apart
    ):
        return None
    return _hits(fused, places, facts, [fact.sources for fact in facts])


def _reworded(
    nearness: Nearness,
    told: Told,
    near: Collection[int],
    chosen: Chosen,
    apart: float,
) -> list[str] | None:
    """The sources of the best hit that says the same in other words; None if there is none."""
    for before in chosen:  # not as they are near, whose order is that of questions asked before
        if before in near:
            fact, same = chosen[before]
            if nearness.same(Told(before, fact), told, apart):
                return same
    return None


class _Open:
    """A hit that is being made. It can be written to, and becomes a hit when it is whole.

    Writing to a frozen object takes the long way round: ten hits made as such cost more than all
    of the search for them.
    """

    __slots__ = Hit.__slots__

    score: float
    text: str
    sources: tuple[str, ...]
    seq: int
    session: str
    agent: str
    role: str
    speaker: str | None
    said_at: datetime
    trust: Trust
    scores: Untold


def _hits(
    fused: Fused,
    places: Sequence[int],
    facts: Iterable[Fact],
    sources: Iterable[tuple[str, ...]],
) -> list[Hit]:
    """The hits of messages that say the same, each as the best of them says it."""
    hits: list[Any] = []
    totals, scores = fused.total.take(places).tolist(), fused.scores_of(places)
    for score, untold, fact, same in zip(totals, scores, facts, sources, strict=True):
        hit = _Open()
        hit.score, hit.scores, hit.sources = score, untold, same
        (_, _, hit.text, hit.seq, hit.session, hit.agent,
         hit.role, hit.speaker, hit.said_at, hit.trust) = fact  # fmt: skip
        hit.__class__ = Hit  # type: ignore[assignment]  # the two have the same slots
        hits.append(hit)
    return hits
