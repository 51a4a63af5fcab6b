"""What is learned of conversations, looked over by the audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from holdfast.domain.audit import AuditFinding, Fault
from holdfast.entrypoints.bench.recall import learn_from, put_in
from holdfast.entrypoints.bench.sets import Conversation, RecallSet
from holdfast.memory import Memory


@dataclass(slots=True)
class Learned:
    """Counts over the conversations of a set."""

    turns: int = 0
    entries: int = 0
    """Slots that hold, as the audit sees them."""
    faults: Counter[Fault] = field(default_factory=Counter)
    """Entries by what is wrong with them."""
    junk: list[AuditFinding] = field(default_factory=list)

    def row(self) -> dict[str, float]:
        """The share of the entries, in per cent, of each kind of fault."""
        return {str(fault): 100 * self.faults[fault] / max(1, self.entries) for fault in Fault}


def learned(
    memory: Memory,
    given: RecallSet,
    *,
    turns: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Learned:
    """Put the conversations in, each as a user of its own, learn from them, and audit every user.

    With `turns`, only so many of the set's messages, from the beginning.
    """
    found = Learned()
    for conversation in _beginning(given, turns):
        user = f"{given.name}/{conversation.name}"
        put_in(memory, user, conversation)
        learn_from(memory, user)
        report = memory.admin.audit(user)
        found.turns += len(conversation.said)
        found.entries += report.looked_at
        faulty = {(each.fault, entry.id) for each in report.findings for entry in each.entries}
        found.faults.update(fault for fault, _ in faulty)
        for finding in report.findings:
            if finding.fault is Fault.JUNK:
                found.junk.append(finding)
        progress(found.turns)
    return found


def _beginning(given: RecallSet, turns: int | None) -> Iterator[Conversation]:
    left = given.messages if turns is None else turns
    for conversation in given.conversations:
        if left > 0:
            yield replace(conversation, said=conversation.said[:left])
        left -= len(conversation.said)
