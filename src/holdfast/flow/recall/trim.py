"""Trim: the first k of the candidates, those that say the same folded into one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from holdfast.domain.message import trust_of
from holdfast.domain.moments import from_micros
from holdfast.domain.recall import Hit
from holdfast.flow.recall.fuse import Fused
from holdfast.flow.recall.index import UserIndex

_SIGNS = " \t\r\n.,!?;:~…。，！？；：～、"

Read = Callable[[Sequence[int]], dict[int, tuple[str, str]]]
"""Gives text and zone by place in the log."""

_Voice = tuple[str | None, str | None, str]


def trim(
    index: UserIndex, fused: Fused, places: Sequence[int], k: int, read: Read
) -> tuple[list[Hit], list[str]]:
    """The hits, and the ids of candidates that could not be read."""
    chosen: dict[_Voice, tuple[int, list[str]]] = {}
    missing: list[str] = []
    index.keep_few_texts()
    at = 0
    while len(chosen) < k and at < len(places):
        some = places[at : at + k - len(chosen)]
        texts = index.texts(some, read)
        for place in some:
            id_, told = index.ids[place], texts.get(place)
            if told is None:
                missing.append(id_)
                continue
            words = told[0].strip(_SIGNS).lower() or id_
            voice = (index.roles.at(place), index.speakers.at(place), words)
            chosen.setdefault(voice, (place, []))[1].append(id_)
        at += len(some)
    return _hits(index, fused, chosen.values()), missing


def _hits(index: UserIndex, fused: Fused, chosen: Iterable[tuple[int, list[str]]]) -> list[Hit]:
    """The hits of messages that say the same, each as the best of them says it."""
    seqs, said_at, total, told = index.seqs, index.said_at, fused.total, index.told
    hits = []
    for place, sources in chosen:
        text, zone = told[place]
        role = index.roles.at(place) or ""
        hits.append(
            Hit(
                score=total.item(place),
                text=text,
                sources=tuple(sources),
                seq=seqs.item(place),
                session=index.sessions.at(place) or "",
                agent=index.agents.at(place) or "",
                role=role,
                speaker=index.speakers.at(place),
                said_at=from_micros(said_at.item(place), zone),
                trust=trust_of(role),
                scores=fused.scores_of(place),
            )
        )
    return hits
