"""Forgetting reaches what was made of a message: summaries of every level, reviews and archives."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from holdfast.domain.item import Item
from holdfast.errors import HoldfastError
from holdfast.flow.condense import summaries
from holdfast.flow.maintain.archive import job as archiving
from holdfast.flow.maintain.archive.write import archive_stretch
from holdfast.memory import Memory
from holdfast.ports.reviewer import Action, Change, Review, Reviewer
from holdfast.ports.summariser import Line
from holdfast.ports.unit import Unit
from holdfast.settings import Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.summarisers import FakeSummariser
from tests.faults.children import SEED
from tests.faults.figures import figure
from tests.properties.thread import require_all_accounted, require_settled, views

USERS = ("lily", "安娜")
FILLING = ("Tea at nine.", "九点喝茶。", "The piano is out of tune.", "今天下雨了。")
BY_MESSAGE, BY_SESSION, BY_AGENT = 70, 15, 15
PLACES = ("database", "archives", "names of files", "memo", "new dialog", "items", "export")


class Quoting(Reviewer):
    """Quotes all that it reads: in its reasons, and in the oldest summary."""

    identity = "quoting"

    def review(self, lines: Sequence[Line]) -> Review:
        told = " ".join(line.text for line in lines)
        oldest, newest = lines[0], lines[-1]
        return Review(
            (
                Change(oldest.id, Action.REWRITE, f"after: {told}", told),
                Change(newest.id, Action.DROP, f"repeats: {told}"),
            ),
            by=self.identity,
        )


class Call(NamedTuple):
    """What to call `forget` with, and the canaries that go with it."""

    user: str
    scope: dict[str, str]
    canaries: list[str]


class Aviary:
    """Conversations with canaries in them, sealed, summed up, reviewed and archived."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.clock = FrozenClock()
        self.folder = folder
        self.calls: list[Call] = []
        self.memory = Memory.open(
            store=SqliteStore.open(folder / "memory.db", synchronous="OFF"),
            settings=Settings(
                worker=False,
                embedder="none",
                memo_window=8,
                memo_review=False,
                archive_dir=str(folder / "archives"),
            ),
            clock=self.clock,
            summariser=FakeSummariser(),
            reviewer=Quoting(),
        )

    def canary(self) -> str:
        """A word of its own, in either script."""
        if self.dice.random() < 0.5:
            return "".join(self.dice.choices("abcdefghijklmnopqrstuvwxyz", k=12))
        return "".join(chr(self.dice.randrange(0x4E00, 0x9FA5)) for _ in range(6))

    def populate(self, share: float = 1.0) -> None:
        """Some days; in each, conversations that are over in the evening."""
        ways = ["message"] * BY_MESSAGE + ["session"] * BY_SESSION + ["agent"] * BY_AGENT
        self.dice.shuffle(ways)
        del ways[round(len(ways) * share) :]
        for number, way in enumerate(ways):
            self.talk(self.dice.choice(USERS), number, way)
            if number % 10 == 9:
                self.end_of_day(number)
        self.memory.admin.run_jobs()

    def talk(self, user: str, number: int, way: str) -> None:
        """One conversation, in which a canary is told in the way that it is to go."""
        mark, name = self.canary(), self.canary()
        session = name if way == "session" else f"session-{number}"
        agent = name if way == "agent" else self.dice.choice(("default", "default", "cat"))
        said = [f"{self.dice.choice(FILLING)} {number}-{line}" for line in range(5)]
        at = self.dice.randrange(5)
        said[at] = f"{mark} {said[at]}"
        ids = self.memory.add(user, said, session=session, agent=agent)
        self.clock.advance(300)
        if way == "message":
            self.calls.append(Call(user, {"message": ids[at]}, [mark]))
        elif way == "session":
            self.calls.append(Call(user, {"session": session}, [mark, name]))
        else:
            self.calls.append(Call(user, {"agent": agent}, [mark, name]))
        if self.dice.random() < 0.8:
            self.memory.seal(user, session)
        if number % 2:
            self.memory.admin.run_jobs()

    def end_of_day(self, number: int) -> None:
        """Review what there is, and put the archives of the day together, one way or another."""
        today = self.clock.now().date()
        for user in USERS:
            for agent in ("default", "cat"):
                self.memory.memo.review(user, agent)
                self.memory.archive.merge(user, agent, day=today)
                if number % 20 == 9:
                    self.memory.archive.compact(user, agent, day=today)
        self.clock.advance(timedelta(days=1).total_seconds())
        self.memory.admin.run_jobs()

    def canaries(self) -> list[str]:
        return [mark for call in self.calls for mark in call.canaries]

    def forget_all(self) -> None:
        self.dice.shuffle(self.calls)
        for call in self.calls:
            receipt = self.memory.forget(call.user, **call.scope)  # type: ignore[arg-type]
            assert receipt.erased

    def found(self) -> Counter[str]:
        """In how many places of each kind a canary is found."""
        counts: Counter[str] = Counter()
        texts = [*self.told()]
        for canary in self.canaries():
            forms = {canary.encode(), json.dumps(canary)[1:-1].encode()}
            for place, data in texts:
                counts[place] += any(form in data for form in forms)
        return +counts

    def told(self) -> Iterator[tuple[str, bytes]]:
        """All bytes there are, and what each kind of them is."""
        for file in sorted(self.folder.rglob("*")):
            yield "names of files", str(file.relative_to(self.folder)).encode()
            if file.is_file():
                kind = "archives" if "archives" in file.parts else "database"
                data = file.read_bytes()
                yield kind, data
                if file.suffix == ".gz":
                    yield kind, gzip.decompress(data)
        yield "export", "\n".join(self.memory.export()).encode()
        for user in USERS:
            yield "items", repr(self.memory.items.find(user, limit=1000)).encode()
        for view in views(self.memory):
            yield "memo", repr(view.recent).encode()
            user, agent = view.memo.user, view.memo.agent
            yield "new dialog", self.memory.new_dialog(user, agent).encode()

    def close(self) -> None:
        self.memory.close()


