"""Rerank: a second look, if it comes in time."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence

import pytest

from holdfast.domain.recall import Recall, Stage
from holdfast.errors import ModelUnavailable
from holdfast.flow.recall.rerank import LOOKED_AT
from holdfast.memory import Memory
from tests.unit.flow.recall.models import FakeReranker, asking

TEA = [f"tea {'and milk ' * n}{n}" for n in range(8)]


def texts(found: Recall) -> list[str]:
    return [hit.text for hit in found]


def stage(memory: Memory, found: Recall) -> list[Stage]:
    return [each for each in memory.explain(found).stages if each.name == "rerank"]


def test_its_order_is_the_order_of_the_hits(store):
    reranker = FakeReranker()
    with asking(store, reranker=reranker) as memory:
        memory.add("wang", TEA)
        found = memory.recall("wang", "tea")
        [(question, seen)] = reranker.asked
        assert (question, sorted(seen)) == ("tea", sorted(TEA))
        assert seen != texts(found), "the judge sees them in another order"
        assert texts(found) == sorted(TEA, key=len, reverse=True)
        assert [hit.score for hit in found] == [len(text) for text in texts(found)]
        assert all(hit.scores["rerank"] == hit.score for hit in found)
        assert stage(memory, found) == [Stage(name="rerank", taken=8, kept=8, note="fake-reranker")]


def test_of_equals_the_order_stays(store):
    with asking(store) as memory:
        memory.add("wang", TEA)
        before = texts(memory.recall("wang", "tea"))
        with asking(store, reranker=FakeReranker(lambda _, seen: [1] * len(seen))) as again:
            assert texts(again.recall("wang", "tea")) == before


@pytest.mark.parametrize(("k", "looked_at"), [(1, LOOKED_AT), (5, LOOKED_AT), (35, 35), (99, 40)])
def test_more_are_looked_at_than_are_wanted(store, k, looked_at):
    """So that one which recall would have left out can come first."""
    reranker = FakeReranker(lambda _, seen: [float(place) for place, _ in enumerate(seen)])
    with asking(store, reranker=reranker) as memory:
        memory.add("wang", [f"tea number{n}" for n in range(40)])
        found = memory.recall("wang", "tea", k=k)
        [(_, seen)] = reranker.asked
        assert (len(seen), len(found)) == (looked_at, min(k, 40))
        assert texts(found) == seen[::-1][:k]
        told = memory.explain(found)
        assert told.dropped_in_all == 40 - len(found)
        assert {each.source for each in told.dropped}.isdisjoint(h.sources[0] for h in found)


def fail(question: str, seen: Sequence[str]) -> list[float]:
    raise ModelUnavailable("The model is asleep.")


def crash(question: str, seen: Sequence[str]) -> list[float]:
    raise KeyError("gone")


@pytest.mark.parametrize(
    ("judge", "note"),
    [
        (fail, "skipped: The model is asleep."),
        (crash, "skipped: KeyError"),
        (lambda _, seen: [1.0] * (len(seen) - 1), "skipped: ValueError"),
        (lambda _, seen: [1.0] * (len(seen) + 1), "skipped: ValueError"),
        (lambda _, seen: [], "skipped: ValueError"),
        (lambda _, seen: [math.nan] * len(seen), "skipped: ValueError"),
        (lambda _, seen: [math.inf, *[1.0] * (len(seen) - 1)], "skipped: ValueError"),
        (lambda _, seen: ["high"] * len(seen), "skipped: ValueError"),
        (lambda _, seen: None, "skipped: TypeError"),
    ],
)
def test_what_fails_changes_nothing_but_a_note(store, judge, note):
    with asking(store) as plain:
        plain.add("wang", [f"{text} {n}" for n in range(5) for text in TEA])
        expected = plain.recall("wang", "tea", k=3).hits
        with asking(store, reranker=FakeReranker(judge)) as memory:
            found = memory.recall("wang", "tea", k=3)
            assert found.hits == expected
            assert [each.note for each in stage(memory, found)] == [note]


def test_what_is_late_changes_nothing_but_a_note(store):
    over = threading.Event()

    def hang(question: str, seen: Sequence[str]) -> list[float]:
        over.wait()
        return []

    with asking(store, reranker=FakeReranker(hang), wait=0) as memory:
        memory.add("wang", TEA)
        found = memory.recall("wang", "tea", k=3)
        assert len(found) == 3
        assert [s.note for s in stage(memory, found)] == ["skipped: no answer within 0 s"]
        over.set()


@pytest.mark.parametrize("question", ["", " \n"])
def test_what_was_said_last_stays_in_its_order(store, question):
    reranker = FakeReranker()
    with asking(store, reranker=reranker) as memory:
        memory.add("wang", ["a very long first one", "two", "three"])
        found = memory.recall("wang", question, k=2)
        assert texts(found) == ["three", "two"]
        assert (reranker.asked, stage(memory, found)) == ([], [])


def test_of_nothing_there_is_no_second_look(store):
    reranker = FakeReranker()
    with asking(store, reranker=reranker) as memory:
        found = memory.recall("nobody", "tea")
        assert (found.hits, reranker.asked, stage(memory, found)) == ((), [], [])
