"""The path of a question through its stages."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from holdfast.domain.ids import new_id
from holdfast.domain.message import Message
from holdfast.domain.recall import Dropped, Explanation, Hit, Stage
from holdfast.flow.recall.ask import Question
from holdfast.flow.recall.fuse import fuse
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.retrievers import by_text, latest
from holdfast.flow.recall.runs import NOBODY, Runs
from holdfast.flow.recall.shelf import Shelf
from holdfast.ports.unit import Unit

SHOWN_DROPPED = 50
"""How many of the dropped candidates an explanation lists; it always counts them all."""

Candidate = tuple[int, float, dict[str, float]]


def recall(
    unit: Unit, shelf: Shelf, runs: Runs, space: str, user: str, question: Question
) -> Explanation:
    """Answer a question from one snapshot, and say how."""
    stages: list[Stage] = []
    index = shelf.index(unit, space, user)
    ids: dict[int, str] = {}
    candidates: list[Candidate] = []
    if index is not None:
        with index.lock:
            candidates = _candidates(index, question, stages)
            ids = {seq: index.entries[seq].id for seq, _, _ in candidates}
    hits, dropped = _trim(unit, user, question, candidates, ids)
    stages.append(Stage(name="trim", taken=len(candidates), kept=len(hits), note=f"k={question.k}"))
    explanation = Explanation(
        run=new_id(),
        user=user,
        query=question.text,
        asked_at=question.asked_at,
        terms=question.terms,
        stages=tuple(stages),
        hits=tuple(hits),
        dropped=tuple(dropped[:SHOWN_DROPPED]),
        dropped_in_all=len(dropped),
    )
    runs.keep(space, NOBODY if index is None else index.stamp.epoch, explanation)
    return explanation


def _candidates(index: UserIndex, question: Question, stages: list[Stage]) -> list[Candidate]:
    """Fetch and fuse."""
    among = None
    if question.narrowed:
        among = frozenset(s for s, entry in index.entries.items() if question.admits(entry))
    inside = len(index.entries) if among is None else len(among)
    stages.append(Stage(name="ask", taken=len(index.entries), kept=inside, note=_scope(question)))
    found: dict[str, dict[int, float]] = {}
    pool: Collection[int]
    if question.terms:
        found[by_text.NAME] = by_text.by_text(index, question, among)
        pool = found[by_text.NAME].keys()
    else:
        pool = index.entries.keys() if among is None else among
    found[latest.NAME] = latest.latest(pool)
    for name, scores in found.items():
        stages.append(Stage(name=f"fetch by {name}", taken=inside, kept=len(scores)))
    fused = fuse(found)
    stages.append(Stage(name="fuse", taken=sum(map(len, found.values())), kept=len(fused)))
    return fused


def _scope(question: Question) -> str:
    """The filters, in words."""
    named = {"agent": question.agent, "session": question.session}
    times = {"since": question.since, "until": question.until}
    words = [f"{key}={value}" for key, value in named.items() if value is not None]
    words += [f"{key}={value.isoformat()}" for key, value in times.items() if value is not None]
    return ", ".join(words)


def _trim(
    unit: Unit, user: str, question: Question, candidates: Sequence[Candidate], ids: dict[int, str]
) -> tuple[list[Hit], list[Dropped]]:
    """The first k that the snapshot holds; the rest is dropped, with its reason."""
    wanted = candidates[: question.k]
    messages = {m.id: m for m in unit.log.get(user, [ids[seq] for seq, _, _ in wanted])}
    hits: list[Hit] = []
    dropped: list[Dropped] = []
    for seq, score, by in wanted:
        message = messages.get(ids[seq])
        if message is None:
            dropped.append(Dropped(source=ids[seq], reason="newer than the snapshot", score=score))
        else:
            hits.append(_hit(message, score, by))
    for seq, score, _ in candidates[question.k :]:
        dropped.append(
            Dropped(source=ids[seq], reason=f"not among the first {question.k}", score=score)
        )
    return hits, dropped


def _hit(message: Message, score: float, by: dict[str, float]) -> Hit:
    return Hit(
        score=score,
        text=message.text,
        sources=(message.id,),
        seq=message.seq,
        session=message.session,
        agent=message.agent,
        role=message.role,
        speaker=message.speaker,
        said_at=message.said_at,
        trust=message.trust,
        scores=by,
    )
