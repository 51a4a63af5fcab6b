"""What must hold of sessions, summaries and memos, whatever happened to them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import partial

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.memo import Memo
from holdfast.domain.message import Message, Selection
from holdfast.domain.moments import NEVER, from_micros
from holdfast.domain.recent import Recent
from holdfast.domain.session import SessionState, Stretch
from holdfast.flow.condense.overlay import Overlay
from holdfast.flow.condense.sizes import SEGMENT_CHARS
from holdfast.flow.condense.summaries import rewritten_by
from holdfast.flow.condense.work import memo_of
from holdfast.memory import Memory
from holdfast.ports.unit import Unit
from holdfast.testing.summarisers import FakeSummariser

ALL = 1 << 62
_NEVER = from_micros(NEVER)


class View:
    """All there is of one user and agent, read in one moment; what is `recent`, right after it."""

    def __init__(self, rows: Iterable[Message], items: Iterable[Item], memo: Memo) -> None:
        self.messages: dict[str, Message] = {}
        self.places: dict[str, int] = {}
        for row in rows:
            self.messages[row.id] = row
            if row.version == 1:
                self.places[row.id] = row.seq
        self.summaries = {item.id: item for item in items}
        self.memo = memo
        self.recent: Recent

    @property
    def segments(self) -> list[Item]:
        return [item for item in self.summaries.values() if item.level == 0]

    def under(self, items: Iterable[Item]) -> Counter[str]:
        """How often each message lies under these summaries, through all levels."""
        found: Counter[str] = Counter()
        for item in items:
            if item.level == 0:
                found.update(item.sources)
            else:
                found += self.under(self.summaries[id_] for id_ in item.sources)
        return found


def views(memory: Memory) -> list[View]:
    """Everyone, with every agent that anything is known of."""
    found = []
    for user in memory.admin.users():
        for view in memory._parts.store.read(memory.space, partial(_views, user=user)):
            view.recent = memory.recent(user, view.memo.agent)
            found.append(view)
    return found


def _views(unit: Unit, user: str) -> list[View]:
    rows, items = defaultdict[str, list[Message]](list), defaultdict[str, list[Item]](list)
    for row in unit.log.find(user, Selection(all_versions=True), limit=ALL):
        rows[row.agent].append(row)
    for item in unit.items.select(user, ItemSelection(kind=ItemKind.SUMMARY), limit=ALL):
        items[item.agent].append(item)
    agents = sorted({*rows, *items, *(memo.agent for memo in unit.memos.of(user))})
    return [View(rows[agent], items[agent], memo_of(unit, user, agent)) for agent in agents]


def require_all_accounted(memory: Memory) -> None:
    """Every message is shown, hidden, waiting, cleared, or in exactly one segment."""
    for view in views(memory):
        _require_sources(view)
        _require_in_sight(view)
        _require_shown(view)


def _require_sources(view: View) -> None:
    folded = Counter(id_ for item in view.segments for id_ in item.sources)
    twice = [id_ for id_, count in folded.items() if count > 1]
    assert not twice, f"in two segments: {twice}"
    assert {*folded} <= {*view.messages}, "a segment outlives its messages"
    for item in view.summaries.values():
        assert item.sources, "a summary of nothing"
        if item.level:
            below = [view.summaries.get(id_) for id_ in item.sources]
            assert all(each and each.level == item.level - 1 for each in below), "a gap below"
            assert all(each and each.superseded_at != _NEVER for each in below), "shown twice"


def _require_in_sight(view: View) -> None:
    """What is in sight stands for every folded message, once."""
    current = [item for item in view.summaries.values() if item.superseded_at == _NEVER]
    folded = {id_ for item in view.segments for id_ in item.sources}
    assert view.under(current) == Counter(folded), "summaries in sight do not add up"


def _require_shown(view: View) -> None:
    recent, memo = view.recent, view.memo
    shown = {message.id for message in recent.messages}
    assert len(shown) == len(recent.messages), "a message is shown twice"
    assert shown <= {*view.messages}, "a message that is gone is shown"
    for message in recent.messages:
        newest = memo.read(view.messages[message.id])  # a review may show it in other words
        assert message == newest, "an old version is shown"
    cleared = {id_ for id_, place in view.places.items() if place <= memo.cleared_to}
    assert not shown & (cleared | {*memo.hidden}), "what was taken out of sight is shown"
    summed_up = {*view.under(recent.summaries)}
    missing = {*view.messages} - shown - summed_up - cleared - {*memo.hidden}
    assert len(missing) <= recent.waiting, f"out of sight: {len(missing)}"
    folded = {id_ for item in view.segments for id_ in item.sources}
    assert not missing & folded, "folded, and in sight nowhere"


def require_settled(memory: Memory) -> None:
    """After everything was well for long enough: nothing is stuck, nothing is left to do."""
    assert memory.admin.jobs() == []
    assert memory.sessions.troubled() == []
    read = memory._parts.store.read
    assert read(memory.space, lambda unit: unit.items.provisional()) == []
    for view in views(memory):
        _require_sealed(view, read(memory.space, partial(_stretches, user=view.memo.user)))


def require_faithful(memory: Memory) -> None:
    """What a segment says is what its messages say now, unless somebody gave it other words.

    For summaries by `FakeSummariser`, which quotes.
    """
    read = memory._parts.store.read
    for view in views(memory):
        rewritten = read(memory.space, partial(_rewritten, user=view.memo.user))
        for item in view.segments:
            if item.attributes["by"] == FakeSummariser.identity and item.id not in rewritten:
                said = Overlay.in_(item).read(view.messages[id_] for id_ in item.sources)
                told = " / ".join(message.text for message in said)[:SEGMENT_CHARS]
                assert item.text == told, "a summary says what nobody says any more"


def _rewritten(unit: Unit, user: str) -> set[str]:
    notes = unit.items.select(user, ItemSelection(kind=ItemKind.NOTE), limit=ALL)
    return {id_ for note in notes for id_ in rewritten_by(note)}


def require_lifted(memory: Memory, group: int) -> None:
    """Above the segments no level keeps a whole group in sight, on either side of a clearing."""
    for view in views(memory):
        _require_lifted(view, group)


def _stretches(unit: Unit, user: str) -> list[Stretch]:
    sessions = unit.sessions.latest(user, limit=ALL)
    spoken = [each for each in sessions if each.last_number >= each.first_number]
    assert all(each.state is SessionState.SEALED for each in spoken), "a session did not end"
    return [each for session in sessions for each in unit.stretches.of(user, session.name)]


def _require_sealed(view: View, stretches: Iterable[Stretch]) -> None:
    folded: Mapping[str, Item] = {id_: item for item in view.segments for id_ in item.sources}
    closed = Counter((i.session, i.stretch) for i in view.summaries.values() if i.level == 1)
    most = 2 if view.memo.cleared_to else 1  # what was cleared stays apart
    assert max(closed.values(), default=1) <= most, "a stretch has too many summaries"
    for stretch in stretches:
        said = {
            message.id
            for message in view.messages.values()
            if message.session == stretch.session
            and stretch.first <= message.number <= stretch.last
        }
        assert stretch.state is SessionState.SEALED
        if stretch.last > stretch.first and said:
            assert said <= {*folded}, "a sealed stretch is not folded"
            assert closed[stretch.session, stretch.number], "a stretch has no summary"


def _require_lifted(view: View, group: int) -> None:
    current = [item for item in view.summaries.values() if item.superseded_at == _NEVER]
    for level in {item.level for item in current if item.level}:
        places = [item.place for item in current if item.level == level]
        later = sum(place > view.memo.cleared_to for place in places)
        assert max(later, len(places) - later) < group, f"level {level} was not lifted"
