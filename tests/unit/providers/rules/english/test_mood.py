from __future__ import annotations

import pytest

from holdfast.providers.rules.english.clause import clauses
from holdfast.providers.rules.english.mood import is_joke, moods

from .told import told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Oslo.", ["real"]),
        ("Where should I move?", ["asked"]),
        ("My son hates peas, so what can I cook?", ["real", "asked"]),
        ("If I had a horse, I'd ride to work.", ["unreal", "unreal"]),
        ("I might get a horse.", ["would"]),
        ("Imagine I own a castle. I eat swans.", ["unreal", "unreal"]),
        ("My neighbour says I'm a saint.", ["reported"]),
        ("It's not that I hate trains.", ["real", "unreal"]),
        ("Can you remember that I hate trains?", ["real", "real"]),
    ],
)
def test_moods(text: str, expected: list[str]) -> None:
    assert moods(clauses(text)) == expected


@pytest.mark.parametrize("text", ["I own the moon, just kidding", "my spirit animal is a mop"])
def test_jokes(text: str) -> None:
    assert is_joke(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm not a plumber, whatever my van says.",
        "Do nurses get free parking?",
        "If I lived in Rome I'd be fat by now.",
        "Suppose I was born in Peru and worked as a diver.",
        "I wish I could play the harp.",
        'The sign said "I am a proud father of six".',
        "My teacher told me she's a spy.",
        "I might move to Spain next year.",
        "I'm so tired today, I hate everything.",
        "I'd like a recipe for lentil soup.",
        "I love this!",
        "I'm Dracula, I sleep all day and I live in Whitby.",
        "My character is an elf called Thalion who lives in the woods.",
        "I've got a question about Rust.",
        "I'm on the train to Leeds.",
        "His wife is a lawyer.",
    ],
)
def test_what_is_not_meant_is_no_claim(text: str) -> None:
    assert told(text) == set()
