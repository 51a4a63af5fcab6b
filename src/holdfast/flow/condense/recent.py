"""Recent: what an agent's memo holds now. Its cost does not grow with the log."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from holdfast.domain.item import Item
from holdfast.domain.recent import Recent
from holdfast.flow.capture.usual import Usual, window_of
from holdfast.flow.condense.sizes import kept
from holdfast.flow.condense.stream import Entry, behind, folded, latest
from holdfast.flow.condense.work import in_sight, memo_of
from holdfast.ports.unit import Unit

MOST_SHOWN = 1000
"""Where nothing is folded, for want of a worker, no more than this is shown."""


def recent(unit: Unit, user: str, agent: str, usual: Usual) -> Recent:
    """The last messages word for word, and before them whatever is not in a summary yet."""
    memo = memo_of(unit, user, agent)
    tail = latest(unit, user, agent, kept(window_of(unit, usual)))
    begin = tail[0].place if tail else 0
    older, waiting = _unfolded(unit, user, agent, memo.folded_to, begin)
    shown = [entry for entry in (*older, *tail) if entry.place > memo.cleared_to]
    seen = [entry.message for entry in shown if entry.message.id not in memo.hidden]
    summaries = [
        item
        for item in in_sight(unit, user, agent)
        if memo.cleared_to < item.place < begin  # what begins later is there word for word
    ]
    return Recent(
        user=user,
        agent=agent,
        summaries=tuple(summaries),
        messages=tuple(seen),
        waiting=waiting,
        hidden=len(shown) - len(seen),
        fingerprint=_fingerprint(summaries, shown, memo.revision),
    )


def _unfolded(
    unit: Unit, user: str, agent: str, folded_to: int, before: int
) -> tuple[list[Entry], int]:
    """What lies before the tail and in no segment yet: as much as may be shown, and the rest's
    number."""
    found: list[Entry] = []
    while folded_to < before - 1:
        entries, end = behind(unit, user, agent, folded_to, MOST_SHOWN)
        if end == folded_to:
            break
        folded_to = end
        entries = [entry for entry in entries if entry.place < before]
        done = folded(unit, user, [entry.message.id for entry in entries])
        found += [entry for entry in entries if entry.message.id not in done]
    rest = max(0, len(found) - MOST_SHOWN)
    return found[rest:], rest


def _fingerprint(summaries: Sequence[Item], shown: Sequence[Entry], revision: int) -> str:
    digest = hashlib.sha256(str(revision).encode())
    for item in summaries:
        digest.update(f"{item.id}:{item.revision};".encode())
    for entry in shown:
        digest.update(f"{entry.message.id}:{entry.message.version};".encode())
    return digest.hexdigest()[:32]
