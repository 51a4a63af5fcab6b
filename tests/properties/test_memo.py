"""Any talk: whatever is said, corrected, forgotten, sealed, hidden or cleared, the memo holds.

A person talks with two agents in three sessions while jobs run, fail and wait. After each step every
message is in one place: shown, hidden, waiting to be shown, or in one segment.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast import ItemKind, Memory, Settings
from holdfast.domain.item import Item
from holdfast.domain.memo import Memo
from holdfast.errors import HoldfastError
from holdfast.flow.condense import recent
from holdfast.flow.condense.sizes import kept
from holdfast.flow.condense.work import memo_of
from holdfast.ports.summariser import Summary
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.summarisers import FakeSummariser

USER = "ming"
AGENTS = ("juno", "momo")
SESSIONS = ("morning", "evening", "工作")
MOST = 10_000

Step = tuple[str, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["add"] * 5
            + ["run"] * 3
            + ["correct", "forget", "seal", "reopen", "hide", "undo", "wait", "ill", "well"]
            + ["clear", "open", "forget session", "window"]
        ),
        st.integers(0, 999),
        st.integers(0, 999),
    ),
    min_size=10,
    max_size=60,
)


class Moody(FakeSummariser):
    """Well, ill (it fails), or weak (it leaves a stand-in)."""

    mood = 0

    @property
    def well(self) -> bool:
        return self.mood == 0

    def summarise(self, lines: Any, *, limit: int) -> Summary:
        made = super().summarise(lines, limit=100_000)
        if self.mood == 1:
            return Summary(error="away")
        return made._replace(provisional=self.mood == 2)


class Life:
    """One person's talk, and what is expected of it."""

    def __init__(self, memory: Memory, clock: FrozenClock, summariser: Moody) -> None:
        self.memory, self.clock, self.summariser = memory, clock, summariser
        self.spoken = 0
        self.gone: list[str] = []
        """What was forgotten: nothing may tell it from that moment on."""
        self.outdated: list[str] = []
        """What was corrected: nothing may tell it once all that is due is done."""
        self.notes: list[str] = []

    def do(self, step: Step) -> None:
        """Take a step; one that makes no sense now is passed over."""
        what, one, other = step
        try:
            getattr(self, what.replace(" ", "_"))(one, other)
        except HoldfastError as error:
            if error.code not in ("not_found", "conflict"):
                raise

    def add(self, one: int, other: int) -> None:
        count = 1 + other % 4
        texts = [f"word{self.spoken + n}." for n in range(count)]
        self.spoken += count
        self.memory.add(USER, texts, session=SESSIONS[one % 3], agent=AGENTS[other % 2])

    def run(self, one: int, _: int) -> None:
        self.memory.admin.run_jobs(limit=None if one % 2 else 1 + one % 5)

    def correct(self, one: int, _: int) -> None:
        if message := self._some(one):
            self.outdated.append(message.text)
            self.spoken += 1
            self.memory.correct(USER, message.id, f"word{self.spoken - 1}.")

    def forget(self, one: int, _: int) -> None:
        if message := self._some(one):
            versions = self.memory.messages.versions(USER, message.id)
            self.gone += [version.text for version in versions]
            self.memory.forget(USER, message=message.id)

    def forget_session(self, one: int, _: int) -> None:
        name = SESSIONS[one % 3]
        for message in self.memory.messages.latest(USER, session=name, limit=MOST):
            versions = self.memory.messages.versions(USER, message.id)
            self.gone += [version.text for version in versions]
        self.memory.forget(USER, session=name)

    def seal(self, one: int, _: int) -> None:
        self.memory.seal(USER, SESSIONS[one % 3])

    def reopen(self, one: int, _: int) -> None:
        self.memory.sessions.reopen(USER, SESSIONS[one % 3])

    def open(self, one: int, other: int) -> None:
        self.memory.sessions.open(USER, SESSIONS[one % 3], agent=AGENTS[other % 2])

    def hide(self, one: int, other: int) -> None:
        agent = AGENTS[other % 2]
        shown = self.memory.recent(USER, agent).messages
        if shown:
            note = self.memory.memo.hide(USER, [shown[one % len(shown)].id], agent=agent)
            assert note is not None
            self.notes.append(note.id)

    def undo(self, one: int, _: int) -> None:
        if self.notes:
            self.memory.memo.undo(USER, self.notes[one % len(self.notes)])

    def wait(self, one: int, _: int) -> None:
        self.clock.advance((1, 60, 1801, 90_000, -50)[one % 5])

    def ill(self, one: int, _: int) -> None:
        self.summariser.mood = 1 + one % 2

    def well(self, *_: int) -> None:
        self.summariser.mood = 0

    def clear(self, one: int, _: int) -> None:
        self.memory.memo.clear(USER, AGENTS[one % 2])

    def window(self, one: int, _: int) -> None:
        self.memory.admin.set_preference("memo_window", (2, 3, 4, 9)[one % 4])

    def _some(self, number: int) -> Any:
        found = self.memory.messages.latest(USER, limit=MOST)
        return found[number % len(found)] if found else None

    def rest(self) -> None:
        """Let everything that is due be done, by a summariser that is well."""
        self.summariser.mood = 0
        for _ in range(12):
            self.clock.advance(2000)
            self.memory.admin.run_jobs()
        self.gone += self.outdated

    def faults(self) -> list[str]:
        """What is wrong now."""
        items = self.memory.items.find(USER, limit=MOST)
        summaries = [item for item in items if item.kind is ItemKind.SUMMARY]
        found = [*_doubled(summaries), *_out_of_sight(summaries)]
        for agent in AGENTS:
            found += self._misplaced(agent, summaries)
        told = " ".join(item.text for item in items).split()
        found += [f"{text} is still told" for text in self.gone if text in told]
        return found

    def _misplaced(self, agent: str, summaries: list[Item]) -> list[str]:
        seen, memo = self.memory.recent(USER, agent), self._memo(agent)
        folded = {source for item in summaries if item.level == 0 for source in item.sources}
        logged = self.memory.messages.latest(USER, agent=agent, limit=MOST)
        first = {m.id: self.memory.messages.versions(USER, m.id)[0].seq for m in logged}
        ids = [m.id for m in logged if first[m.id] > memo.cleared_to]
        shown = [message.id for message in seen.messages]
        lost = {*ids} - {*shown} - {*memo.hidden} - folded
        strange = {*shown} - {*ids}
        order = [first[id_] for id_ in shown if id_ in first]
        return [
            *(f"{len(lost)} lost of {agent}" for _ in lost if len(lost) > seen.waiting),
            *(f"{id_} is shown and should not be" for id_ in strange),
            *(f"{id_} is hidden and shown" for id_ in {*shown} & {*memo.hidden}),
            *(["not in order"] if order != sorted(order) else []),
            *self._miscounted(agent, seen.waiting, sorted(first, key=first.__getitem__), folded),
        ]

    def _miscounted(self, agent: str, waiting: int, ids: list[str], folded: set[str]) -> list[str]:
        """What waits is what lies before the tail, in no segment, and is too much to be shown."""
        window = self.memory.admin.preference("memo_window", 4)
        before = [id_ for id_ in ids[: -kept(window)] if id_ not in folded]
        expected = max(0, len(before) - recent.MOST_SHOWN)
        return [f"{waiting} wait of {agent}, not {expected}"] if waiting != expected else []

    def _memo(self, agent: str) -> Memo:
        store = self.memory._parts.store
        return store.read(self.memory.space, lambda unit: memo_of(unit, USER, agent))


