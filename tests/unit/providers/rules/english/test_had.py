from __future__ import annotations

import pytest

from tests.unit.providers.rules.english.told import told


@pytest.mark.parametrize(
    ("text", "topic", "value"),
    [
        ("We have 14 chickens (all with names) and a goose.", "pet", "goose"),
        (
            "I live in Valencia with my girlfriend and a very loud parrot.",
            "pet",
            "very loud parrot",
        ),
        ("I have twins in reception and a teenager who grunts.", "family", "teenager"),
    ],
)
def test_what_else_is_told_in_a_list(text: str, topic: str, value: str) -> None:
    assert ("user", topic, value) in told(text)


def test_what_others_have_is_theirs() -> None:
    assert not any(topic == "pet" for _, topic, _ in told("My boss has a yacht and a parrot."))


def test_what_a_friend_has_is_the_friend_s() -> None:
    assert not any(
        topic == "pet" for _, topic, _ in told("I have a friend with a parrot and a boat.")
    )


def test_what_is_in_a_picture_is_nobody_s() -> None:
    assert not told("I have a photo of a shelf and a cat.")
