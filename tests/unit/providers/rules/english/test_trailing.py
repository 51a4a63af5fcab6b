from __future__ import annotations

import pytest

from tests.unit.providers.rules.english.told import told


@pytest.mark.parametrize(
    ("text", "topic", "value"),
    [
        ("I'm a carpenter, self-employed.", "work", "carpenter, self-employed"),
        ("I've got ADHD, diagnosed at 38.", "health", "ADHD, diagnosed at 38"),
        ("I get migraines if I drink red wine.", "health", "migraines if I drink red wine"),
    ],
)
def test_what_trails_a_claim_belongs_to_it(text, topic, value) -> None:
    assert told(text) == {("user", topic, value)}


def test_what_stands_for_itself_does_not_trail() -> None:
    assert ("user", "work", "carpenter") in told("I'm a carpenter, and I hate mornings.")
