from __future__ import annotations

import pytest

from .told import told


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
