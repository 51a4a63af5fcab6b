"""What is left out in talk: "I am", "my", a question's own words."""

from __future__ import annotations

import pytest

from .told import said, told


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Really into bouldering at the moment", ("user", "like", "bouldering")),
        ("in the Navy since I was 18", ("user", "work", "in the Navy")),
        ("Been married to Odile for nine years", ("user", "partner", "married to Odile")),
        ("been nursing for ten years", ("user", "work", "nursing")),
        ("always late", ("user", "trait", "always late")),
        ("Got a toddler and no sleep", ("user", "family", "toddler")),
        ("Wife's Polish", ("wife", "origin", "Polish")),
        ("best mate Tunji is a welder", ("Tunji", "work", "welder")),
        ("Being a midwife, I see some things", ("user", "work", "midwife")),
        ("At 54 I've taken up skating", ("user", "age", "54")),
    ],
)
def test_what_is_left_out_is_understood(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "be a therapist for a minute",
        "into the second box you put the number",
        "from what I hear it's good",
        "dog walkers are everywhere",
        "As a treat we had cake",
        "at 60 degrees it melts",
    ],
)
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert not told(text)


def test_a_pronoun_means_whom_the_assistant_asked_about() -> None:
    asked = said("And your wife? What does she do?", "assistant")
    assert ("wife", "work", "midwife") in told("She's a midwife", asked)


def test_an_answer_tells_how_its_words_are_meant() -> None:
    asked = said("What languages do you speak?", "assistant")
    assert {topic for _, topic, _ in told("Portuguese and English", asked)} == {"skill"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("What can I eat with my arthritis?", ("user", "health", "arthritis")),
        ("Our son with epilepsy starts school soon", ("son", "health", "epilepsy")),
        ("I'm off to see my sister in Porto", ("sister", "home", "Porto")),
    ],
)
def test_what_is_told_by_the_way(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)


@pytest.mark.parametrize(
    ("text", "trade"),
    [("I'm a falconer", "falconer"), ("my aunt is a perfumer", "perfumer")],
)
def test_a_trade_is_known_by_its_shape(text: str, trade: str) -> None:
    assert trade in {value for _, topic, value in told(text) if topic == "work"}


@pytest.mark.parametrize("text", ["I'm a slow learner", "I'm a stickler", "I'm a fast walker"])
def test_not_everything_in_er_is_a_trade(text: str) -> None:
    assert "work" not in {topic for _, topic, _ in told(text)}


def test_what_happened_long_ago_is_kept() -> None:
    assert ("user", "event", "swam the Bosphorus in 2012") in told("I swam the Bosphorus in 2012")
    assert not told("I saw that film in 2012")


def test_a_parent_without_a_name_is_nobody_to_note() -> None:
    assert told("My dad has gout") == {("dad", "health", "gout")}
