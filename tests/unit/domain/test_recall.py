"""Hits whose scores are made when somebody reads them."""

from __future__ import annotations

import pickle
from dataclasses import asdict, replace
from datetime import UTC, datetime

import pytest

from holdfast.domain.message import Trust
from holdfast.domain.recall import Hit


def hit(scores: object) -> Hit:
    return Hit(
        score=1.0,
        text="x",
        sources=("m1",),
        seq=1,
        session="s",
        agent="a",
        role="user",
        speaker=None,
        said_at=datetime(2024, 5, 1, tzinfo=UTC),
        trust=Trust.USER,
        scores=scores,  # type: ignore[arg-type]
    )


def test_scores_are_made_once_when_they_are_read():
    asked = iter([{"text": 1.0}, {"text": 2.0}])
    made = hit((lambda asked: next(asked), asked))
    assert (made.scores, made.scores) == ({"text": 1.0}, {"text": 1.0})
    assert next(asked) == {"text": 2.0}


@pytest.mark.parametrize(
    "seen",
    [
        lambda made: made == hit({"text": 1.0}),
        lambda made: repr(made) == repr(hit({"text": 1.0})),
        lambda made: pickle.loads(pickle.dumps(made)) == hit({"text": 1.0}),
        lambda made: asdict(made)["scores"] == {"text": 1.0},
        lambda made: replace(made, score=2.0).scores == {"text": 1.0},
    ],
)
def test_whoever_looks_at_a_hit_sees_them(seen):
    assert seen(hit((lambda place: {"text": place}, 1.0)))


def test_a_hit_stays_as_it_is():
    with pytest.raises(AttributeError):
        hit({}).scores = {}  # type: ignore[misc]