@pytest.fixture
def aviary(tmp_path: Path) -> Iterator[Aviary]:
    kept = Aviary(tmp_path, SEED)
    yield kept
    kept.close()


def test_nothing_that_was_made_of_it_holds_what_is_forgotten(aviary: Aviary) -> None:
    aviary.populate()
    before = aviary.found()
    assert {*before} >= {*PLACES}, "the canaries did not get everywhere"
    require_all_accounted(aviary.memory)
    kept = {m.id for user in USERS for m in aviary.memory.messages.latest(user, limit=10_000)}
    aviary.forget_all()
    at_once = aviary.found()
    aviary.clock.advance(timedelta(days=2).total_seconds())
    aviary.memory.admin.run_jobs()
    left = {m.id for user in USERS for m in aviary.memory.messages.latest(user, limit=10_000)}
    later = aviary.found()
    figure(
        f"canaries={len(aviary.canaries())} found before={dict(before)} at once={dict(at_once)} "
        f"later={dict(later)} messages={len(kept)} left={len(left)} seed={SEED}"
    )
    assert at_once == Counter()
    assert later == Counter()
    require_all_accounted(aviary.memory)
    require_settled(aviary.memory)
    levels = Counter(
        item.level for view in views(aviary.memory) for item in view.summaries.values()
    )
    assert levels[0] >= 50
    assert levels[2] >= 2


@pytest.mark.parametrize("scope", ["message", "session"])
def test_what_is_forgotten_while_it_is_archived_is_not_archived(
    scope: str, aviary: Aviary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is written from what was read before: it is looked at again before the job ends."""
    memory, write = aviary.memory, archive_stretch
    secret, _ = memory.add("lily", ["a secret canary", "tea"], session="secret canary")
    names = {"message": secret, "session": "secret canary"}

    def forget_meanwhile(*given: Any, **options: Any) -> object:
        monkeypatch.setattr(archiving, "archive_stretch", write)
        memory.forget("lily", **{scope: names[scope]})  # type: ignore[arg-type]
        return write(*given, **options)

    monkeypatch.setattr(archiving, "archive_stretch", forget_meanwhile)
    memory.seal("lily", "secret canary")
    memory.admin.run_jobs()
    aviary.calls.append(Call("lily", {}, ["a secret canary"]))
    assert aviary.found() == Counter()
    assert len(memory.archive.list()) == (scope == "message")


def test_a_job_that_waits_does_not_keep_the_name_of_its_session(aviary: Aviary) -> None:
    memory = aviary.memory
    memory.add("lily", ["one", "two"], session="canaryname", agent="canaryagent")
    memory.seal("lily", "canaryname")
    memory.forget("lily", agent="canaryagent")
    aviary.calls.append(Call("lily", {}, ["canaryname", "canaryagent"]))
    assert memory.admin.jobs() == []
    assert aviary.found() == Counter()


def test_a_session_that_goes_on_does_not_keep_the_name_of_an_agent(aviary: Aviary) -> None:
    memory = aviary.memory
    memory.add("lily", ["one", "two"], session="shared", agent="canaryagent")
    memory.add("lily", ["three", "四"], session="shared", agent="cat")
    memory.seal("lily", "shared")
    memory.add("lily", "five", session="shared", agent="canaryagent")
    memory.admin.run_jobs()
    memory.forget("lily", agent="canaryagent")
    memory.admin.run_jobs()
    aviary.calls.append(Call("lily", {}, ["canaryagent"]))
    assert aviary.found() == Counter()
    assert [session.agent for session in memory.sessions.list("lily")] == ["cat"]
    assert [entry.shelf.agent for entry in memory.archive.list()] == ["cat"]


def no_closure(unit: Unit, user: str, items: Iterable[Item]) -> list[Item]:
    return list(items)


def nothing(*_: Any, **__: Any) -> list[str]:
    return []


PLANTED = {
    "what rests on a summary stays": (summaries, "resting_on", no_closure),
    "what a review wrote stays": (summaries, "rewritten_by", nothing),
    "archives stay": (archiving, "remove", nothing),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_harness_sees_what_is_left(
    fault: str, aviary: Aviary, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, faulty = PLANTED[fault]
    monkeypatch.setattr(owner, name, faulty)
    aviary.populate(0.4)
    del aviary.calls[: len(aviary.calls) // 2]  # what was said before stays, and may hold it
    try:
        aviary.forget_all()
    except HoldfastError as error:
        figure(f"{fault}: {error}")
        return
    found = aviary.found()
    figure(f"{fault}: found={dict(found)} seed={SEED}")
    assert found
