"""Trim: the first k of the candidates, those that say the same folded into one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.domain.recall import Hit
from holdfast.flow.recall.facts import Fact, Voice
from holdfast.flow.recall.fuse import Fused
from holdfast.flow.recall.index import UserIndex

Read = Callable[[Sequence[int]], dict[int, tuple[str, str]]]
"""Gives text and zone by place in the log."""


def trim(
    index: UserIndex, fused: Fused, places: Sequence[int], k: int, read: Read
) -> tuple[list[Hit], list[str]]:
    """The hits, and the ids of candidates that could not be read."""
    chosen: dict[Voice, tuple[Fact, int, list[str]]] = {}
    missing: list[str] = []
    index.keep_few_texts()
    at = 0
    while len(chosen) < k and at < len(places):
        some = places[at : at + k - len(chosen)]
        facts = index.facts(some, read)
        for place in some:
            fact = facts.get(place)
            if fact is None:
                missing.append(index.ids[place])
            else:
                chosen.setdefault(fact.voice, (fact, place, []))[2].append(index.ids[place])
        at += len(some)
    return [_hit(fused, *each) for each in chosen.values()], missing


def _hit(fused: Fused, fact: Fact, place: int, sources: list[str]) -> Hit:
    """The hit of messages that say the same, as the best of them says it."""
    return Hit(
        score=fused.total.item(place),
        text=fact.text,
        sources=tuple(sources),
        seq=fact.seq,
        session=fact.session,
        agent=fact.agent,
        role=fact.role,
        speaker=fact.speaker,
        said_at=fact.said_at,
        trust=fact.trust,
        scores=fused.scores_of(place),
    )
