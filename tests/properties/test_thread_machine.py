"""Random histories of conversations: nothing is lost, doubled or stuck, whatever fails meanwhile."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest

from holdfast.domain import ids
from holdfast.domain.ids import new_id
from holdfast.domain.item import Item
from holdfast.domain.job import JobState
from holdfast.domain.message import Message
from holdfast.errors import HoldfastError, ModelUnavailable, NotFound
from holdfast.flow.condense import fold, lift, recent, segments, summaries
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.segments import Plan
from holdfast.flow.condense.stream import Entry
from holdfast.flow.condense.summaries import resting_on, unfold
from holdfast.flow.maintain import amend, forget, reopen, seal
from holdfast.memory import Memory
from holdfast.ports.reviewer import Action, Change, Review, Reviewer
from holdfast.ports.store import Store
from holdfast.ports.summariser import Line, Summary
from holdfast.ports.unit import Unit
from holdfast.settings import Settings
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.summarisers import FakeSummariser
from holdfast.wiring import build
from tests.faults.figures import figure
from tests.properties.thread import (
    require_all_accounted,
    require_faithful,
    require_lifted,
    require_settled,
)

T = TypeVar("T")

USERS = ("lily", "安娜")
AGENTS = ("default", "default", "cat")
SESSIONS = ("morning", "evening", "工作")
WINDOWS = (2, 4, 8, 16)
WORDS = ("museum", "piano", "火锅", "成都", "下雨", "harbour", "tea at nine", "喝茶")
SETTINGS = Settings(worker=False, embedder="none", memo_window=8)
CHECK_EVERY, SETTLE_EVERY = 5, 60
GROUP = 3
LONG_ENOUGH = timedelta(days=30).total_seconds()
"""Longer than the clock is ever set back."""


class Crash(BaseException):
    """The process ends here."""


class Crashing:
    """A store whose process dies at a given write, before or after that has taken effect."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.left = 0
        self.durable = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        self.left -= self.left > 0
        if self.left != 1:
            return self._store.write(space, work)
        self.left = 0
        if self.durable:
            self._store.write(space, work)
        raise Crash


class Moody(FakeSummariser):
    """Makes stand-ins while it is not `well`, as a model with rules behind it does."""

    well = True

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        made = super().summarise(lines, limit=limit)
        if self.well or made.error:
            return made
        return Summary(f"instead: {made.text}"[:limit], by="rules", provisional=True)


class Whimsical(Reviewer):
    """Drops and rewrites by dice."""

    identity = "whim"

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.meanwhile: Callable[[], object] = lambda: None

    def review(self, lines: Sequence[Line]) -> Review:
        self.meanwhile()
        changes = []
        for line in self._dice.sample(lines, min(3, len(lines))):
            action = self._dice.choice((Action.DROP, Action.REWRITE))
            text = f"{line.text} + {self._dice.choice(lines).text}"[:300]
            changes.append(Change(line.id, action, f"whim: {text}", text))
        return Review(tuple(changes), by=self.identity)


