"""Fold: make segments of what has left the window, and of stretches that have ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from holdfast.domain.memo import Memo
from holdfast.flow.capture.usual import window_of
from holdfast.flow.condense.segments import Plan, Segment, plan
from holdfast.flow.condense.stream import folded
from holdfast.flow.condense.summaries import of_segment
from holdfast.flow.condense.work import Work, memo_of
from holdfast.ports.summariser import Summary
from holdfast.ports.unit import Unit


def fold(work: Work) -> None:
    """Make every segment that is due. A message is read once, whatever happens meanwhile."""
    while True:
        memo, planned = work.read(partial(planned_for, work))
        done: frozenset[int] = frozenset()
        for segment in planned.segments:
            messages = [entry.message for entry in segment.entries]
            left_out = _hidden(memo, segment)
            made = work.sum_up_messages(messages, left_out)
            done |= {entry.place for entry in segment.entries}
            work.step(partial(_keep, work, segment, made, left_out, planned.folded_to(done)))
            if work.held.stopping():
                return
        folded_to = planned.folded_to(done)
        if folded_to <= memo.folded_to:
            return
        if not planned.segments:
            work.step(partial(_move, work, folded_to, ()))


def planned_for(work: Work, unit: Unit) -> tuple[Memo, Plan]:
    """What is due now."""
    memo = memo_of(unit, work.user, work.agent)
    return memo, plan(unit, memo, window_of(unit, work.usual))


def _keep(
    work: Work,
    segment: Segment,
    made: Summary,
    left_out: Mapping[str, str],
    folded_to: int,
    unit: Unit,
    now: datetime,
) -> None:
    """Store it, unless its messages have changed, gone, been hidden or been folded meanwhile."""
    present = {message.id: message.version for message in unit.log.get(work.user, segment.ids)}
    planned = {entry.message.id: entry.message.version for entry in segment.entries}
    if present != planned or folded(unit, work.user, segment.ids):
        return
    memo = memo_of(unit, work.user, work.agent)
    if _hidden(memo, segment) != left_out:
        return
    unit.items.put(of_segment(memo, segment, made, left_out, now), expect=0)
    _move(work, folded_to, segment.ids, unit, now)


def _hidden(memo: Memo, segment: Segment) -> dict[str, str]:
    """What a review took out of sight, and which."""
    return {id_: memo.hidden[id_] for id_ in segment.ids if id_ in memo.hidden}


def _move(work: Work, folded_to: int, ids: Sequence[str], unit: Unit, _: datetime) -> None:
    """Note how far the log is folded; messages in a segment need not be hidden any more."""
    memo = memo_of(unit, work.user, work.agent)
    hidden = {id_: by for id_, by in memo.hidden.items() if id_ not in ids}
    moved = replace(memo, folded_to=max(memo.folded_to, folded_to), hidden=hidden)
    unit.memos.put(moved, expect=memo.revision)
