from __future__ import annotations

import pytest

from .told import told


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Please always answer in bullet points.", "always answer in bullet points"),
        ("Don't use emojis with me", "Don't use emojis with me"),
        ("Could you stop apologising all the time?", "stop apologising all the time"),
        ("When I ask for a recipe give me grams", "When I ask for a recipe give me grams"),
        ("Whenever I ramble, interrupt me", "Whenever I ramble, interrupt me"),
        ("Metric only please", "Metric only"),
        ("I'd like you to reply in Welsh from now on", "reply in Welsh"),
    ],
)
def test_for_good(text: str, value: str) -> None:
    assert told(text) == {("user", "instruction", value)}


@pytest.mark.parametrize(
    "text",
    ["Don't laugh", "Set a timer for ten minutes", "Never give up!", "Give me a joke", "Stop it"],
)
def test_for_this_time_only(text: str) -> None:
    assert told(text) == set()
