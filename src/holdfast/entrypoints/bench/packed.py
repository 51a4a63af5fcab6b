"""How often what answers a question is in the context that is packed for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from holdfast.domain.context import Context
from holdfast.domain.slot import Slot
from holdfast.entrypoints.bench.recall import learn_from, put_in
from holdfast.entrypoints.bench.sets import RecallSet
from holdfast.flow.window.render import standing_line
from holdfast.memory import Memory

_INSTRUCTION = "instruction"


@dataclass(slots=True)
class Packed:
    """Counts over questions; as shares by `row`."""

    count: int = 0
    first: int = 0
    """How often the first piece of evidence is there: a set names the plainest one first."""
    every: int = 0
    standing: int = 0
    """How often the first one stands among the standing instructions."""

    def take(self, evidence: Iterable[str], held: set[str], standing: set[str]) -> None:
        """Count one question in."""
        wanted = list(evidence)
        if wanted:
            self.count += 1
            self.first += wanted[0] in held
            self.every += held.issuperset(wanted)
            self.standing += wanted[0] in standing

    def row(self) -> dict[str, float]:
        """The shares in per cent."""
        counts = {"first": self.first, "all": self.every, "standing": self.standing}
        return {name: 100 * each / max(1, self.count) for name, each in counts.items()}


def packed(
    memory: Memory,
    given: RecallSet,
    *,
    budget: int,
    categories: Iterable[str] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Packed]:
    """Put every conversation in, learn from it, and have a context packed for each question.

    Evidence is there if its message is, or a standing instruction that was learned from it. Where a
    set does not tell when something was said, it is said and asked about today.
    """
    wanted, done = set(categories), 0
    scores: dict[str, Packed] = {}
    for conversation in given.conversations:
        asked = [each for each in conversation.asked if not wanted or each.category in wanted]
        if not asked:
            continue
        user = f"{given.name}/{conversation.name}"
        theirs = put_in(memory, user, conversation)
        learn_from(memory, user)
        timed = all(each.time for each in conversation.said)
        orders = memory.profile.get(user, topic=_INSTRUCTION)
        for each in asked:
            now = each.asked_at if timed else None
            context = memory.context(user, each.question, budget=budget, now=now)
            standing = {theirs[source] for source in _standing(context, orders)}
            held = standing | {theirs[source] for hit in context.hits for source in hit.sources}
            scores.setdefault(each.category, Packed()).take(each.evidence, held, standing)
            done += 1
            progress(done)
    return scores


def _standing(context: Context, orders: Iterable[Slot]) -> Iterable[str]:
    """The messages behind the standing instructions that were packed."""
    lines = context.stable
    return (
        source for each in orders if standing_line(each.value) in lines for source in each.sources
    )
