"""Questions whose vector must come from a model that is far away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import pytest

from holdfast.domain.recall import Explanation
from holdfast.errors import ModelUnavailable
from holdfast.flow.recall.aside import Aside
from holdfast.flow.recall.ask import ask
from holdfast.flow.recall.recall import Recaller
from holdfast.flow.recall.runs import Runs
from holdfast.memory import Memory
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import AT
from tests.unit.embedders import FakeEmbedder
from tests.unit.flow.recall.models import asking

T = TypeVar("T")


class Watched:
    """A store that knows whether a snapshot is open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.open = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def read(self, space: str, work: Callable[[Unit], T]) -> T:
        def watched(unit: Unit) -> T:
            self.open = True
            return work(unit)

        try:
            return self._store.read(space, watched)
        finally:
            self.open = False


def told(memory: Memory, *texts: str) -> None:
    memory.add("wang", [*texts])
    memory.admin.run_jobs()  # which makes the vectors


def stages(explained: Explanation) -> dict[str, str]:
    return {stage.name: stage.note for stage in explained.stages}


def test_the_vector_is_asked_for_once_and_before_the_snapshot(store):
    embedder, open_then = FakeEmbedder(local=False), list[bool]()
    with asking(store, embedder=embedder) as memory:
        told(memory, "green tea", "milk")
        watched, parts = Watched(store), memory._parts
        embedder.asked.clear()
        embedder.before = lambda: open_then.append(watched.open)
        aside = Aside(60)
        recaller = Recaller(watched, parts.shelf, Runs(), aside, embedder)  # type: ignore[arg-type]
        trace = recaller.answer("default", "wang", ask("green leaves", k=2, asked_at=AT))
        aside.close()
    assert (embedder.asked, open_then) == ([["green leaves"]], [False])
    assert trace.hits[0].text == "green tea"
    assert trace.hits[0].scores["meaning"] > 0
    assert trace.notes == []


def test_the_watch_sees_a_model_that_is_asked_within_the_snapshot(store):
    """A near model is: it costs next to nothing."""
    embedder, open_then = FakeEmbedder(), list[bool]()
    with asking(store, embedder=embedder) as memory:
        told(memory, "green tea")
        watched, parts, aside = Watched(store), memory._parts, Aside(60)
        embedder.before = lambda: open_then.append(watched.open)
        recaller = Recaller(watched, parts.shelf, Runs(), aside, embedder)  # type: ignore[arg-type]
        recaller.answer("default", "wang", ask("tea", k=2, asked_at=AT))
        aside.close()
    assert open_then == [True]


@pytest.mark.parametrize(
    ("error", "note"),
    [
        (ModelUnavailable("The model is asleep."), "skipped: The model is asleep."),
        (OSError("no route"), "skipped: OSError"),
    ],
)
def test_while_it_fails_words_answer(store, error, note):
    embedder = FakeEmbedder(local=False)

    def fail() -> None:
        raise error

    with asking(store, embedder=embedder) as memory:
        told(memory, "green tea", "milk")
        embedder.before = fail
        found = memory.recall("wang", "tea")
        assert found[0].text == "green tea"
        assert "meaning" not in found[0].scores
        assert stages(memory.explain(found))["meaning"] == note
        assert "fetch by meaning" not in stages(memory.explain(found))
        embedder.before = lambda: None
        again = memory.recall("wang", "tea")
        assert "meaning" in again[0].scores
        assert "meaning" not in stages(memory.explain(again))


def test_while_it_is_late_words_answer(store):
    embedder, over = FakeEmbedder(local=False), threading.Event()

    def hang() -> None:
        over.wait()

    with asking(store, embedder=embedder, wait=0) as memory:
        told(memory, "green tea", "milk")
        embedder.before = hang
        found = memory.recall("wang", "tea")
        assert found[0].text == "green tea"
        assert stages(memory.explain(found))["meaning"] == "skipped: no answer within 0 s"
        over.set()


@pytest.mark.parametrize("question", ["", "  \n"])
def test_nothing_is_not_asked_about(store, question):
    embedder = FakeEmbedder(local=False)
    with asking(store, embedder=embedder) as memory:
        told(memory, "green tea", "milk")
        embedder.asked.clear()
        assert [hit.text for hit in memory.recall("wang", question)] == ["milk", "green tea"]
    assert embedder.asked == []


def test_a_greeting_is_not_asked_about(store):
    embedder = FakeEmbedder(local=False)
    with asking(store, embedder=embedder) as memory:
        told(memory, "green tea")
        embedder.asked.clear()
        assert not memory.recall("wang", "Hello!")
    assert embedder.asked == []


def test_messages_that_have_no_vector_yet_are_found_by_their_words(store):
    embedder = FakeEmbedder(local=False)
    with asking(store, embedder=embedder) as memory:
        memory.add("wang", ["green tea", "milk"])
        assert memory.recall("wang", "tea")[0].text == "green tea"
        memory.admin.run_jobs()
        assert memory.recall("wang", "tea")[0].scores["meaning"] > 0