class Walk:
    """One history, made by dice: `steps` counts what happened in it."""

    def __init__(self, store: Store, seed: int) -> None:
        self.dice = random.Random(seed)
        self.seed = seed
        self.clock = FrozenClock()
        self.store = Crashing(store)
        self.summariser = Moody()
        self.reviewer = Whimsical(self.dice)
        parts = build(
            ":memory:",
            SETTINGS,
            store=cast(Store, self.store),
            worker=False,
            clock=self.clock,
            summariser=self.summariser,
            reviewer=self.reviewer,
        )
        self.memory = Memory(parts, "default")
        self.steps: Counter[str] = Counter()
        self.told: set[str] = set()
        self.thinking = False
        self.summariser.meanwhile = self.reviewer.meanwhile = self.meanwhile

    def run(self, steps: int) -> None:
        weights = [weight for weight, _ in self.WAYS]
        for number in range(1, steps + 1):
            (way,) = self.dice.choices([way for _, way in self.WAYS], weights)
            if self.dice.random() < 0.08:
                self.store.left, self.store.durable = self.dice.randint(2, 6), number % 2 == 0
            self.take(way)
            if number % SETTLE_EVERY == 0:
                self.settle()
            elif number % CHECK_EVERY == 0:
                self.look()
        self.settle()

    def take(self, way: Callable[[Walk], None]) -> None:
        self.steps[way.__name__] += 1
        try:
            way(self)
        except Crash:
            self.steps["kill"] += 1
        except (NotFound, ModelUnavailable):
            self.steps["refused"] += 1

    def meanwhile(self) -> None:
        """While a model thinks, the world goes on."""
        if self.thinking or self.dice.random() > 0.15:
            return
        self.thinking = True
        try:
            self.steps["meanwhile"] += 1
            self.take(self.dice.choice(self.TURNS))
        finally:
            self.thinking = False

    def look(self) -> None:
        self.store.left = 0
        require_all_accounted(self.memory)
        present = {m.id for user in self.memory.admin.users() for m in self.said(user)}
        assert self.told <= present, "an acknowledged message is not in the log"

    def settle(self) -> None:
        """Be well for long enough, and see that nothing is stuck."""
        self.look()
        self.summariser.error, self.summariser.well = "", True
        self.thinking = True
        self.finish_jobs()
        self.look()
        require_settled(self.memory)
        require_faithful(self.memory)
        self.store.write("default", self.ask_once_more)
        self.finish_jobs()
        self.look()
        require_lifted(self.memory, GROUP)
        self.thinking = False

    def finish_jobs(self) -> None:
        for _ in range(20):
            self.clock.advance(LONG_ENOUGH)
            for job in self.memory.admin.jobs(JobState.DEAD):
                self.memory.admin.retry(job.id)
            self.memory.admin.run_jobs()
            if not self.memory.admin.jobs():
                break

    def ask_once_more(self, unit: Unit) -> None:
        """A lone message that ends a stretch asks for nothing: what it held up waits for more."""
        for user in USERS:
            for agent in {*AGENTS}:
                request_folding(unit, user, agent, self.clock.now())

    # What can happen.

    def say(self) -> None:
        """Mostly one message, to whom it is mostly said."""
        self.add([self.text()])

    def say_much(self) -> None:
        """A batch: some of it long ago, with gaps."""
        at = self.clock.now() - timedelta(hours=self.dice.choice((0, 0, 1, 30, 900)))
        said = []
        for _ in range(self.dice.randint(2, 9)):
            at += timedelta(minutes=self.dice.choice((0, 1, 5, 20, 45, 2000)))
            said.append({"role": "user", "content": self.text(), "at": min(at, self.clock.now())})
        self.add(said)

    def add(self, said: Sequence[object]) -> None:
        names = {"session": self.dice.choice(SESSIONS), "agent": self.dice.choice(AGENTS)}
        self.told |= {*self.memory.add(self.dice.choice(USERS), said, **names)}

    def correct(self) -> None:
        message = self.some_message()
        for _ in range(self.dice.choice((1, 1, 1, 12))):
            self.memory.correct(message.user, message.id, self.text())

    def forget_message(self) -> None:
        message = self.some_message()
        self.told.discard(message.id)
        self.memory.forget(message.user, message=message.id)

    def forget_more(self) -> None:
        message = self.some_message()
        scope = self.dice.choice(("session", "session", "agent"))
        name = getattr(message, scope)
        self.told -= {m.id for m in self.said(message.user) if getattr(m, scope) == name}
        self.memory.forget(message.user, **{scope: name})

    def seal(self) -> None:
        self.memory.seal(self.dice.choice(USERS), self.dice.choice(SESSIONS))

    def reopen(self) -> None:
        self.memory.sessions.reopen(self.dice.choice(USERS), self.dice.choice(SESSIONS))

    def open_one(self) -> None:
        name = self.dice.choice((None, *SESSIONS))
        self.memory.sessions.open(self.dice.choice(USERS), name, agent=self.dice.choice(AGENTS))

    def clear(self) -> None:
        self.memory.memo.clear(self.dice.choice(USERS), self.dice.choice(AGENTS))

    def time_passes(self) -> None:
        self.clock.advance(60 * self.dice.choice((1, 1, 5, 10, 40, 60, 3000)))

    def clock_is_set(self) -> None:
        self.clock.advance(self.dice.choice((-90_000, -4000, 200_000)))

    def change_window(self) -> None:
        self.memory.admin.set_preference("memo_window", self.dice.choice(WINDOWS))

    def review(self) -> None:
        self.memory.memo.review(self.dice.choice(USERS), self.dice.choice(AGENTS))

    def undo(self) -> None:
        user = self.dice.choice(USERS)
        notes = self.memory.memo.reviews(user, self.dice.choice(AGENTS))
        if notes:
            self.memory.memo.undo(user, self.dice.choice(notes).id)

    def edit(self) -> None:
        user, agent = self.dice.choice(USERS), self.dice.choice(AGENTS)
        seen = self.memory.recent(user, agent)
        lines = [item.id for item in seen.summaries] + [message.id for message in seen.messages]
        if lines:
            self.memory.memo.edit(user, self.dice.choice(lines), self.text(), agent=agent)

    def hide(self) -> None:
        message = self.some_message()
        self.memory.memo.hide(message.user, [message.id], agent=message.agent)

    def model_fails(self) -> None:
        self.summariser.error = "" if self.summariser.error else "the model is out"

    def model_ails(self) -> None:
        self.summariser.well = not self.summariser.well

    def work(self) -> None:
        self.memory.admin.run_jobs(limit=self.dice.choice((1, 2, 5)))

    WAYS: Sequence[tuple[float, Callable[[Walk], None]]] = (
        (30, say),
        (8, say_much),
        (7, correct),
        (5, forget_message),
        (1.5, forget_more),
        (6, seal),
        (4, reopen),
        (3, open_one),
        (1.5, clear),
        (8, time_passes),
        (2, clock_is_set),
        (2, change_window),
        (3, review),
        (2, undo),
        (2, edit),
        (2, hide),
        (2, model_fails),
        (2, model_ails),
        (20, work),
    )
    TURNS = (say, say, say_much, correct, forget_message, forget_more, seal, reopen, clear, hide)

    def text(self) -> str:
        return " ".join(self.dice.choices(WORDS, k=3)) + f" {self.dice.randrange(1000)}"

    def said(self, user: str) -> Sequence[Message]:
        return self.memory.messages.latest(user, limit=100_000)

    def some_message(self) -> Message:
        user = self.dice.choice(USERS)
        said = self.said(user)
        if not said:
            raise NotFound("Nothing was said yet.")
        return self.dice.choice(said)


