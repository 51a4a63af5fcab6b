"""Fold: make segments of what has left the window, and of stretches that have ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from holdfast.domain.memo import Memo
from holdfast.flow.condense.overlay import Overlay
from holdfast.flow.condense.segments import Plan, Segment, plan
from holdfast.flow.condense.stream import folded
from holdfast.flow.condense.summaries import of_segment
from holdfast.flow.condense.work import Work, memo_of
from holdfast.flow.usual import window_of
from holdfast.ports.summariser import Summary
from holdfast.ports.unit import Unit


def fold(work: Work) -> None:
    """Make every segment that is due. A message is read once, whatever happens meanwhile."""
    while True:
        memo, planned = work.read(partial(planned_for, work))
        for segment in planned.segments:
            overlay = Overlay.of(memo, segment.ids)
            made = work.sum_up_messages([entry.message for entry in segment.entries], overlay)
            work.step(partial(_keep, work, segment, made, overlay))
            if work.held.stopping():
                return
        if not planned.segments and planned.folded_to <= memo.folded_to:
            return
        work.step(partial(_move, work))


def planned_for(work: Work, unit: Unit) -> tuple[Memo, Plan]:
    """What is due now."""
    memo = memo_of(unit, work.user, work.agent)
    return memo, plan(unit, memo, window_of(unit, work.usual))


def _keep(
    work: Work, segment: Segment, made: Summary, overlay: Overlay, unit: Unit, now: datetime
) -> None:
    """Store it, unless its messages have changed, gone, been reviewed or been folded meanwhile.

    What a review changed in them is the segment's to know then.
    """
    present = {message.id: message.version for message in unit.log.get(work.user, segment.ids)}
    planned = {entry.message.id: entry.message.version for entry in segment.entries}
    if present != planned or folded(unit, work.user, segment.ids):
        return
    memo = memo_of(unit, work.user, work.agent)
    if Overlay.of(memo, segment.ids) != overlay:
        return
    unit.items.put(of_segment(memo, segment, made, overlay, now), expect=0)
    rest = memo.without(planned)
    if rest != memo:
        unit.memos.put(rest, expect=memo.revision)


def _move(work: Work, unit: Unit, _: datetime) -> None:
    """Note how far the log is folded: by what is so in this moment, not by what was planned."""
    memo, planned = planned_for(work, unit)
    if planned.folded_to > memo.folded_to:
        unit.memos.put(replace(memo, folded_to=planned.folded_to), expect=memo.revision)
