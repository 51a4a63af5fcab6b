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


def test_what_it_holds_for_belongs_to_it() -> None:
    order = "Always show sums when I ask for prices"
    assert told(f"{order}.") == {("user", "instruction", order)}


@pytest.mark.parametrize(
    "text",
    [
        "They smell of home and always remind me of summer.",
        "You can never go wrong with fries.",
        "when I do it's always cornflakes",
    ],
)
def test_what_is_told_is_no_order(text: str) -> None:
    assert not any(topic == "instruction" for _, topic, _ in told(text))
