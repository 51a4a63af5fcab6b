"""How well memories are found: a set's messages in, its questions asked, the answers ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from holdfast.entrypoints.bench.sets import Asked, Conversation, RecallSet, Said
from holdfast.flow.capture.names import MOST_ROWS
from holdfast.memory import Memory

ASKED_FOR = 50
"""How many messages are asked for; a rank beyond it counts as not found."""

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for a question: the set's own message ids, best first."""

    set: str
    conversation: str
    asked: Asked
    ranked: tuple[str, ...]


def answers(
    memory: Memory,
    given: RecallSet,
    progress: Callable[[int], None] = lambda _: None,
    *,
    learn: bool = False,
) -> Iterator[Answer]:
    """Put every conversation in as one user, and ask its questions when they were asked.

    With `learn`, its sessions are sealed and learned from first.
    """
    done = 0
    for conversation in given.conversations:
        user = f"{given.name}/{conversation.name}"
        theirs = put_in(memory, user, conversation)
        if learn:
            learn_from(memory, user)
        for asked in conversation.asked:
            hits = memory.recall(user, asked.question, k=ASKED_FOR, now=asked.asked_at)
            found = (theirs[source] for hit in hits for source in hit.sources)
            yield Answer(given.name, conversation.name, asked, tuple(dict.fromkeys(found)))
            done += 1
            progress(done)


def put_in(memory: Memory, user: str, conversation: Conversation) -> dict[str, str]:
    """Add the messages as an app would; the set's id by ours."""
    theirs: dict[str, str] = {}
    for session, said in groupby(conversation.said, key=lambda each: each.session):
        messages = list(said)
        for first in range(0, len(messages), _AT_ONCE):
            part = messages[first : first + _AT_ONCE]
            ids = memory.add(user, [_message(each) for each in part], session=str(session))
            theirs.update(zip(ids, (each.id for each in part), strict=True))
    return theirs


def learn_from(memory: Memory, user: str) -> None:
    """Seal all that is open, and have done what follows from it."""
    for session in memory.sessions.list(user, limit=MOST_ROWS):
        memory.seal(user, session.name)
    memory.admin.run_jobs()


def _message(said: Said) -> dict[str, str]:
    message = {"role": said.role, "content": said.text, "id": said.id}
    if said.speaker:
        message["speaker"] = said.speaker
    if said.time:
        message["at"] = said.time
    return message


@dataclass(slots=True)
class Score:
    """Sums over questions; as shares by `row`."""

    count: int = 0
    at_1: float = 0.0
    at_5: float = 0.0
    at_10: float = 0.0
    any_at_5: float = 0.0
    any_at_10: float = 0.0
    reciprocal: float = 0.0

    def take(self, evidence: Iterable[str], ranked: tuple[str, ...]) -> None:
        """Count one question in."""
        wanted = set(evidence)
        if not wanted:
            return
        found = [len(wanted.intersection(ranked[:k])) for k in (1, 5, 10)]
        first = next((rank for rank, id_ in enumerate(ranked, 1) if id_ in wanted), 0)
        self.count += 1
        self.at_1 += found[0] / len(wanted)
        self.at_5 += found[1] / len(wanted)
        self.at_10 += found[2] / len(wanted)
        self.any_at_5 += found[1] > 0
        self.any_at_10 += found[2] > 0
        self.reciprocal += 1 / first if first else 0.0

    def row(self) -> dict[str, float]:
        """The shares in per cent."""
        sums = {
            "R@1": self.at_1,
            "R@5": self.at_5,
            "R@10": self.at_10,
            "any@5": self.any_at_5,
            "any@10": self.any_at_10,
            "MRR": self.reciprocal,
        }
        return {name: round(100 * value / max(self.count, 1), 1) for name, value in sums.items()}


def scores(
    given: Iterable[Answer], *, by_category: bool = False, without: tuple[str, ...] = ()
) -> dict[str, Score]:
    """Scores by set, and by set and category where asked."""
    table: dict[str, Score] = {}
    for answer in given:
        if answer.asked.category in without:
            continue
        names = [answer.set]
        names += [f"{answer.set}/{answer.asked.category}"] if by_category else []
        for name in names:
            table.setdefault(name, Score()).take(answer.asked.evidence, answer.ranked)
    return dict(sorted(table.items()))
