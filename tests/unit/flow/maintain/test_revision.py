"""A revision changes when something does, and only then."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from holdfast.domain.job import asked
from holdfast.flow.maintain.revision import Revisions
from holdfast.memory import Memory
from holdfast.ports.store import Store
from holdfast.testing.clock import FrozenClock
from tests.unit.conftest import Open

Change = Callable[[Memory, FrozenClock], object]


def _ask(memory: Memory, clock: FrozenClock) -> object:
    job = asked("reindex", "mei", clock.now())
    return memory._parts.store.write(memory.space, lambda unit: unit.jobs.enqueue(job))


def _seal_by_silence(memory: Memory, clock: FrozenClock) -> object:
    clock.advance(3600)
    return memory.admin.run_jobs()


CHANGES: dict[str, Change] = {
    "a message": lambda memory, _: memory.add("mei", "茶不加糖", session="s"),
    "an old message": lambda memory, _: memory.add("mei", "then", session="old", at="2001-02-03"),
    "a correction": lambda memory, _: memory.correct(
        "mei", memory.messages.list("mei")[0].id, "other words"
    ),
    "sealing": lambda memory, _: memory.seal("mei", "s"),
    "silence": _seal_by_silence,
    "a job": _ask,
    "a preference": lambda memory, _: memory.admin.set_preference("memo_window", 4),
    "hiding": lambda memory, _: memory.memo.hide("mei", [memory.messages.list("mei")[0].id]),
    "forgetting": lambda memory, _: memory.forget("mei", session="s"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_changes_with(open_memory: Open, clock: FrozenClock, what):
    memory = open_memory()
    memory.add("mei", ["one", "two", "three"], session="s")
    before = memory.admin.revision("mei"), memory.admin.revision()
    assert before == (memory.admin.revision("mei"), memory.admin.revision())
    CHANGES[what](memory, clock)
    after = memory.admin.revision("mei"), memory.admin.revision()
    assert after[0] != before[0]
    assert (after[1] != before[1]) is (what != "hiding"), "a memo is its user's alone"


def test_others_are_nobody_elses_business(open_memory: Open):
    memory = open_memory()
    memory.add("mei", "one")
    apart = memory.in_space("apart")
    mei, there = memory.admin.revision("mei"), apart.admin.revision()
    memory.add("wang", "two")
    assert memory.admin.revision("mei") == mei
    assert apart.admin.revision() == there
    apart.add("mei", "three")
    assert memory.admin.revision("mei") == mei
    assert apart.admin.revision() != there


def test_nothing_is_read_while_nothing_is_written(open_memory: Open, monkeypatch):
    memory = open_memory()
    memory.add("mei", "one")
    known, store = memory.admin.revision("mei"), memory._parts.store
    with monkeypatch.context() as patched:
        patched.setattr(type(store), "read", None)
        assert memory.admin.revision("mei") == known
    memory.add("mei", "two")
    assert memory.admin.revision("mei") != known


class Silent:
    """A store that does not tell whether anything changed."""

    def __init__(self, store: Store) -> None:
        self.read = store.read


def test_a_store_that_cannot_tell_is_read_each_time(open_memory: Open):
    memory = open_memory()
    revisions = Revisions(cast(Store, Silent(memory._parts.store)))
    before = revisions.of(memory.space, None)
    assert before == revisions.of(memory.space, None)
    memory.add("mei", "one")
    assert revisions.of(memory.space, None) != before
