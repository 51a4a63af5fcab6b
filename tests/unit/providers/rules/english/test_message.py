from __future__ import annotations

import pytest

from .told import claims, told

LONG = {
    "digits": "1" * 9000,
    "spaces": "I live in" + " " * 9000 + "x",
    "with my": "I live " + "with my " * 1500,
    "quotes": '"' * 9000,
    "small words": "a " * 4500,
    "names": "my sister " + "Ann " * 2000,
    "brackets": "(" * 9000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_it_always_ends(text: str) -> None:
    claims(text)


@pytest.mark.parametrize("text", ["", " ", "?", "😀", "\n\n", "it", "my", "I'm", "'s", "no"])
def test_nothing_is_claimed_by_nothing(text: str) -> None:
    assert claims(text) == []


def test_a_claim_has_its_source_and_its_clause() -> None:
    (claim,) = claims("Nice day. I live in Malmö, by the way.")
    assert claim.sources == ("m1",)
    assert claim.text == "I live in Malmö"


def test_values_stand_in_the_message() -> None:
    text = "Hi, I'm Ewa, 29, a luthier in Kraków, and my brother Jan breeds huskies."
    found = claims(text)
    assert found
    assert all(each.value in text for each in found)


@pytest.mark.parametrize(
    ("text", "topic", "value"),
    [
        ("My doctor says I have arthritis.", "health", "arthritis"),
        ("I majored in economics.", "study", "economics"),
        (
            "As someone who works nights at a petrol station, I sleep badly.",
            "work",
            "petrol station",
        ),
        ("Ever since we moved to the coast I sleep like a baby.", "event", "moved to the coast"),
        ("My favourite food has to be lasagne.", "like", "lasagne"),
        ("People say I'm stubborn.", "trait", "stubborn"),
        ("I've taken up pottery.", "like", "pottery"),
        ("Football's not my thing.", "dislike", "Football"),
        ("It's my first week as a manager.", "work", "manager"),
    ],
)
def test_everyday_ways_of_telling(text: str, topic: str, value: str) -> None:
    assert ("user", topic, value) in told(text)


def test_a_daughter_s_birthday_is_hers() -> None:
    found = told("My daughter's birthday is on May 2nd.")
    assert ("daughter", "birthday", "May 2nd") in found
    assert ("user", "birthday", "May 2nd") not in found


@pytest.mark.parametrize(
    "text",
    ["I like the second option better.", "I hate Mondays.", "My teacher says I'm lazy."],
)
def test_passing_tastes_and_the_word_of_others(text: str) -> None:
    assert told(text) == set()