def _doubled(summaries: list[Item]) -> list[str]:
    counts = Counter(source for item in summaries for source in item.sources)
    return [f"{source} is in {count} summaries" for source, count in counts.items() if count > 1]


def _out_of_sight(summaries: list[Item]) -> list[str]:
    """What another summary stands for is out of sight, and nothing else is."""
    below = {source for item in summaries for source in item.sources}
    return [
        f"{item.id} of level {item.level} is {'out of sight' if gone else 'in sight'}"
        for item in summaries
        if (gone := item.superseded_at.year < 9000) != (item.id in below)
    ]


def lived(path: str | Path, steps: list[Step], *, store: InMemoryStore | None = None) -> Life:
    """A life of these steps, each of which leaves everything in its place."""
    clock, summariser = FrozenClock(), Moody()
    memory = Memory.open(
        path,
        settings=Settings(worker=False, memo_window=4, memo_review=False, job_attempts=99),
        clock=clock,
        summariser=summariser,
        store=store,
    )
    life = Life(memory, clock, summariser)
    for step in steps:
        life.do(step)
        assert life.faults() == [], step
    return life


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_every_message_is_in_its_place_whatever_happens(steps):
    life = lived(":memory:", steps, store=InMemoryStore())
    life.rest()
    assert life.faults() == []
    assert life.memory.sessions.troubled() == []
    assert life.memory.admin.jobs() == []
    store, space = life.memory._parts.store, life.memory.space
    assert store.read(space, lambda unit: unit.items.provisional()) == []
    life.memory.close()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
@pytest.mark.parametrize("store", [InMemoryStore, None])
def test_what_is_too_much_to_be_shown_is_counted(store, steps):
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(recent, "MOST_SHOWN", 3)
        patch.setattr(recent, "NEAR", 2)
        life = lived(Path(folder) / "memory.db", steps, store=store() if store else None)
        life.memory.close()


@pytest.mark.parametrize("fault", ["a summary goes", "a summary is seen", "a source is doubled"])
def test_a_message_out_of_its_place_would_be_seen(fault):
    life = lived(":memory:", [("add", n, 2 * n) for n in range(30)], store=InMemoryStore())
    life.rest()
    memory, store = life.memory, life.memory._parts.store
    top, *_ = memory.items.between(USER)
    (below, *_) = memory.items.between(USER, level=0, current=False)
    if fault == "a summary goes":
        store.write(memory.space, lambda unit: unit.items.remove(USER, [below.id]))
    elif fault == "a summary is seen":
        seen = replace(below, superseded_at=top.superseded_at)
        store.write(memory.space, lambda unit: unit.items.put(seen, expect=below.revision))
    else:
        twin = replace(below, id="twin")
        store.write(memory.space, lambda unit: unit.items.put(twin, expect=0))
    assert life.faults() != []
