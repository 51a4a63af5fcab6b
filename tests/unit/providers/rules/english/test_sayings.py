from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.sayings import table

from .told import told

SETS = Path(__file__).parents[5] / "bench" / "sets"


@pytest.mark.parametrize(
    ("text", "topic", "value"),
    [
        ("Olives? Can't stand them.", "dislike", "Olives"),
        ("What I hate: queues, glitter and clowns.", "dislike", "glitter"),
        ("The best part of my week is the Tuesday quiz.", "like", "Tuesday quiz"),
        ("I juggle knives for a living.", "work", "juggle knives"),
        ("Pollen makes me sneeze.", "health", "Pollen makes me sneeze"),
        ("What I really want is to own a bakery.", "goal", "own a bakery"),
        ("I'm the kind of person who alphabetises spices.", "trait", "alphabetises spices"),
    ],
)
def test_sayings(text: str, topic: str, value: str) -> None:
    assert ("user", topic, value) in told(text)


def test_the_words_told_beside_a_saying_are_in_all_that_it_matches() -> None:
    said = [
        plain(message["content"])
        for name in ("facts", "facts-unseen", "facts-more", "facts-wide")
        for line in (SETS / f"{name}.en.jsonl").read_text("utf-8").splitlines()
        for message in json.loads(line)["messages"]
    ]
    matched = [
        (cues, found[0], low)
        for cues, pattern, _ in table()
        for low in said
        if (found := pattern.search(low))
    ]
    assert len(matched) > 100
    assert [
        each for each in matched if each[0] and not any(cue in each[2] for cue in each[0])
    ] == []
