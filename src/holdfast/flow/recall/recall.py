"""The path of a question through its stages: ask, fetch, fuse, rerank, trim."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.ids import new_id
from holdfast.domain.recall import MESSAGE, Stage
from holdfast.domain.slot import Slot
from holdfast.domain.topic import TOPICS
from holdfast.flow.recall import weights
from holdfast.flow.recall.aside import Aside
from holdfast.flow.recall.ask import Question, wanted
from holdfast.flow.recall.fuse import MEANING, TRUTH, Fused, fuse
from holdfast.flow.recall.ids import Ids
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.rerank import LOOKED_AT, rerank
from holdfast.flow.recall.runs import Runs
from holdfast.flow.recall.shelf import Shelf
from holdfast.flow.recall.states import stated
from holdfast.flow.recall.trace import SHOWN_DROPPED, Trace
from holdfast.flow.recall.trim import Read, trim
from holdfast.flow.recall.truth import inquiry, meant_slots, told_by
from holdfast.ports.embedder import Embedder
from holdfast.ports.gauged import apart
from holdfast.ports.reranker import Reranker
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

Vector = NDArray[np.float32]

_MESSAGES = (MESSAGE,)

FETCH_KEYS = "fetch knowledge"

_MORE = 4
"""How many times more candidates are looked at where too many said the same."""

_PILES = 4
"""How many times more piles than best ones are looked for."""

_SORTED_UP_TO = 128
"""So many are sorted as they are; of more, those that cannot be among the best are left out first."""


class Recaller:
    """Answers questions from the indexes on a shelf."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        runs: Runs,
        aside: Aside,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._store, self._shelf, self._runs, self._aside = store, shelf, runs, aside
        self._embedder, self._reranker = embedder, reranker
        self._apart = apart(embedder)

    def answer(self, space: str, user: str, question: Question) -> Trace:
        """Answer from one snapshot, and keep how. Models are asked before and after it, not within."""
        trace = Trace(new_id(), user, question)
        if question.idle:
            stamp = self._store.read(space, lambda unit: unit.users.stamp(user))
            trace.epoch = stamp.epoch if stamp else trace.epoch
            self._runs.keep(space, trace.epoch, trace)
            return trace
        vector = self._from_afar(question.text, trace)
        reranker = self._reranker if question.text.strip() else None  # the latest are in order
        k = question.k if reranker is None else max(question.k, LOOKED_AT)
        self._store.read(space, lambda unit: self._look(unit, space, trace, vector, k))
        if reranker is not None:
            rerank(trace, reranker, self._aside)
            trace.hits = trace.hits[: question.k]
        self._runs.keep(space, trace.epoch, trace)
        return trace

    def _from_afar(self, text: str, trace: Trace) -> Vector | None:
        """The question's vector where the model is not at hand; None if it does not come in time."""
        embedder = self._embedder
        if embedder is None or embedder.local or not text.strip():
            return None
        answer = self._aside.ask(lambda: embedder.embed([text])[0])
        if answer.skipped:
            trace.notes.append(
                Stage(name=MEANING, taken=0, kept=0, note=f"skipped: {answer.skipped}")
            )
        return answer.value

    def _look(self, unit: Unit, space: str, trace: Trace, vector: Vector | None, k: int) -> None:
        question, user = trace.question, trace.user
        index = self._shelf.index(unit, space, user)
        if index is None:
            return
        trace.epoch = index.stamp.epoch
        if not len(index):
            return
        with index.lock:
            if MESSAGE in question.kinds:
                want = wanted(question, index, self._embedder, vector)
                fused = fuse(index, want, question.among(index))
                _let_truth_lead(unit, user, question, index, fused)
                trace.bare, trace.fetched = want.bare, fused.later(fused.fetched)
                read = partial(unit.log.texts, user)
                _take(index, fused, trace, k, read, self._apart)
            if question.kinds != _MESSAGES:
                self._look_for_keys(unit, space, index, trace, vector, k)

    def _look_for_keys(
        self, unit: Unit, space: str, index: UserIndex, trace: Trace, vector: Vector | None, k: int
    ) -> None:
        """Put summaries, facts and events among the hits, by the same measure."""
        keys = self._shelf.keys(unit, space, trace.user, index)
        if not keys.items:
            trace.notes.append(Stage(name=FETCH_KEYS, taken=0, kept=0))
            return
        want = wanted(trace.question, keys.index, self._embedder, vector)
        among = keys.among(trace.question)
        fused = fuse(keys.index, want, among)
        found = fused.found & among
        ranked, count = best(fused, found, k + SHOWN_DROPPED)
        hits = trim(keys.index, fused, ranked.tolist(), k, keys.read, apart=self._apart).hits
        trace.bare = trace.bare or want.bare
        trace.notes.append(Stage(name=FETCH_KEYS, taken=len(keys.items), kept=count))
        every = [*trace.hits, *(keys.hit(unit, hit) for hit in hits)]
        trace.hits = tuple(sorted(every, key=lambda hit: -hit.score)[:k])


