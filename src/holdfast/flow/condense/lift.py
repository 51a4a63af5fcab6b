"""Lift: make one summary of a stretch that has ended, and of groups of summaries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.session import SessionState
from holdfast.flow.condense.fold import fold, planned_for
from holdfast.flow.condense.sizes import GROUP
from holdfast.flow.condense.summaries import SEGMENT, STRETCH, of_items, put_above
from holdfast.flow.condense.work import Work, in_sight, memo_of
from holdfast.ports.summariser import Summary
from holdfast.ports.unit import Unit

_NOWHERE = _ALL = 1 << 62


def close_stretches(work: Work) -> None:
    """Make one summary of each stretch that has ended and is folded whole.

    One that went on after its memo was cleared gets two: what was cleared stays apart.
    """
    fold(work)  # what came up since: a stretch that is closed is not to grow another segment
    for below in work.read(partial(_closable, work)):
        _put_above(work, below, STRETCH)
        if work.held.stopping():
            return


def lift(work: Work) -> None:
    """Fold groups of summaries into summaries of the next level, as far up as they reach."""
    level = STRETCH
    while work.read(partial(_is_reached, work, level)):
        for below in work.read(partial(_groups, work, level)):
            _put_above(work, below, level + 1)
            if work.held.stopping():
                return
        level += 1


def is_behind(work: Work, unit: Unit) -> bool:
    """Whether there are segments to make, or stretches to make one summary of."""
    _, planned = planned_for(work, unit)
    return bool(planned.segments or _closable(work, unit))


def _closable(work: Work, unit: Unit) -> list[list[Item]]:
    """The segments of each such stretch; none while there is anything to fold, be it elsewhere."""
    memo, planned = planned_for(work, unit)
    if planned.segments:
        return []
    stretches: dict[tuple[str, int, bool], list[Item]] = {}
    for item in in_sight(unit, work.user, work.agent, SEGMENT):
        key = item.session, item.stretch, item.place > memo.cleared_to
        stretches.setdefault(key, []).append(item)
    return [
        segments
        for (session, stretch, _), segments in stretches.items()
        if _has_ended(unit, work.user, session, stretch)
    ]


def _has_ended(unit: Unit, user: str, name: str, stretch: int) -> bool:
    session = unit.sessions.get(user, name)
    if session is None or session.state is not SessionState.ACTIVE:
        return True
    return session.stretch != stretch


def _is_reached(work: Work, level: int, unit: Unit) -> bool:
    """Whether there are summaries of that level at all."""
    which = ItemSelection(kind=ItemKind.SUMMARY, agent=work.agent, level=level)
    return bool(unit.items.select(work.user, which, limit=1))


def _groups(work: Work, level: int, unit: Unit) -> list[list[Item]]:
    """Whole groups, in the order of the log, of what nothing older can come before any more.

    What was cleared is not mixed with what came after. Where a summary above was taken back, what
    is left of its group makes one again, however small.
    """
    user, agent = work.user, work.agent
    above = ItemSelection(kind=ItemKind.SUMMARY, agent=agent, level=level + 1)
    newest = unit.items.select(user, above, limit=1, newest_first=True)
    grouped_to = newest[0].place if newest else -1
    cleared_to = memo_of(unit, user, agent).cleared_to
    before = _settled_before(unit, user, agent)
    settled = [item for item in in_sight(unit, user, agent, level) if item.place < before]
    parts = (
        [item for item in settled if item.place <= cleared_to],
        [item for item in settled if item.place > cleared_to],
    )
    return [
        group
        for part in parts
        for left in (True, False)
        for group in _by_group([item for item in part if (item.place < grouped_to) is left])
        if left or len(group) == GROUP
    ]


def _by_group(items: Sequence[Item]) -> Iterator[list[Item]]:
    for first in range(0, len(items), GROUP):
        yield list(items[first : first + GROUP])


def _settled_before(unit: Unit, user: str, agent: str) -> int:
    """The place in the log before which every stretch of the agent is sealed."""
    active = unit.sessions.active(user, limit=_ALL)
    places = [each.first_seq for each in active if each.agent == agent and not each.empty]
    unsettled = unit.stretches.unsettled(user, limit=_ALL)
    places += [each.first_seq for each in unsettled if each.agent == agent]
    return min(places, default=_NOWHERE)


def _put_above(work: Work, below: Sequence[Item], level: int) -> None:
    made = work.sum_up_items(below, level)
    work.step(partial(_keep, work, below, level, made))


def _keep(
    work: Work, below: Sequence[Item], level: int, made: Summary, unit: Unit, now: datetime
) -> None:
    """Store it, unless what it is made of has changed or gone meanwhile."""
    present = unit.items.get(work.user, [item.id for item in below])
    if [item.revision for item in present] != [item.revision for item in below]:
        return
    memo = memo_of(unit, work.user, work.agent)
    put_above(unit, of_items(memo, below, made, now, level), below, now)
