"""Trace: all that is needed to explain a recall, kept as it lies and drawn up when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from holdfast.domain.message import Trust
from holdfast.domain.recall import MESSAGE, Dropped, Explanation, Hit, Stage
from holdfast.flow.recall.ask import Question
from holdfast.text.analysis import terms
from holdfast.text.matches import matched

IDLE = "nothing is asked: no recall"
SHOWN_DROPPED = 50
"""How many of the dropped candidates an explanation lists; it always counts them all."""


@dataclass(slots=True)
class Trace:
    """One recall: what was asked, how many were left after each stage, and the best candidates."""

    run: str
    user: str
    question: Question
    epoch: int = 0
    """Of the user's log, when it was asked; 0 for a user nobody knows."""
    bare: str = ""
    messages: int = 0
    inside: int = 0
    found: int = 0
    fetched: Callable[[], dict[str, int]] = dict
    """Tells how many messages each retriever found."""
    candidates: Callable[[], list[tuple[str, float]]] = list
    """Tells the best candidates and their scores, best first."""
    missing: Sequence[str] = ()
    """Candidates that the snapshot does not hold yet."""
    reworded: dict[str, list[str]] = field(default_factory=dict)
    """What was folded though it says the same in other words, by what it was folded into."""
    notes: list[Stage] = field(default_factory=list)
    hits: tuple[Hit, ...] = ()

    def explanation(self) -> Explanation:
        """The trace in the words of the domain."""
        taken = {source for hit in self._said() for source in hit.sources}
        dropped = [
            Dropped(source=id_, reason=self._reason(id_), score=score)
            for id_, score in self.candidates()
            if id_ not in taken
        ]
        return Explanation(
            run=self.run,
            user=self.user,
            query=self.question.text,
            asked_at=self.question.asked_at,
            k=self.question.k,
            agent=self.question.agent,
            session=self.question.session,
            since=self.question.since,
            until=self.question.until,
            kinds=self.question.kinds,
            terms=tuple(matched(self.bare, terms(self.bare))),
            windows=tuple((w.phrase, w.begins, w.ends) for w in self.question.windows),
            stages=tuple(self._stages()),
            hits=self.hits,
            dropped=tuple(dropped[:SHOWN_DROPPED]),
            dropped_in_all=max(self.found - len(taken), len(dropped)),
        )

    def _said(self) -> list[Hit]:
        """The hits that are messages."""
        return [hit for hit in self.hits if hit.trust is not Trust.DERIVED]

    def _reason(self, id_: str) -> str:
        if id_ in self.missing:
            return "newer than the snapshot"
        return f"not among the first {self.question.k}"

    def _stages(self) -> list[Stage]:
        fetched = [
            Stage(name=f"fetch by {name}", taken=self.inside, kept=count)
            for name, count in self.fetched().items()
        ]
        kept = sum(len(hit.sources) for hit in self._said())
        return [
            Stage(name="ask", taken=self.messages, kept=self.inside, note=scope(self.question)),
            *fetched,
            Stage(name="fuse", taken=self.inside, kept=self.found),
            *self.notes,
            Stage(name="trim", taken=self.found, kept=kept, note=self._trimmed()),
        ]

    def _trimmed(self) -> str:
        """How many were wanted, and which of the sources are there in other words."""
        shown = {hit.sources[0] for hit in self.hits}
        folded = [
            f"{', '.join(ids)} folded into {into} as other words for it"
            for into, ids in self.reworded.items()
            if into in shown
        ]
        return "; ".join([f"k={self.question.k}", *folded])


def scope(question: Question) -> str:
    """The filters and the times named, in words."""
    if question.idle:
        return IDLE
    named = {"agent": question.agent, "session": question.session}
    times = {"since": question.since, "until": question.until}
    words = [] if question.kinds == (MESSAGE,) else [f"kinds={'+'.join(question.kinds)}"]
    words += [f"{key}={value}" for key, value in named.items() if value is not None]
    words += [f"{key}={value.isoformat()}" for key, value in times.items() if value is not None]
    words += [
        f"{w.phrase!r}={w.begins:%Y-%m-%d %H:%M}..{w.ends:%Y-%m-%d %H:%M}" for w in question.windows
    ]
    return ", ".join(words)
