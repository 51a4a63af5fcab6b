"""Trace: how a recall came about, drawn up when it is asked for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.domain.message import Trust
from holdfast.domain.recall import Hit, Stage
from holdfast.flow.recall.ask import Question, ask
from holdfast.flow.recall.trace import SHOWN_DROPPED, Trace, scope

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def question(text: str = "Where is the museum?", k: int = 2, **filters) -> Question:
    return ask(text, k=k, asked_at=NOON, **filters)


def hit(*sources: str) -> Hit:
    return Hit(
        score=1,
        text="x",
        sources=sources,
        seq=1,
        session="s",
        agent="a",
        role="user",
        speaker=None,
        said_at=NOON,
        trust=Trust.USER,
        scores={},
    )


def trace(count: int = 5, **fields) -> Trace:
    """Of ten messages eight were asked about, and so many found; two of them are a hit."""
    given: dict[str, Any] = {
        "bare": "where is the museum?",
        "messages": 10,
        "inside": 8,
        "found": count,
        "fetched": lambda: {"text": count - 1, "near": 1},
        "candidates": lambda: [(f"m{n}", 1 - n / 1000) for n in range(count)],
        "hits": (hit("m0", "m3"), hit("m1")),
    } | fields
    return Trace("r1", "wang", question(agent="x"), **given)


def test_it_is_told_in_the_words_of_the_domain():
    told = trace().explanation()
    assert (told.run, told.user, told.query) == ("r1", "wang", "Where is the museum?")
    assert (told.asked_at, told.terms, told.windows) == (NOON, ("museum",), ())
    assert told.hits == trace().hits


def test_the_stages_say_how_many_went_in_and_came_out():
    notes = [Stage(name="rerank", taken=5, kept=5, note="skipped")]
    assert [(s.name, s.taken, s.kept, s.note) for s in trace(notes=notes).explanation().stages] == [
        ("ask", 10, 8, "agent=x"),
        ("fetch by text", 8, 4, ""),
        ("fetch by near", 8, 1, ""),
        ("fuse", 8, 5, ""),
        ("rerank", 5, 5, "skipped"),
        ("trim", 5, 3, "k=2"),
    ]


def test_what_says_the_same_in_other_words_is_told():
    told = trace(reworded={"m0": ["m3"], "m9": ["m4"]}).explanation()
    assert told.stages[-1].note == "k=2; m3 folded into m0 as other words for it"


def test_what_was_dropped_is_listed_with_its_reason():
    told = trace(missing=["m2"]).explanation()
    assert [(d.source, d.reason, d.score) for d in told.dropped] == [
        ("m2", "newer than the snapshot", 0.998),
        ("m4", "not among the first 2", 0.996),
    ]
    assert told.dropped_in_all == 2


def test_all_that_was_dropped_is_counted_and_the_best_of_it_listed():
    told = trace(SHOWN_DROPPED + 20, found=1000).explanation()
    assert len(told.dropped) == SHOWN_DROPPED
    assert told.dropped[0].source == "m2"
    assert told.dropped_in_all == 997


def test_of_nothing_nothing_is_dropped():
    told = Trace("r1", "wang", question("")).explanation()
    assert (told.hits, told.dropped, told.dropped_in_all, told.terms) == ((), (), 0, ())
    assert [stage.name for stage in told.stages] == ["ask", "fuse", "trim"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (question(), ""),
        (question(agent="a", session="s"), "agent=a, session=s"),
        (question(until=NOON), "until=2024-05-01T12:00:00+00:00"),
        (
            question("What did I eat yesterday?", since=NOON),
            "since=2024-05-01T12:00:00+00:00, 'yesterday'=2024-04-30 00:00..2024-05-01 00:00",
        ),
    ],
)
def test_the_scope_is_put_in_words(given, expected):
    assert scope(given) == expected


def test_the_times_named_are_told():
    told = Trace("r1", "wang", question("What did I eat yesterday?")).explanation()
    begins, ends = datetime(2024, 4, 30, tzinfo=UTC), datetime(2024, 5, 1, tzinfo=UTC)
    assert told.windows == (("yesterday", begins, ends),)
