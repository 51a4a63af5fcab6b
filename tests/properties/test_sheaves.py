"""Packed or not, a memory gives the same answers: to the last digit, in every process."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast.errors import NotFound
from holdfast.flow.maintain import bind
from holdfast.flow.recall.binder import binder
from holdfast.flow.recall.shelf import Shelf
from holdfast.memory import Memory
from tests.faults.children import Tell, forked
from tests.unit.embedders import FakeEmbedder

USER = "wang"
WORDS = [
    "tea",
    "cat",
    "museum",
    "Lily",
    "harbour",
    "莉莉",
    "成都",
    "猫",
    "钢琴",
    "winter",
    "violin",
    "where",
    "昨天",
]
QUESTIONS = ("", "green tea", "Where is Lily's museum?", "莉莉的钢琴", "昨天 cat")
STEPS = (
    *("add",) * 3,
    *("bind",) * 3,
    *("correct", "forget", "forget a session", "reindex", "another model", "open", "ask", "check"),
)


@contextmanager
def unpacked() -> Iterator[None]:
    """Let no index begin with leaves."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Shelf, "_leaves", lambda *_: [])
        yield


def bind_all(memory: Memory) -> None:
    """What a worker does."""
    parts = memory._parts
    while parts.store.write("default", lambda unit: bind.bind(unit, USER, parts.marker.by)):
        pass


def answers(memory: Memory) -> list[Any]:
    """All that recall tells, with every score."""
    return [[*memory.recall(USER, question, k=7).hits] for question in QUESTIONS]


@dataclass
class History:
    """A memory to which anything may happen, held open twice."""

    path: Path
    dice: random.Random
    model: int = 1
    memories: list[Memory] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    used: int = 0
    """How many questions were answered from leaves."""

    def open(self) -> None:
        self.close()
        embedder = FakeEmbedder(identity=f"fake:{self.model}")
        self.memories = [Memory.open(self.path, worker=False, embedder=embedder) for _ in "ab"]

    def close(self) -> None:
        while self.memories:
            self.memories.pop().close()

    @property
    def memory(self) -> Memory:
        return self.dice.choice(self.memories)

    def step(self, what: str) -> None:
        """Let something happen; what needs a message does not if there is none."""
        getattr(self, what.replace(" ", "_"))()

    def saying(self) -> str:
        return " ".join(self.dice.choices(WORDS, k=5))

    def add(self) -> None:
        texts = [self.saying() for _ in range(self.dice.randint(1, 9))]
        self.ids += self.memory.add(USER, texts, session=f"s{self.dice.randrange(4)}")

    def correct(self) -> None:
        if self.ids:
            self.memory.correct(USER, self.dice.choice(self.ids), self.saying())

    def forget(self) -> None:
        if self.ids:
            self.memory.forget(USER, message=self.ids.pop(self.dice.randrange(len(self.ids))))

    def forget_a_session(self) -> None:
        with suppress(NotFound):
            gone = self.memory.forget(USER, session=f"s{self.dice.randrange(4)}")
            self.ids = [id_ for id_ in self.ids if id_ not in gone.message_ids]

    def bind(self) -> None:
        bind_all(self.memory)

    def reindex(self) -> None:
        if self.ids:
            memory = self.memory
            memory.admin.reindex(USER)
            memory.admin.run_jobs()

    def another_model(self) -> None:
        self.model += 1
        self.open()

    def ask(self) -> None:
        self.memory.recall(USER, self.dice.choice(QUESTIONS))

    def check(self) -> None:
        embedder = FakeEmbedder(identity=f"fake:{self.model}")
        with Memory.open(self.path, read_only=True, embedder=embedder) as fresh:
            packed = answers(fresh)
            name = binder(fresh._parts.marker.by)
            store = fresh._parts.store
            self.used += bool(store.read("default", lambda unit: unit.sheaves.of(USER, name)))
            assert not fresh._parts.torn
        with unpacked(), Memory.open(self.path, read_only=True, embedder=embedder) as fresh:
            plain = answers(fresh)
        assert packed == plain
        for memory in self.memories:
            assert answers(memory) == plain


def run(seed: int, steps: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(bind, "FULL", 16)
        history = History(Path(folder) / "memory.db", random.Random(seed))
        history.open()
        try:
            for what in (*steps, "add", "check", "bind", "check"):
                history.step(what)
        finally:
            history.close()
        return history.used


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 1 << 30), st.lists(st.sampled_from(STEPS), max_size=25))
def test_leaves_change_no_answer(seed: int, steps: list[str]) -> None:
    assert run(seed, steps) > 0


@pytest.mark.parametrize(
    ("trigger", "steps"),
    [
        ("messages_removed", ["bind", "forget", "forget", "check"]),
        ("messages_changed", ["another model", "bind", "reindex", "check"]),
    ],
)
def test_a_leaf_that_outlives_its_messages_would_be_seen(
    trigger: str, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: a change that leaves the user's leaves as they are."""
    opened = History.open

    def spoiled(self: History) -> None:
        opened(self)
        with apsw.Connection(str(self.path)) as connection:
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")

    monkeypatch.setattr(History, "open", spoiled)
    with pytest.raises(AssertionError):
        run(1, ["add", "add", "add", *steps])


def write_on(path: Path, seed: int, tell: Tell) -> None:
    """Another process: it adds, corrects, forgets and binds."""
    dice, ids = random.Random(seed), list[str]()
    bind.__dict__["FULL"] = 16  # the process is its own
    with Memory.open(path, worker=False, embedder=FakeEmbedder()) as memory:
        for _ in range(30):
            texts = [" ".join(dice.choices(WORDS, k=5)) for _ in range(dice.randint(1, 4))]
            ids += memory.add(USER, texts, session=f"s{seed}-{dice.randrange(3)}")
            if dice.random() < 0.3:
                memory.correct(USER, dice.choice(ids), " ".join(dice.choices(WORDS, k=5)))
            if dice.random() < 0.2:
                memory.forget(USER, message=ids.pop(dice.randrange(len(ids))))
            if dice.random() < 0.5:
                bind_all(memory)
    tell("done")


def test_processes_that_write_and_bind_agree(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, worker=False, embedder=FakeEmbedder()) as memory:
        memory.add(USER, ["green tea with Lily"] * 20)
    children = [forked(lambda tell, n=n: write_on(path, n, tell)) for n in range(2)]  # type: ignore[misc]
    compared = 0
    with Memory.open(path, worker=False, embedder=FakeEmbedder()) as memory:
        for _ in range(100):
            memory.admin.drop_index(USER)
            compared += bool(memory.recall(USER, "tea").hits)
        for child in children:
            child.end_well()
        bind_all(memory)
    history = History(path, random.Random(1))
    history.open()
    history.check()
    assert (history.used, compared > 0) == (1, True)
    history.close()