def in_memory(_: Path) -> Store:
    return InMemoryStore()


def in_a_file(folder: Path) -> Store:
    """(What it syncs is tried elsewhere.)"""
    return SqliteStore.open(folder / "memory.db", synchronous="OFF")


STORES = {in_memory: 14, in_a_file: 4}
"""How many histories each one lives through: some five thousand steps together."""

STEPS = 280
"""How long a history is."""


@pytest.fixture(autouse=True)
def small_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short history reaches every page and every level."""
    monkeypatch.setattr(segments, "PAGE", 1)
    monkeypatch.setattr(recent, "MOST_SHOWN", 12)
    monkeypatch.setattr(lift, "GROUP", GROUP)
    monkeypatch.setattr(seal, "GROUP", GROUP)


@contextmanager
def patched_ids(seed: int) -> Iterator[None]:
    """Ids by dice as well: what sorts by them sorts the same way every time."""
    dice = SimpleNamespace(urandom=random.Random(seed).randbytes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "os", dice)
        yield


def walk(opened: Callable[[Path], Store], folder: Path, histories: range) -> None:
    steps: Counter[str] = Counter()
    for seed in histories:
        place = folder / str(seed)
        place.mkdir()
        history = Walk(opened(place), seed)
        try:
            with patched_ids(seed):
                history.run(STEPS)
        except (AssertionError, HoldfastError):
            figure(f"seed={seed} after {history.steps.total()} steps")
            raise
        finally:
            history.memory.close()
            steps += history.steps
    figure(f"{opened.__name__}: steps={steps.total()} {dict(steps)}")


@pytest.mark.capability("A10")
@pytest.mark.parametrize("opened", STORES)
def test_nothing_is_lost_doubled_or_stuck(opened: Callable[[Path], Store], tmp_path: Path) -> None:
    walk(opened, tmp_path, range(STORES[opened]))


@pytest.mark.long
@pytest.mark.parametrize("opened", STORES)
def test_nothing_is_lost_doubled_or_stuck_in_many_histories(
    opened: Callable[[Path], Store], tmp_path: Path
) -> None:
    walk(opened, tmp_path, range(1000, 1000 + 20 * STORES[opened]))


def skip_one(*given: Any) -> Plan:
    planned, page = _PLANNED(*given), given[2]
    return planned._replace(folded_to=min(planned.folded_to + 1, page.end))


def store_twice(*given: Any) -> None:
    """Stores a segment, and the same again under another id."""
    _, segment, _, _, unit, _ = given
    _KEEP(*given)
    made = [item for item in unit.items.sourced_from(given[0].user, segment.ids) if not item.level]
    for item in made:
        unit.items.put(replace(item, id=new_id()), expect=0)


def revive_nothing(unit: Unit, user: str, items: Iterable[Item], now: datetime) -> list[Item]:
    """Removes what rests on the items, and leaves what that stood for out of sight."""
    gone = resting_on(unit, user, items)
    unit.items.remove(user, [item.id for item in gone])
    for item in gone:
        unfold(unit, user, item.agent, [item], now)
    return gone


def no_closure(unit: Unit, user: str, items: Iterable[Item]) -> list[Item]:
    return list(items)


def drop_the_first(*given: Any) -> tuple[list[Entry], int]:
    found, waiting = _UNFOLDED(*given)
    return found[1:], waiting


def note_nothing(*_: object) -> None:
    return None


_PLANNED, _KEEP, _UNFOLDED = segments._planned, fold._keep, recent._unfolded

PLANTED: dict[str, list[tuple[Any, str, Any]]] = {
    "folding skips a message": [(segments, "_planned", skip_one)],
    "a segment is stored twice": [(fold, "_keep", store_twice)],
    "what stood below stays out of sight": [
        (forget, "take_back", revive_nothing),
        (reopen, "take_back", revive_nothing),
    ],
    "what rests on a summary stays": [(summaries, "resting_on", no_closure)],
    "a summary keeps the words that were corrected": [(amend, "redo", note_nothing)],
    "the memo skips a message": [(recent, "_unfolded", drop_the_first)],
    "nobody notes that a stretch is sealed": [(seal, "settle", note_nothing)],
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_walk_sees_a_planted_fault(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name, faulty in PLANTED[fault]:
        monkeypatch.setattr(owner, name, faulty)
    with pytest.raises((AssertionError, HoldfastError)):
        walk(in_memory, tmp_path, range(20))
