"""Recent: what an agent's memo holds now. Its cost does not grow with the log."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from holdfast.domain.item import Item
from holdfast.domain.memo import Memo
from holdfast.domain.message import Message
from holdfast.domain.recent import Recent
from holdfast.flow.condense.sizes import GROUP, kept
from holdfast.flow.condense.stream import Entry, folded, latest
from holdfast.flow.condense.summaries import SEGMENT, reach
from holdfast.flow.condense.work import in_sight, memo_of
from holdfast.flow.usual import Usual, window_of
from holdfast.ports.unit import Unit

MOST_SHOWN = 1000
"""Where nothing is folded, for want of a worker, no more than this is shown."""

NEAR = 2000
"""How many places of the log are gone through without counting first."""

_END = 1 << 62
"""Behind the whole log: where the tail begins if the last rows are all corrections."""

Place = tuple[int, str]
"""Where a message was first said, and its id."""


def recent(unit: Unit, user: str, agent: str, usual: Usual) -> Recent:
    """The last messages word for word, and before them whatever is not in a summary yet."""
    memo = memo_of(unit, user, agent)
    tail = latest(unit, user, agent, kept(window_of(unit, usual)))
    begin = tail[0].place if tail else _END
    older, waiting = _unfolded(unit, memo, tail)
    summaries, cut = _before(unit, in_sight(unit, user, agent), begin)
    entries = [*older, *_whole(unit, user, cut, begin), *tail]
    shown = sorted((e for e in entries if e.place > memo.cleared_to), key=lambda e: e.place)
    read = [memo.read(entry.message) for entry in shown]
    seen = [message for message in read if message is not None]
    summaries = [item for item in summaries if item.place > memo.cleared_to]
    return Recent(
        user=user,
        agent=agent,
        summaries=tuple(summaries),
        messages=tuple(seen),
        waiting=waiting,
        hidden=len(shown) - len(seen),
        fingerprint=_fingerprint(summaries, shown, memo.revision),
    )


def _unfolded(unit: Unit, memo: Memo, tail: Sequence[Entry]) -> tuple[list[Entry], int]:
    """What lies before the tail and in no segment yet: as much as may be shown, and the rest's
    number.

    However much there is, no more of it is read than is shown: the rest is counted.
    """
    before = tail[0].place if tail else _END
    near = max(memo.folded_to, before - NEAR)
    found = _between(unit, memo, near, before)
    waiting = 0
    if len(found) > MOST_SHOWN or near > memo.folded_to:
        last = [entry.message.id for entry in tail]
        beside = len(last) - len(folded(unit, memo.user, last).intersection(last))
        waiting = unit.memos.count_unfolded(memo.user, memo.agent) - beside
        if len(found) < min(waiting, MOST_SHOWN):
            found = _farther(unit, memo, found, near, before, waiting)
    places = {id_: place for place, id_ in reversed(found[:MOST_SHOWN])}
    messages = unit.log.get(memo.user, [*places])
    shown = [Entry(message, places[message.id]) for message in messages]
    return shown, max(0, waiting - len(shown))


def _farther(
    unit: Unit, memo: Memo, found: list[Place], near: int, before: int, count: int
) -> list[Place]:
    """All that there are, which are more than those close to the tail.

    As a rule the others lie where the folded part ends, left there by a session that is still
    open; only otherwise is everything in between gone through.
    """
    begin = memo.folded_to
    oldest = _between(unit, memo, begin, min(begin + NEAR, near) + 1)
    both = [*found, *oldest]
    return both if len(both) >= count else _between(unit, memo, begin, before)


def _between(unit: Unit, memo: Memo, after: int, before: int) -> list[Place]:
    limit = MOST_SHOWN + 1
    return unit.memos.unfolded(memo.user, memo.agent, after=after, before=before, limit=limit)


class _Before(NamedTuple):
    """Summaries of what lies before the tail, and segments that it cuts in two."""

    summaries: list[Item]
    cut: list[Item]


def _before(unit: Unit, items: Sequence[Item], begin: int) -> _Before:
    """Take summaries that reach into the tail apart, so that little is told twice.

    One of a long stretch is left whole: its parts would be many.
    """
    found = _Before([], [])
    for item in items:
        if item.place >= begin:
            continue
        if reach(item) < begin:
            found.summaries.append(item)
        elif item.level == SEGMENT:
            found.cut.append(item)
        else:
            parts = unit.items.get(item.user, item.sources)
            if sum(part.place < begin for part in parts) > GROUP:
                found.summaries.append(item)
            else:
                inner = _before(unit, parts, begin)
                found.summaries.extend(inner.summaries)
                found.cut.extend(inner.cut)
    return found


def _whole(unit: Unit, user: str, cut: Sequence[Item], begin: int) -> list[Entry]:
    """The messages before the tail of segments that it cuts in two: they join the tail."""
    ids = [source for item in cut for source in item.sources]
    entries = [Entry(each, _first_said(unit, each)) for each in unit.log.get(user, ids)]
    return [entry for entry in entries if entry.place < begin]


def _first_said(unit: Unit, message: Message) -> int:
    """A message's place in the log, which no correction moves."""
    if message.version == 1:
        return message.seq
    return unit.log.versions(message.user, message.id)[0].seq


def _fingerprint(summaries: Sequence[Item], shown: Sequence[Entry], revision: int) -> str:
    digest = hashlib.sha256(str(revision).encode())
    for item in summaries:
        digest.update(f"{item.id}:{item.revision};".encode())
    for entry in shown:
        digest.update(f"{entry.message.id}:{entry.message.version};".encode())
    return digest.hexdigest()[:32]