def _take(index: UserIndex, fused: Fused, trace: Trace, k: int, read: Read, near: float) -> None:
    """Put into the trace how many were found, the best candidates, and k hits of them.

    Where so many say the same that these do not make k hits, more of them are looked at.
    """
    found, among = fused.found, fused.among
    trace.messages = trace.inside = len(index)
    if among is not None:
        found = found & among
        trace.inside = int(np.count_nonzero(among))
    limit = max(k, LOOKED_AT) + SHOWN_DROPPED
    while True:
        ranked, trace.found = best(fused, found, limit)
        places = ranked.tolist()
        trimmed = trim(index, fused, places, k, read, apart=near)
        if len(trimmed.hits) >= k or len(places) >= trace.found:
            break
        limit *= _MORE
    trace.hits = tuple(trimmed.hits)
    trace.missing, trace.reworded = trimmed.missing, trimmed.reworded
    trace.candidates = partial(_scored, index.ids, ranked, fused.total.take(ranked))


def _scored(
    ids: Ids, ranked: NDArray[np.intp], scores: NDArray[np.float64]
) -> list[tuple[str, float]]:
    """The ids of the messages at some places, beside their scores."""
    names = map(ids.__getitem__, ranked.tolist())
    return [*zip(names, scores.tolist(), strict=True)]


def _let_truth_lead(
    unit: Unit, user: str, question: Question, index: UserIndex, fused: Fused
) -> None:
    """Put first what told the answer, where a question asks how a thing is, was, or was then.

    Of the user's own statements the one of the right time; of others, what was learned of them.
    """
    asked = inquiry(question)
    if asked is None:
        return
    slots = meant_slots(unit, user, asked)
    named = {id_: index.ids.place_of(id_) for slot in slots for id_ in slot.sources}
    places = {id_: place for id_, place in named.items() if place is not None}
    strength = 1.0
    if asked.own:
        sure = {
            places[id_] for slot in slots if _has_one(slot) for id_ in slot.sources if id_ in places
        }
        first = stated(unit, user, index, fused, asked, places.values(), sure)
        told: tuple[int, ...] = () if first is None else (first,)
        strength = weights.SURE if first in sure else strength
    else:
        told = tuple(places[id_] for id_ in told_by(slots, asked) if id_ in places)
    if not told:
        return
    opinion = np.zeros(len(index))
    opinion[list(told)] = strength / (1 + np.arange(len(told)))
    fused.take(TRUTH, weights.TRUTH, opinion)
    fused.found |= opinion > 0


def _has_one(slot: Slot) -> bool:
    """Whether a slot is of what there is one at a time: each message that told it counts."""
    topic = TOPICS.get(slot.topic)
    return topic is not None and topic.has_one(slot.sub)


def _floor(scores: NDArray[np.float64], limit: int) -> np.float64:
    """A score that at least `limit` have, and not many more.

    The scores are dealt out to piles: what the best of so many piles reach, as many scores reach.
    """
    piles = min(_PILES * limit, len(scores))
    deep = len(scores) // piles
    highest = scores[: deep * piles].reshape(deep, piles).max(axis=0)
    floor: np.float64 = np.partition(highest, -limit)[-limit]
    return floor


def best(fused: Fused, found: NDArray[np.bool_], limit: int) -> tuple[NDArray[np.intp], int]:
    """The places of the best, best first, of equals the later one first; and how many were found."""
    if len(found) <= _SORTED_UP_TO:
        order = fused.total.argsort(kind="stable")[::-1]
        order = order[found.take(order)]
        return order[:limit], len(order)
    places = found.nonzero()[0][::-1]
    scores, count = fused.total.take(places), len(places)
    if len(places) > max(limit, _SORTED_UP_TO):
        high = scores >= _floor(scores, limit)
        places, scores = places[high], scores[high]
    order = (-scores).argsort(kind="stable")
    return places.take(order[:limit]), count
